// The SDK's state in one JSON file.
#include "state.h"

#include "mamkit_json.h"

#include <ctype.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

struct state state;
static char path[4096];

/// The next scalar of a text in UTF-8; what is not UTF-8 is taken byte by byte.
static wint_t next_scalar(const unsigned char **text) {
  const unsigned char *at = *text;
  int more = *at >= 0xF0 ? 3 : *at >= 0xE0 ? 2 : *at >= 0xC0 ? 1 : 0;
  wint_t scalar = more ? *at & (0x3F >> more) : *at;
  for (int index = 1; index <= more; index++) {
    if ((at[index] & 0xC0) != 0x80) {
      more = 0;
      scalar = *at;
      break;
    }
    scalar = scalar << 6 | (at[index] & 0x3F);
  }
  *text += more + 1;
  return scalar;
}

/// Up and down again, because some letters have two small forms, such as the Greek sigma.
static wint_t folded(wint_t scalar) {
  static locale_t locale;
  if (!locale) locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  return locale ? towlower_l(towupper_l(scalar, locale), locale) : (wint_t)tolower((int)scalar);
}

bool same(const char *one, const char *other) {
  if (!one || !other) return false;
  const unsigned char *left = (const unsigned char *)one, *right = (const unsigned char *)other;
  while (*left && *right)
    if (folded(next_scalar(&left)) != folded(next_scalar(&right))) return false;
  return *left == *right;
}
char *copy(const char *text) { return text ? strdup(text) : NULL; }

struct account *state_account(const char *identity) {
  struct account *account = state.accounts;
  while (account && !same(account->identity, identity)) account = account->next;
  return account;
}

void state_add_account(const char *identity, int64_t retry_at) {
  struct account *account = calloc(1, sizeof *account), **place = &state.accounts;
  account->identity = copy(identity);
  account->retry_at = retry_at;
  while (*place) place = &(*place)->next;
  *place = account;
}

void state_remove_account(const char *identity) {
  for (struct account **place = &state.accounts; *place; place = &(*place)->next) {
    struct account *account = *place;
    if (!same(account->identity, identity)) continue;
    *place = account->next;
    free(account->identity);
    free(account);
    return;
  }
}

const char *state_token(const char *identity) {
  for (struct saved_token *one = state.tokens; one; one = one->next)
    if (same(one->identity, identity)) return one->token;
  return NULL;
}

void state_set_token(const char *identity, const char *token) {
  for (struct saved_token **place = &state.tokens; *place; place = &(*place)->next) {
    struct saved_token *one = *place;
    if (!same(one->identity, identity)) continue;
    *place = one->next;
    free(one->identity);
    free(one->token);
    free(one);
    break;
  }
  if (!token) return;
  struct saved_token *one = calloc(1, sizeof *one);
  one->identity = copy(identity);
  one->token = copy(token);
  one->next = state.tokens;
  state.tokens = one;
}

struct enrollment *enrollment_copy(const struct enrollment *other) {
  struct enrollment *result = calloc(1, sizeof *result);
  *result = (struct enrollment){
      copy(other->identity), copy(other->id), copy(other->enrollment_host), copy(other->policy_host),
      copy(other->authority), copy(other->policy), copy(other->policy_version), other->check_in_at,
  };
  return result;
}

void enrollment_free(struct enrollment *enrollment) {
  if (!enrollment) return;
  free(enrollment->identity);
  free(enrollment->id);
  free(enrollment->enrollment_host);
  free(enrollment->policy_host);
  free(enrollment->authority);
  free(enrollment->policy);
  free(enrollment->policy_version);
  free(enrollment);
}

static void put(struct text *text, const char *name, const char *value) {
  text_put_string(text, name);
  text_put(text, ":");
  text_put_string(text, value);
  text_put(text, ",");
}

static void put_enrollment(struct text *text, const char *name, const struct enrollment *enrollment) {
  text_put_string(text, name);
  if (!enrollment) {
    text_put(text, ":null,");
    return;
  }
  text_put(text, ":{");
  put(text, "identity", enrollment->identity);
  put(text, "id", enrollment->id);
  put(text, "enrollment", enrollment->enrollment_host);
  put(text, "policyHost", enrollment->policy_host);
  put(text, "authority", enrollment->authority);
  put(text, "policy", enrollment->policy);
  put(text, "version", enrollment->policy_version);
  text_put(text, "\"checkInAt\":");
  text_put_int(text, enrollment->check_in_at);
  text_put(text, "},");
}

