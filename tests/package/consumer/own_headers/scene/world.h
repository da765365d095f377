#pragma once

#include "base/error.h"

// Of the consumer, with the name of a class of sinew.
struct World {
  Error error{"ours"};
};
