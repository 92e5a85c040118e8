// The SDK as tasks. What takes time is a task, which runs until it waits for a response or for the person at the device.
#include "sdk.h"

#include "http.h"
#include "state.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HOUR 3600000LL
static const int64_t retry_interval = 24 * HOUR, check_in_interval = 8 * HOUR, request_timeout = 60000;

/// A task: `run` goes on behind the line at which it waited.
struct task {
  void (*run)(struct task *task);
  int line;
  bool is_done;
  struct task *next;
  /// Whom it is about, and the enrollment that the service has asked to renew.
  char *identity, *replaces;
  bool is_login, is_retry;
  /// The call that returns when the task, or its token, is there; 0 for none.
  int64_t call;
  /// What it has learned from the service.
  char *enrollment_host, *policy_host, *authority, *token, *id;
  /// The request that it waits for.
  struct exchange exchange;
  enum outcome outcome;
  bool has_timed_out;
  mamkit_json *answer;
  int code;
  /// The prompt that it waits for, and what the person did.
  const char *question;
  bool has_entered;
  char *entered;
};

static struct task *ready, *asking;
static char *edition, *bundle, *device, *version, *location, *launch_authority, *client, *managed_user;
static bool enrollment_delegate, policy_delegate, is_enrolling, is_checking_in, has_hooks;

// MARK: - What the app is told

static mamkit_json *delegates;

static const char *text_of(int code) {
  static const struct {
    int code;
    const char *text;
  } texts[] = {
      {100, "New policies were received"}, {101, "The policies have not changed"}, {102, "A wipe was received"},
      {103, "No policy was received"}, {104, "The account was unenrolled"}, {200, "The account is not licensed"},
      {203, "The user must sign in"}, {204, "The location service failed"}, {205, "The enrollment service failed"},
      {206, "The response could not be read"}, {207, "No account was given"}, {208, "The app is already enrolled"},
      {212, "The policy service failed"}, {213, "The app is not enrolled"},
      {214, "The account is not the enrolled one"}, {215, "The account's data could not be cleared"},
      {216, "The operation took too long"}, {217, "The authentication library failed"},
      {218, "Another account must be removed first"}, {219, "The user cancelled the sign-in"},
      {220, "The policy record is gone"}, {221, "The user to enroll again is not enrolled any more"},
      {222, "The tenant is being migrated"}, {225, "No policy targets the user"},
  };
  for (size_t index = 0; index < sizeof texts / sizeof *texts; index++)
    if (texts[index].code == code) return texts[index].text;
  return "An internal error occurred";
}

/// Codes that later editions of the contract added are internal errors before.
static int code_in_edition(int code) {
  const char *first = code == 220 || code == 221 ? "2016-12" : code == 222 || code == 225 ? "2020-01" : "";
  return strcmp(edition, first) < 0 ? 201 : code;
}

static bool implements(const char *kind, bool is_set, const char *method) {
  const mamkit_json *methods = mamkit_get(delegates, kind), *one;
  if (!is_set || !mamkit_element(methods, 0)) return is_set;
  for (int index = 0; (one = mamkit_element(methods, index)); index++)
    if (mamkit_string(one) && strcmp(mamkit_string(one), method) == 0) return true;
  return false;
}

static void report(const char *callback, const char *identity, int code) {
  code = code_in_edition(code);
  if (!implements("enrollment", enrollment_delegate, callback)) return;
  mamkit_event(callback);
  mamkit_event_string("identity", identity);
  mamkit_event_int("statusCode", code);
  mamkit_event_bool("didSucceed", code < 200);
  mamkit_event_string("errorString", text_of(code));
  mamkit_event_string("error", code < 200 ? NULL : text_of(code));
  mamkit_event_end();
}

/// Asks a policy delegate; false if it says no or does not implement the method.
static bool ask(const char *callback, const char *identity) {
  const mamkit_json *answer = mamkit_answer(callback);
  if (mamkit_string(answer) || !implements("policy", policy_delegate, callback)) return false;
  bool says_yes = mamkit_bool(answer, false);
  mamkit_event(callback);
  if (identity) mamkit_event_string("identity", identity);
  mamkit_event_string("thread", "background");
  mamkit_event_bool("answered", says_yes);
  mamkit_event_end();
  return says_yes;
}

