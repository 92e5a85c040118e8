// JSON for the kit: reading it, and putting strings into it.
#include "mamkit_json.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// MARK: - Text

void text_add(struct text *text, const char *bytes, size_t count) {
  if (text->count + count + 1 > text->room) {
    text->room = (text->count + count + 1) * 2;
    text->bytes = realloc(text->bytes, text->room);
    if (!text->bytes) abort();
  }
  memcpy(text->bytes + text->count, bytes, count);
  text->count += count;
  text->bytes[text->count] = 0;
}

void text_put(struct text *text, const char *string) { text_add(text, string, strlen(string)); }

void text_put_string(struct text *text, const char *string) {
  if (!string) {
    text_put(text, "null");
    return;
  }
  text_put(text, "\"");
  for (const unsigned char *byte = (const unsigned char *)string; *byte; byte++) {
    char escape[8];
    if (*byte == '"' || *byte == '\\') {
      snprintf(escape, sizeof escape, "\\%c", *byte);
    } else if (*byte < 0x20) {
      snprintf(escape, sizeof escape, "\\u%04x", *byte);
    } else {
      snprintf(escape, sizeof escape, "%c", *byte);
    }
    text_put(text, escape);
  }
  text_put(text, "\"");
}

void text_put_int(struct text *text, int64_t value) {
  char digits[24];
  snprintf(digits, sizeof digits, "%lld", (long long)value);
  text_put(text, digits);
}

void text_clear(struct text *text) {
  text->count = 0;
  if (text->bytes) text->bytes[0] = 0;
}

// MARK: - Values

enum kind { null_kind, bool_kind, int_kind, real_kind, string_kind, array_kind, object_kind };

struct mamkit_json {
  enum kind kind;
  int64_t number;
  double real;
  char *string;
  /// The name, as a member of an object.
  char *name;
  struct mamkit_json *first, *next;
};

struct reader {
  const char *at;
  int depth;
};

static mamkit_json *read_value(struct reader *reader);

static mamkit_json *value_of(enum kind kind) {
  mamkit_json *value = calloc(1, sizeof *value);
  if (!value) abort();
  value->kind = kind;
  return value;
}

void mamkit_free(mamkit_json *value) {
  while (value) {
    mamkit_json *next = value->next;
    mamkit_free(value->first);
    free(value->string);
    free(value->name);
    free(value);
    value = next;
  }
}

static void skip(struct reader *reader) {
  while (*reader->at == ' ' || *reader->at == '\t' || *reader->at == '\r' || *reader->at == '\n') reader->at++;
}

static bool take(struct reader *reader, const char *word) {
  size_t count = strlen(word);
  if (strncmp(reader->at, word, count) != 0) return false;
  reader->at += count;
  return true;
}

static int hex(struct reader *reader) {
  int value = 0;
  for (int index = 0; index < 4; index++) {
    if (!isxdigit((unsigned char)*reader->at)) return -1;
    char digit = (char)tolower(*reader->at++);
    value = value * 16 + (digit <= '9' ? digit - '0' : digit - 'a' + 10);
  }
  return value;
}

static void put_scalar(struct text *text, int scalar) {
  char bytes[4];
  int count = 0;
  if (scalar < 0x80) {
    bytes[count++] = (char)scalar;
  } else if (scalar < 0x800) {
    bytes[count++] = (char)(0xC0 | scalar >> 6);
  } else if (scalar < 0x10000) {
    bytes[count++] = (char)(0xE0 | scalar >> 12);
    bytes[count++] = (char)(0x80 | (scalar >> 6 & 63));
  } else {
    bytes[count++] = (char)(0xF0 | scalar >> 18);
    bytes[count++] = (char)(0x80 | (scalar >> 12 & 63));
    bytes[count++] = (char)(0x80 | (scalar >> 6 & 63));
  }
  if (scalar >= 0x80) bytes[count++] = (char)(0x80 | (scalar & 63));
  text_add(text, bytes, (size_t)count);
}

static bool read_escape(struct reader *reader, struct text *text) {
  static const char *const names = "\"\\/bfnrt", *const values = "\"\\/\b\f\n\r\t";
  char escape = *reader->at++;
  if (escape == 'u') {
    int scalar = hex(reader);
    if (scalar >= 0xD800 && scalar < 0xDC00) {
      if (!take(reader, "\\u")) return false;
      int low = hex(reader);
      if (low < 0xDC00 || low > 0xDFFF) return false;
      scalar = 0x10000 + ((scalar - 0xD800) << 10) + (low - 0xDC00);
    }
    if (scalar <= 0) return false;
    put_scalar(text, scalar);
    return true;
  }
  const char *place = escape ? strchr(names, escape) : NULL;
  if (!place) return false;
  text_add(text, values + (place - names), 1);
  return true;
}

