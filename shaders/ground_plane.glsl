// The plane of the ground, and its grid.
uniform float eyeHeight;      // above the ground; negative below it
uniform vec3 groundAxes[2];   // of the grid
uniform vec2 gridStart;       // of the origin in the grid, in its cells
uniform float gridSpacing;    // m
uniform vec2 groundCentre;    // below the bodies, along the axes
uniform float groundReach;    // m, where half of it has faded

// Share of this pixel that lines at whole numbers cover, which are `width` pixels wide; gone where cells get
// smaller than a few pixels.
float lines(vec2 at, vec2 pixel, float width) {
  vec2 away = abs(fract(at - 0.5) - 0.5) / pixel;
  vec2 covered = clamp(0.5 * width + 0.5 - away, 0.0, min(width, 1.0)) * clamp(1.5 - 6.0 * pixel, 0.0, 1.0);
  return max(covered.x, covered.y);
}

// Along the axes of the grid.
vec2 acrossGround(vec3 position) { return vec2(dot(position, groundAxes[0]), dot(position, groundAxes[1])); }

// The lines of the grid, with a heavier one every five; for a picture of `height` pixels.
float gridLines(vec2 across, float height) {
  vec2 at = across / gridSpacing + gridStart;
  vec2 pixel = max(fwidth(at), vec2(1e-6));
  float width = height / 720.0;
  return max(0.55 * lines(at, pixel, width), lines(at / 5.0, pixel / 5.0, 1.5 * width));
}

// How much of it is there: it fades away from the bodies.
float groundThere(vec2 across) {
  vec2 away = (across - groundCentre) / groundReach;
  return exp2(-dot(away, away));
}
