#include "view.glsl"
#include "lighting.glsl"

in vec3 position;
in vec3 normal;
in vec3 albedo;
uniform float opacity;
out vec4 seen;

void main() { seen = vec4(lit(albedo, normalize(normal), position), opacity); }