static void post_policy_change(void) {
  mamkit_event("notification");
  mamkit_event_string("name", "IntuneMAMPolicyDidChangeNotification");
  mamkit_event_string("object", "IntuneMAMPolicyManager");
  mamkit_event_string("userInfo", NULL);
  mamkit_event_end();
}

// MARK: - Tasks

static void add(struct task **list, struct task *task) {
  task->next = NULL;
  while (*list) list = &(*list)->next;
  *list = task;
}

static struct task *spawn(void (*run)(struct task *), const char *identity) {
  struct task *task = calloc(1, sizeof *task);
  task->run = run;
  task->identity = copy(identity);
  add(&ready, task);
  return task;
}

static void end(struct task *task) {
  char *texts[] = {task->identity, task->replaces, task->enrollment_host, task->policy_host, task->authority,
                   task->token, task->id, task->entered};
  for (size_t index = 0; index < sizeof texts / sizeof *texts; index++) free(texts[index]);
  mamkit_free(task->answer);
  http_end(&task->exchange);
  free(task);
}

/// Runs one task after the other until each is done or waits.
static void work(void) {
  while (ready) {
    struct task *task = ready;
    ready = task->next;
    task->is_done = true;  // unless it says that it waits
    task->run(task);
    if (task->is_done) end(task);
  }
}

// A task is a function that goes on behind the line at which it waited.
#define BEGIN switch (task->line) { case 0:
#define WAIT do { task->is_done = false; task->line = __LINE__; return; case __LINE__:; } while (0)
#define END }

/// Goes on at once with a task whose response is there, or leaves it with the kit.
static void sent(struct task *task, enum outcome outcome) {
  task->outcome = outcome;
  task->has_timed_out = false;
  if (outcome == held) {
    mamkit_hold(task->exchange.name, mamkit_now() + request_timeout, task);
  } else {
    task->next = ready;
    ready = task;
  }
}

static void post(struct task *task, const char *host, const char *path, struct text *body, bool is_form) {
  char url[2048];
  snprintf(url, sizeof url, "%s%s", host, path);
  http_end(&task->exchange);
  mamkit_free(task->answer);
  task->answer = NULL;
  enum outcome outcome = http_post(&task->exchange, url, body->bytes, is_form ? NULL : task->token, is_form);
  free(body->bytes);
  sent(task, outcome);
}

static void resume(const char *request, void *context) {
  (void)request;
  struct task *task = context;
  task->outcome = http_receive(&task->exchange);
  add(&ready, task);
  work();
}

static void time_out(const char *request, void *context) {
  (void)request;
  struct task *task = context;
  task->outcome = unreachable;
  task->has_timed_out = true;
  add(&ready, task);
}

/// The code of what came of a request: 0 if it is an answer with the member that is needed.
static int judge(struct task *task, int host_failure, const char *needed) {
  static const struct {
    const char *word;
    int code;
  } errors[] = {
      {"BadRequest", 201}, {"invalid_grant", 203}, {"interaction_required", 203}, {"InvalidToken", 203},
      {"AccountNotLicensed", 200}, {"LicensedNotTargeted", 225}, {"TenantMigration", 222},
      {"TenantNotEnabled", 200}, {"UserNotFound", 204}, {"NotEnrolled", 104}, {"Gone", 220},
  };
  if (task->has_timed_out) return 216;
  if (task->outcome != answered) return host_failure;
  task->answer = mamkit_parse(task->exchange.answer.bytes ? task->exchange.answer.bytes : "");
  if (task->exchange.status == 200) {
    bool is_good = mamkit_is_object(task->answer) && (!needed || mamkit_get(task->answer, needed));
    return is_good ? 0 : host_failure == 217 ? 217 : 206;
  }
  const mamkit_json *error = mamkit_get(task->answer, "error");
  const char *word = mamkit_string(mamkit_is_object(error) ? mamkit_get(error, "code") : error);
  for (size_t index = 0; word && index < sizeof errors / sizeof *errors; index++)
    if (strcmp(errors[index].word, word) == 0) return errors[index].code;
  return host_failure;
}

