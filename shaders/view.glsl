// Positions are metres relative to an origin near what is seen; see DrawContext.
uniform mat4 viewMatrix;
uniform mat4 projectionMatrix;
uniform vec3 cameraPosition;
uniform vec3 bodyOffset;  // from that origin to the body's own

vec4 onScreen(vec3 position) { return projectionMatrix * (viewMatrix * vec4(position, 1.0)); }