void state_save(void) {
  struct text text = {0};
  text_put(&text, "{");
  put_enrollment(&text, "enrollment", state.enrollment);
  put_enrollment(&text, "departure", state.departure);
  put(&text, "reason", state.departure_reason);
  put(&text, "wipeId", state.wipe_id);
  text_put(&text, state.departure_wipes ? "\"wipes\":true," : "\"wipes\":false,");
  text_put(&text, "\"accounts\":[");
  for (struct account *account = state.accounts; account; account = account->next) {
    text_put(&text, account == state.accounts ? "{" : ",{");
    put(&text, "identity", account->identity);
    text_put(&text, "\"retryAt\":");
    text_put_int(&text, account->retry_at);
    text_put(&text, "}");
  }
  text_put(&text, "],\"tokens\":[");
  for (struct saved_token *one = state.tokens; one; one = one->next) {
    text_put(&text, one == state.tokens ? "{" : ",{");
    put(&text, "identity", one->identity);
    text_put(&text, "\"token\":");
    text_put_string(&text, one->token);
    text_put(&text, "}");
  }
  text_put(&text, "]}\n");
  char draft[4100];
  snprintf(draft, sizeof draft, "%s.new", path);
  FILE *file = fopen(draft, "w");
  bool is_written = file && fwrite(text.bytes, 1, text.count, file) == text.count;
  if (file && fclose(file) != 0) is_written = false;
  if (!is_written || rename(draft, path) != 0) perror(path);
  free(text.bytes);
}

static struct enrollment *read_enrollment(const mamkit_json *value) {
  if (!mamkit_is_object(value)) return NULL;
  struct enrollment *result = calloc(1, sizeof *result);
  *result = (struct enrollment){
      copy(mamkit_string(mamkit_get(value, "identity"))), copy(mamkit_string(mamkit_get(value, "id"))),
      copy(mamkit_string(mamkit_get(value, "enrollment"))), copy(mamkit_string(mamkit_get(value, "policyHost"))),
      copy(mamkit_string(mamkit_get(value, "authority"))), copy(mamkit_string(mamkit_get(value, "policy"))),
      copy(mamkit_string(mamkit_get(value, "version"))), mamkit_int(mamkit_get(value, "checkInAt"), 0),
  };
  return result;
}

void state_open(const char *folder) {
  while (state.accounts) state_remove_account(state.accounts->identity);
  while (state.tokens) state_set_token(state.tokens->identity, NULL);
  enrollment_free(state.enrollment);
  enrollment_free(state.departure);
  free(state.departure_reason);
  free(state.wipe_id);
  memset(&state, 0, sizeof state);
  snprintf(path, sizeof path, "%s/c-sdk-state.json", folder);
  FILE *file = fopen(path, "r");
  if (!file) return;
  struct text text = {0};
  text_put(&text, "");
  char bytes[4096];
  for (size_t count; (count = fread(bytes, 1, sizeof bytes, file)) > 0;) text_add(&text, bytes, count);
  fclose(file);
  mamkit_json *saved = mamkit_parse(text.bytes);
  state.enrollment = read_enrollment(mamkit_get(saved, "enrollment"));
  state.departure = read_enrollment(mamkit_get(saved, "departure"));
  state.departure_reason = copy(mamkit_string(mamkit_get(saved, "reason")));
  state.wipe_id = copy(mamkit_string(mamkit_get(saved, "wipeId")));
  state.departure_wipes = mamkit_bool(mamkit_get(saved, "wipes"), false);
  const mamkit_json *one;
  for (int index = 0; (one = mamkit_element(mamkit_get(saved, "accounts"), index)); index++)
    state_add_account(mamkit_string(mamkit_get(one, "identity")), mamkit_int(mamkit_get(one, "retryAt"), 0));
  for (int index = 0; (one = mamkit_element(mamkit_get(saved, "tokens"), index)); index++)
    state_set_token(mamkit_string(mamkit_get(one, "identity")), mamkit_string(mamkit_get(one, "token")));
  mamkit_free(saved);
  free(text.bytes);
}