static void set(char **place, const char *text) {
  char *old = *place;
  *place = copy(text);
  free(old);
}

static const char *member(struct task *task, const char *name) {
  return mamkit_string(mamkit_get(task->answer, name));
}

static struct text json(const char *const *members) {
  struct text text = {0};
  text_put(&text, "{");
  for (; *members; members += 2) {
    if (text.count > 1) text_put(&text, ",");
    text_put_string(&text, members[0]);
    text_put(&text, ":");
    text_put_string(&text, strcmp(members[1], "\1null") == 0 ? NULL : members[1]);
  }
  text_put(&text, "}");
  return text;
}
#define JSON(...) json((const char *const[]){__VA_ARGS__, NULL})
static const char *or_null(const char *text) { return text ? text : "\1null"; }

// MARK: - Tokens

static void put_form(struct text *form, const char *name, const char *value) {
  char *escaped = curl_easy_escape(NULL, value, 0);
  if (form->count) text_put(form, "&");
  text_put(form, name);
  text_put(form, "=");
  text_put(form, escaped);
  curl_free(escaped);
}

/// Asks for tokens: by the user's password if the app signs in, else by the refresh token.
static void ask_for_token(struct task *task, const char *identity, bool signs_in) {
  struct text form = {0};
  put_form(&form, "grant_type", signs_in ? "password" : "refresh_token");
  if (signs_in) {
    put_form(&form, "username", identity);
    put_form(&form, "password", "secret");
  } else {
    put_form(&form, "refresh_token", state_token(identity));
  }
  put_form(&form, "client_id", client);
  put_form(&form, "scope", "mam");
  post(task, task->authority, "/oauth2/v2.0/token", &form, true);
}

/// Takes the tokens in; the code, 0 for success.
static int take_token(struct task *task, const char *identity) {
  int code = judge(task, 217, "access_token");
  if (code) return code;
  set(&task->token, member(task, "access_token"));
  if (member(task, "refresh_token")) {
    state_set_token(identity, member(task, "refresh_token"));
    state_save();
  }
  return 0;
}

static void sign_in(struct task *task) {
  BEGIN
  ask_for_token(task, task->identity, true);
  WAIT;
  int code = take_token(task, task->identity);
  if (code) mamkit_refuse("failed", text_of(code));
  END
}

static void prompt(struct task *task, const char *event, const char *kind, const char *answered_by) {
  task->question = answered_by;
  add(&asking, task);
  mamkit_event(event);
  mamkit_event_string("kind", kind);
  if (strcmp(event, "prompt") == 0) {
    mamkit_event_string("identity", task->identity);
    if (strcmp(kind, "credentials") == 0) mamkit_event_string("authority", task->authority);
  }
  mamkit_event_end();
}

// MARK: - Enrollment

static void finish_policy_request(struct task *task);
static void depart(struct task *task);
static bool request_policy(struct task *task, int failure);
static bool policy_changed, is_wiped, asks_to_enroll_again;

/// What came of an attempt that has failed.
static void fail_enrollment(struct task *task, int code) {
  struct account *account = state_account(task->identity);
  if (account) {
    account->retry_at = mamkit_now() + retry_interval;
    state_save();
  }
  report("enrollmentRequest", task->identity, code);
}

/// Notes the user as enrolled, unless that is not wanted any more; the code then, 0 for success.
static int enter_enrollment(struct task *task) {
  const char *current = state.enrollment ? state.enrollment->id : NULL;
  bool is_same = task->replaces ? current && strcmp(current, task->replaces) == 0 : !current;
  if (!is_same || !(task->is_login || state_account(task->identity)) || state.departure)
    return task->replaces ? 221 : current ? 208 : 214;
  if (!state_account(task->identity)) state_add_account(task->identity, mamkit_now());
  struct enrollment *enrollment = calloc(1, sizeof *enrollment);
  *enrollment = (struct enrollment){
      copy(task->identity), copy(task->id), copy(task->enrollment_host), copy(task->policy_host),
      copy(task->authority), state.enrollment ? copy(state.enrollment->policy) : NULL, NULL, mamkit_now(),
  };
  enrollment_free(state.enrollment);
  state.enrollment = enrollment;
  state_save();
  return 0;
}

