#pragma once

#include <string>

// Of the consumer, with the name of a header and a class of sinew.
struct Error {
  std::string text;
};
