#include "surface.vert"