static void unenroll(struct task *task, const char *reason, const char *wipe_id) {
  struct text body = JSON("enrollmentId", task->id, "wipeId", or_null(wipe_id), "reason", reason);
  post(task, task->enrollment_host, "/unenroll", &body, false);
}

/// One attempt and its one status callback.
static void enroll(struct task *task) {
  BEGIN
  // The user by whom the device is managed is not asked for a name.
  if (task->is_login && !task->identity) set(&task->identity, managed_user);
  if (task->is_login && !task->identity) {
    prompt(task, "prompt", "userName", "userName");
    WAIT;
    if (!task->has_entered) {
      report("enrollmentRequest", task->entered, 219);
      return;
    }
    set(&task->identity, task->entered);
  }
  if (state.enrollment && !task->replaces) {
    fail_enrollment(task, state.departure ? 218 : 208);
    return;
  }
  struct text body = JSON("identity", task->identity);
  post(task, location, "/locate", &body, false);
  WAIT;
  if ((task->code = judge(task, 204, "authority"))) {
    fail_enrollment(task, task->code);
    return;
  }
  set(&task->enrollment_host, member(task, "enrollment"));
  set(&task->policy_host, member(task, "policy"));
  set(&task->authority, member(task, "authority"));
  task->code = 203;
  if (state_token(task->identity)) {
    ask_for_token(task, task->identity, false);
    WAIT;
    task->code = take_token(task, task->identity);
  }
  if (task->code == 203 && task->is_login) {
    prompt(task, "prompt", "credentials", "credentials");
    WAIT;
    if (!task->has_entered) {
      fail_enrollment(task, 219);
      return;
    }
    ask_for_token(task, task->entered ? task->entered : task->identity, true);
    WAIT;
    task->code = take_token(task, task->entered ? task->entered : task->identity);
    if (!task->code) task->code = state_token(task->identity) ? 0 : 203;
    if (!task->code) {
      ask_for_token(task, task->identity, false);
      WAIT;
      task->code = take_token(task, task->identity);
    }
  }
  if (task->code) {
    fail_enrollment(task, task->code);
    return;
  }
  struct text enrolling = JSON(
      "identity", task->identity, "bundleId", bundle, "deviceTag", device, "appVersion", version, "sdkVersion", "1.0",
      "edition", edition);
  post(task, task->enrollment_host, "/enroll", &enrolling, false);
  WAIT;
  if ((task->code = judge(task, 205, "enrollmentId"))) {
    fail_enrollment(task, task->code);
    return;
  }
  set(&task->id, member(task, "enrollmentId"));
  if ((task->code = enter_enrollment(task))) {
    unenroll(task, "deregister", NULL);
    WAIT;
    fail_enrollment(task, task->code);
    return;
  }
  is_checking_in = true;
  struct text checking = JSON("enrollmentId", task->id, "policyVersion", or_null(NULL));
  post(task, task->policy_host, "/checkin", &checking, false);
  WAIT;
  is_checking_in = false;
  request_policy(task, judge(task, 212, "result"));
  report("enrollmentRequest", task->identity, task->code == 100 ? 100 : 103);
  finish_policy_request(task);
  END
}

/// Lets the next attempt begin that waits for its turn.
static void next_turn(void) {
  is_enrolling = false;
  for (struct task **place = &asking; *place; place = &(*place)->next) {
    struct task *waiting = *place;
    if (strcmp(waiting->question, "turn") != 0) continue;
    *place = waiting->next;
    add(&ready, waiting);
    return;
  }
}

