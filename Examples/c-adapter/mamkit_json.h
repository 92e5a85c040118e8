// Texts that grow, and JSON in them: for the kit and for SDKs that make requests.
#pragma once
#include "mamkit.h"

#include <stddef.h>

/// A text that grows; all zeros is an empty one. `bytes` ends with a 0 and is freed with `free`.
struct text {
  char *bytes;
  size_t count, room;
};
void text_add(struct text *text, const char *bytes, size_t count);
void text_put(struct text *text, const char *string);
/// A string of JSON with its quotes, or null.
void text_put_string(struct text *text, const char *string);
void text_put_int(struct text *text, int64_t value);
void text_put_value(struct text *text, const mamkit_json *value);
void text_clear(struct text *text);