/// The string that begins behind a quote; NULL if it is none.
static char *read_string(struct reader *reader) {
  struct text text = {0};
  text_put(&text, "");
  while (*reader->at && *reader->at != '"') {
    if (*reader->at != '\\') {
      text_add(&text, reader->at++, 1);
    } else {
      reader->at++;
      if (!read_escape(reader, &text)) {
        free(text.bytes);
        return NULL;
      }
    }
  }
  if (!take(reader, "\"")) {
    free(text.bytes);
    return NULL;
  }
  return text.bytes;
}

/// The elements of an array, or the members of an object.
static bool read_children(struct reader *reader, mamkit_json *parent, const char *end) {
  mamkit_json **place = &parent->first;
  skip(reader);
  if (take(reader, end)) return true;
  while (true) {
    char *name = NULL;
    skip(reader);
    if (parent->kind == object_kind) {
      if (!take(reader, "\"") || !(name = read_string(reader))) return false;
      skip(reader);
      if (!take(reader, ":")) {
        free(name);
        return false;
      }
    }
    mamkit_json *child = read_value(reader);
    if (!child) {
      free(name);
      return false;
    }
    child->name = name;
    *place = child;
    place = &child->next;
    skip(reader);
    if (take(reader, end)) return true;
    if (!take(reader, ",")) return false;
  }
}

static mamkit_json *read_number(struct reader *reader) {
  char *end;
  const char *start = reader->at;
  double real = strtod(start, &end);
  if (end == start) return NULL;
  bool is_real = memchr(start, '.', (size_t)(end - start)) || memchr(start, 'e', (size_t)(end - start)) ||
                 memchr(start, 'E', (size_t)(end - start));
  mamkit_json *value = value_of(is_real ? real_kind : int_kind);
  value->real = real;
  value->number = is_real ? (int64_t)real : strtoll(start, NULL, 10);
  reader->at = end;
  return value;
}

static mamkit_json *read_value(struct reader *reader) {
  skip(reader);
  if (take(reader, "null")) return value_of(null_kind);
  bool is_true = take(reader, "true");
  if (is_true || take(reader, "false")) {
    mamkit_json *value = value_of(bool_kind);
    value->number = is_true;
    return value;
  }
  if (take(reader, "\"")) {
    char *string = read_string(reader);
    if (!string) return NULL;
    mamkit_json *value = value_of(string_kind);
    value->string = string;
    return value;
  }
  bool is_object = take(reader, "{");
  if (is_object || take(reader, "[")) {
    mamkit_json *value = value_of(is_object ? object_kind : array_kind);
    if (++reader->depth > 200 || !read_children(reader, value, is_object ? "}" : "]")) {
      mamkit_free(value);
      return NULL;
    }
    reader->depth--;
    return value;
  }
  return *reader->at == '-' || isdigit((unsigned char)*reader->at) ? read_number(reader) : NULL;
}

mamkit_json *mamkit_parse(const char *text) {
  struct reader reader = {.at = text};
  mamkit_json *value = read_value(&reader);
  skip(&reader);
  if (value && *reader.at) {
    mamkit_free(value);
    return NULL;
  }
  return value;
}

const mamkit_json *mamkit_get(const mamkit_json *object, const char *name) {
  if (!object || object->kind != object_kind) return NULL;
  for (const mamkit_json *member = object->first; member; member = member->next)
    if (strcmp(member->name, name) == 0) return member;
  return NULL;
}

const mamkit_json *mamkit_element(const mamkit_json *array, int index) {
  if (!array || array->kind != array_kind) return NULL;
  const mamkit_json *element = array->first;
  while (element && index-- > 0) element = element->next;
  return element;
}

const char *mamkit_string(const mamkit_json *value) {
  return value && value->kind == string_kind ? value->string : NULL;
}

int64_t mamkit_int(const mamkit_json *value, int64_t otherwise) {
  return value && value->kind == int_kind ? value->number : otherwise;
}

bool mamkit_bool(const mamkit_json *value, bool otherwise) {
  return value && value->kind == bool_kind ? value->number != 0 : otherwise;
}

bool mamkit_is_object(const mamkit_json *value) { return value && value->kind == object_kind; }

void text_put_value(struct text *text, const mamkit_json *value) {
  if (!value || value->kind == null_kind) {
    text_put(text, "null");
  } else if (value->kind == bool_kind) {
    text_put(text, value->number ? "true" : "false");
  } else if (value->kind == int_kind) {
    text_put_int(text, value->number);
  } else if (value->kind == real_kind) {
    char digits[40];
    snprintf(digits, sizeof digits, "%.17g", value->real);
    text_put(text, digits);
  } else if (value->kind == string_kind) {
    text_put_string(text, value->string);
  } else {
    text_put(text, value->kind == object_kind ? "{" : "[");
    for (const mamkit_json *child = value->first; child; child = child->next) {
      if (child != value->first) text_put(text, ",");
      if (value->kind == object_kind) {
        text_put_string(text, child->name);
        text_put(text, ":");
      }
      text_put_value(text, child);
    }
    text_put(text, value->kind == object_kind ? "}" : "]");
  }
}

char *mamkit_text(const mamkit_json *value) {
  struct text text = {0};
  text_put_value(&text, value);
  return text.bytes;
}