/// An attempt of a registered account. They wait for each other: at most one is under way.
static void attempt(struct task *task) {
  if (task->line == 0) {
    if (is_enrolling) {
      task->is_done = false;
      task->question = "turn";
      add(&asking, task);
      return;
    }
    is_enrolling = true;
    bool is_wanted = state_account(task->identity) && !(task->is_retry && state.enrollment);
    if (!is_wanted) {
      next_turn();
      return;
    }
  }
  enroll(task);
  if (task->is_done) next_turn();
}

// MARK: - Policy

/// Puts the answer of a check-in into force; what the app is told comes later.
static bool request_policy(struct task *task, int failure) {
  const char *result = failure ? NULL : member(task, "result");
  policy_changed = is_wiped = asks_to_enroll_again = false;
  bool has_policy = mamkit_is_object(mamkit_get(task->answer, "policy"));
  if (failure) task->code = failure;
  else if (!result) task->code = 206;
  else if (strcmp(result, "policy") == 0) task->code = has_policy ? 100 : 206;
  else if (strcmp(result, "unchanged") == 0) task->code = 101;
  else if (strcmp(result, "wipe") == 0) task->code = 102;
  else if (strcmp(result, "none") == 0) task->code = 103;
  else if (strcmp(result, "reenroll") == 0) asks_to_enroll_again = true;
  else task->code = 206;
  struct enrollment *enrollment = state.enrollment;
  if (!enrollment || strcmp(enrollment->id, task->id) != 0 || state.departure) {
    if (!asks_to_enroll_again) task->code = enrollment && !state.departure ? 214 : 213;
    return false;
  }
  enrollment->check_in_at = mamkit_now() + check_in_interval;
  bool had_policy = enrollment->policy != NULL;
  if (asks_to_enroll_again) task->code = 0;
  if (task->code == 100) {
    char *policy = mamkit_text(mamkit_get(task->answer, "policy"));
    policy_changed = !had_policy || strcmp(policy, enrollment->policy) != 0;
    free(enrollment->policy);
    enrollment->policy = policy;
    set(&enrollment->policy_version, member(task, "version"));
  } else if (task->code == 103) {
    set(&enrollment->policy, NULL);
    set(&enrollment->policy_version, NULL);
    policy_changed = had_policy;
  } else if (task->code == 102) {
    is_wiped = true;
    state.departure = enrollment_copy(enrollment);
    set(&state.departure_reason, "wipe");
    set(&state.wipe_id, member(task, "wipeId"));
    state.departure_wipes = true;
    state_remove_account(enrollment->identity);
  } else if (task->code == 220) {
    enrollment_free(enrollment);
    state.enrollment = NULL;
    for (struct account *account = state.accounts; account; account = account->next)
      account->retry_at = mamkit_now() + retry_interval;
    policy_changed = had_policy;
  }
  state_save();
  return true;
}

/// The first policy takes effect after a restart: by the app, or by the SDK if the app leaves it to it.
static void restart(struct task *task) {
  BEGIN
  if (ask("restartApplication", NULL)) return;
  prompt(task, "dialog", "restart", "dialog");
  WAIT;
  mamkit_event("exitRequested");
  mamkit_event_end();
  END
}

static void finish_policy_request(struct task *task) {
  if (asks_to_enroll_again) {
    if (state.enrollment && !state.departure) {
      struct task *again = spawn(enroll, task->identity);
      set(&again->replaces, task->id);
    } else {
      report("enrollmentRequest", task->identity, 221);
    }
    return;
  }
  bool has_changed = policy_changed, leaves = is_wiped;
  report("policyRequest", task->identity, task->code);
  if (has_changed) post_policy_change();
  if (leaves) {
    struct task *leaving = spawn(depart, task->identity);
    set(&leaving->token, task->token);
  } else if (state.enrollment && state.enrollment->policy && !has_hooks) {
    has_hooks = true;
    spawn(restart, NULL);
  }
}

