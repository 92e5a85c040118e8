// What the SDK remembers: it survives a kill, because every change is written as a whole file before it is seen.
#pragma once
#include "mamkit.h"

/// A registered account, and when its enrollment is tried again.
struct account {
  char *identity;
  int64_t retry_at;
  struct account *next;
};

/// The enrolled user.
struct enrollment {
  char *identity, *id;
  char *enrollment_host, *policy_host, *authority;
  /// The policy as JSON text; NULL without one.
  char *policy;
  char *policy_version;
  int64_t check_in_at;
};

/// A refresh token.
struct saved_token {
  char *identity, *token;
  struct saved_token *next;
};

extern struct state {
  struct account *accounts;
  /// NULL if nobody is enrolled.
  struct enrollment *enrollment;
  /// An unenrollment that is under way: who leaves, and why; NULL if nobody does.
  struct enrollment *departure;
  char *departure_reason, *wipe_id;
  bool departure_wipes;
  struct saved_token *tokens;
} state;

/// Reads the state of an installation, or begins with none.
void state_open(const char *folder);
/// Writes it.
void state_save(void);

/// Identities are compared without regard to letter case; NULL is the same as nobody.
bool same(const char *one, const char *other);
char *copy(const char *text);

struct account *state_account(const char *identity);
void state_add_account(const char *identity, int64_t retry_at);
void state_remove_account(const char *identity);
const char *state_token(const char *identity);
/// Sets a refresh token; NULL removes it.
void state_set_token(const char *identity, const char *token);
struct enrollment *enrollment_copy(const struct enrollment *other);
void enrollment_free(struct enrollment *enrollment);