static void take_hosts(struct task *task, const struct enrollment *enrollment) {
  set(&task->identity, enrollment->identity);
  set(&task->id, enrollment->id);
  set(&task->enrollment_host, enrollment->enrollment_host);
  set(&task->policy_host, enrollment->policy_host);
  set(&task->authority, enrollment->authority);
}

static void check_in(struct task *task) {
  BEGIN
  is_checking_in = true;
  take_hosts(task, state.enrollment);
  task->code = 203;
  if (state_token(task->identity)) {
    ask_for_token(task, task->identity, false);
    WAIT;
    task->code = take_token(task, task->identity);
  }
  if (!task->code) {
    const char *known = state.enrollment ? state.enrollment->policy_version : NULL;
    struct text body = JSON("enrollmentId", task->id, "policyVersion", or_null(known));
    post(task, task->policy_host, "/checkin", &body, false);
    WAIT;
    task->code = judge(task, 212, "result");
  }
  is_checking_in = false;
  request_policy(task, task->code);
  finish_policy_request(task);
  END
}

// MARK: - Unenrollment

/// Drops the policy and unenrolls. A task that has a token already does not ask for one.
static void depart(struct task *task) {
  BEGIN
  take_hosts(task, state.departure);
  if (state.enrollment) {
    // The files of the user are the app's: this SDK has none of its own, so it can only ask.
    if (state.departure_wipes) ask("wipeDataForAccount", task->identity);
    bool had_policy = state.enrollment->policy != NULL;
    enrollment_free(state.enrollment);
    state.enrollment = NULL;
    for (struct account *account = state.accounts; account; account = account->next)
      account->retry_at = mamkit_now() + retry_interval;
    state_save();
    if (had_policy) post_policy_change();
  }
  if (!task->token && !task->code) {
    task->code = 203;
    if (state_token(task->identity)) {
      ask_for_token(task, task->identity, false);
      WAIT;
      task->code = take_token(task, task->identity);
    }
  }
  if (!task->code) {
    unenroll(task, state.departure_reason, state.wipe_id);
    WAIT;
    task->code = judge(task, 205, NULL);
    if (!task->code) task->code = 104;
  }
  enrollment_free(state.departure);
  state.departure = NULL;
  set(&state.wipe_id, NULL);
  state_save();
  report("unenrollRequest", task->identity, mamkit_bool(mamkit_answer("failToClear"), false) ? 215 : task->code);
  END
}

/// The call blocks until the token for the unenrollment is there.
static void deregister(struct task *task) {
  BEGIN
  take_hosts(task, state.departure);
  task->code = 203;
  if (state_token(task->identity)) {
    ask_for_token(task, task->identity, false);
    WAIT;
    task->code = take_token(task, task->identity);
  }
  struct task *leaving = spawn(depart, task->identity);
  set(&leaving->token, task->code ? NULL : task->token);
  leaving->code = task->code;
  mamkit_finish(task->call, "deRegisterAndUnenrollAccount");
  END
}

// MARK: - The app's calls

static void enqueue(const char *identity, bool is_retry) { spawn(attempt, identity)->is_retry = is_retry; }

static void register_account(const char *identity) {
  if (!identity || !*identity) {
    report("enrollmentRequest", identity, 207);
  } else if (state_account(identity)) {
    mamkit_event("log");
    mamkit_event_string("level", "warning");
    mamkit_event_string("message", "The account is already registered; the call is ignored.");
    mamkit_event_end();
  } else {
    // The retry is due from now on, so that an attempt that a kill cuts short is made again in time.
    state_add_account(identity, mamkit_now() + retry_interval);
    state_save();
    enqueue(identity, false);
  }
}

static void deregister_account(const char *identity, bool wipes) {
  if (!identity || !*identity) {
    report("unenrollRequest", identity, 207);
    return;
  }
  state_remove_account(identity);
  state_save();
  bool is_enrolled = state.enrollment && same(state.enrollment->identity, identity);
  if (state.departure || !is_enrolled) {
    report("unenrollRequest", identity, state.enrollment && !state.departure ? 214 : 213);
    return;
  }
  state.departure = enrollment_copy(state.enrollment);
  set(&state.departure_reason, "deregister");
  set(&state.wipe_id, NULL);
  state.departure_wipes = wipes;
  state_save();
  spawn(deregister, identity)->call = mamkit_block();
}

static void return_accounts(void) {
  struct text list = {0};
  text_put(&list, "[");
  for (struct account *account = state.accounts; account; account = account->next) {
    if (account != state.accounts) text_put(&list, ",");
    text_put_string(&list, account->identity);
  }
  text_put(&list, "]");
  mamkit_return_json(list.bytes);
  free(list.bytes);
}

static bool is(const char *one, const char *other) { return strcmp(one, other) == 0; }

/// The policy object for an identity: what the edition knows, made from the policy of the check-in.
static void return_policy(const char *identity) {
  bool is_managed = state.enrollment && state.enrollment->policy && same(state.enrollment->identity, identity);
  mamkit_json *policy = is_managed ? mamkit_parse(state.enrollment->policy) : NULL;
  const char *sharing = mamkit_string(mamkit_get(policy, "allowedOutboundDataTransferDestinations"));
  const char *encryption = mamkit_string(mamkit_get(policy, "appDataEncryptionType"));
  if (!sharing) sharing = "allApps";
  const struct {
    const char *name, *first;
    bool value;
  } members[] = {
      {"managed", "2016-09", is_managed},
      {"isPINRequired", "2016-09", mamkit_bool(mamkit_get(policy, "pinRequired"), false)},
      {"isManagedBrowserRequired", "2016-09",
       mamkit_bool(mamkit_get(policy, "managedBrowserToOpenLinksRequired"), false)},
      {"isContactSyncAllowed", "2016-09", !mamkit_bool(mamkit_get(policy, "contactSyncBlocked"), false)},
      {"isSpotlightIndexingAllowed", "2016-09", is(sharing, "allApps")},
      {"isAppSharingAllowed", "2016-09", !is(sharing, "none")},
      {"isFileEncryptionRequired", "2020-06", encryption && !is(encryption, "useDeviceSettings")},
  };
  struct text text = {0};
  text_put(&text, "{");
  for (size_t index = 0; index < sizeof members / sizeof *members; index++) {
    if (strcmp(edition, members[index].first) < 0) continue;
    if (index) text_put(&text, ",");
    text_put_string(&text, members[index].name);
    text_put(&text, members[index].value ? ":true" : ":false");
  }
  text_put(&text, "}");
  mamkit_return_json(text.bytes);
  free(text.bytes);
  mamkit_free(policy);
}

static bool set_delegate(const mamkit_json *arguments) {
  const char *kind = mamkit_string(mamkit_get(arguments, "delegate"));
  const char *value = mamkit_string(mamkit_get(arguments, "value"));
  if (!kind || !value) {
    mamkit_refuse("badArguments", "setDelegate needs a delegate and a value");
    return true;
  }
  // The SDK holds the enrollment delegate weakly and the policy delegate strongly.
  bool is_enrollment = is(kind, "enrollment");
  bool *place = is_enrollment ? &enrollment_delegate : &policy_delegate;
  if (is(value, "new")) *place = true;
  else if (is(value, "none") || is_enrollment) *place = false;
  return true;
}

static bool call(const char *api, const mamkit_json *arguments) {
  const char *identity = mamkit_string(mamkit_get(arguments, "identity"));
  const char *enrolled = state.enrollment ? state.enrollment->identity : NULL;
  if (is(api, "registerAndEnrollAccount")) register_account(identity);
  else if (is(api, "loginAndEnrollAccount")) spawn(enroll, identity)->is_login = true;
  else if (is(api, "deRegisterAndUnenrollAccount"))
    deregister_account(identity, mamkit_bool(mamkit_get(arguments, "doWipe"), false));
  else if (is(api, "registeredAccounts")) return_accounts();
  else if (is(api, "enrolledAccount")) mamkit_return_string(enrolled);
  else if (is(api, "isIdentityManaged")) mamkit_return_bool(same(enrolled, identity));
  else if (is(api, "policyForIdentity")) return_policy(identity);
  else if (is(api, "instance")) mamkit_return_string("IntuneMAMEnrollmentManager");
  else if (is(api, "setDelegate")) set_delegate(arguments);
  else return false;
  work();
  return true;
}

// MARK: - The app's life

static int64_t next_instant(void) {
  if (state.departure) return MAMKIT_NEVER;
  if (state.enrollment) return is_checking_in ? MAMKIT_NEVER : state.enrollment->check_in_at;
  int64_t next = MAMKIT_NEVER;
  for (struct account *account = state.accounts; account; account = account->next)
    if (next == MAMKIT_NEVER || account->retry_at < next) next = account->retry_at;
  return next;
}

static void do_what_is_due(void) {
  int64_t next = next_instant();
  if (next == MAMKIT_NEVER || next > mamkit_now()) return;
  if (state.enrollment) {
    spawn(check_in, NULL);
    return;
  }
  for (struct account *account = state.accounts; account; account = account->next) {
    if (account->retry_at > mamkit_now()) continue;
    account->retry_at = mamkit_now() + retry_interval;
    enqueue(account->identity, true);
  }
  state_save();
}

static void wake(void) {
  do_what_is_due();
  work();
}

static void lifecycle(const char *to) {
  if (!is(to, "suspended")) wake();
}

static bool user(const char *kind, const char *action, const char *identity) {
  for (struct task **place = &asking; *place; place = &(*place)->next) {
    struct task *task = *place;
    if (!is(task->question, kind)) continue;
    *place = task->next;
    task->has_entered = is(action, "enter");
    set(&task->entered, identity);
    add(&ready, task);
    work();
    return true;
  }
  return false;
}

static void tokens(const char *action, const char *identity) {
  if (!is(action, "signIn")) {
    state_set_token(identity, NULL);
    state_save();
    return;
  }
  set(&spawn(sign_in, identity)->authority, launch_authority);
  work();
}

static void launch(const mamkit_json *arguments) {
  const struct {
    char **place;
    const char *name;
  } texts[] = {{&edition, "edition"}, {&bundle, "bundleId"}, {&device, "device"}, {&version, "appVersion"},
               {&location, "location"}, {&launch_authority, "authority"}};
  for (size_t index = 0; index < sizeof texts / sizeof *texts; index++)
    set(texts[index].place, mamkit_string(mamkit_get(arguments, texts[index].name)));
  const char *known = mamkit_string(mamkit_get(mamkit_get(arguments, "settings"), "ADALClientId"));
  set(&client, known ? known : "c-adapter");
  set(&managed_user, mamkit_string(mamkit_get(mamkit_get(arguments, "managed"), "mdmUser")));
  char *text = mamkit_text(mamkit_get(arguments, "delegates"));
  mamkit_free(delegates);
  delegates = mamkit_parse(text);
  free(text);
  enrollment_delegate = mamkit_bool(mamkit_get(delegates, "enrollment"), true);
  policy_delegate = mamkit_bool(mamkit_get(delegates, "policy"), true);
  is_enrolling = is_checking_in = false;
  state_open(mamkit_string(mamkit_get(arguments, "dataFolder")));
  has_hooks = state.enrollment && state.enrollment->policy;
  const mamkit_json *one;
  for (int index = 0; (one = mamkit_element(mamkit_get(arguments, "signedIn"), index)); index++)
    set(&spawn(sign_in, mamkit_string(one))->authority, launch_authority);
  work();
  mamkit_event("appStarted");
  mamkit_event_end();
  if (state.departure) spawn(depart, NULL);
  else do_what_is_due();
  work();
}

static const char *const capabilities[] = {"held", "halt", "lifecycle", NULL};

const mamkit_app example_app = {
    .name = "c-adapter", .version = "1.0", .sdk = "example SDK in C 1.0", .capabilities = capabilities,
    .launch = launch, .call = call, .next_instant = next_instant, .wake = wake, .lifecycle = lifecycle, .user = user,
    .tokens = tokens, .resume = resume, .time_out = time_out,
};
