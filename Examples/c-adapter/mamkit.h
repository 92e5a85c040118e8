// The kit of an adapter in C or Objective-C: what every adapter needs around its SDK.
//
// The author fills in one `mamkit_app`, a table of functions, and calls `mamkit_main`. The kit reads messages and writes
// replies, over standard input and output or over a socket; knows when a response is held back; stands still in a
// callback when the script says so; and turns what is not offered into errors of the step protocol.
//
// Everything happens on the thread that called `mamkit_main`, one operation at a time. Each function of the table does
// all that can be done at this instant, which is `mamkit_now`; nothing else may be asked for the time. Standard output
// belongs to the protocol: whatever is for people goes to standard error.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// MARK: - JSON that has come

/// A value of JSON, owned by the kit; of a message it lives until the function that was given it returns.
typedef struct mamkit_json mamkit_json;

/// Reads a text; NULL if it is not JSON. To be freed with `mamkit_free`.
mamkit_json *mamkit_parse(const char *text);
void mamkit_free(mamkit_json *value);
/// A member of an object; NULL if there is none, or if the value is no object.
const mamkit_json *mamkit_get(const mamkit_json *object, const char *name);
/// An element of an array; NULL behind its end.
const mamkit_json *mamkit_element(const mamkit_json *array, int index);
/// The text of a string in UTF-8; NULL if the value is not a string.
const char *mamkit_string(const mamkit_json *value);
/// The number, or `otherwise` if the value is not an integer.
int64_t mamkit_int(const mamkit_json *value, int64_t otherwise);
/// True or false, or `otherwise` if the value is neither.
bool mamkit_bool(const mamkit_json *value, bool otherwise);
/// True if the value is an object.
bool mamkit_is_object(const mamkit_json *value);
/// The text of a value again. To be freed with `free`.
char *mamkit_text(const mamkit_json *value);

// MARK: - The app

/// No instant, for `next_instant` and `mamkit_hold`.
#define MAMKIT_NEVER INT64_MIN

/// An app with the SDK in it. What is NULL is not offered.
typedef struct mamkit_app {
  const char *name, *version, *sdk;
  /// Such as {"held", "lifecycle", NULL}.
  const char *const *capabilities;
  /// The app starts: start the SDK. Ends with the event `appStarted`.
  void (*launch)(const mamkit_json *arguments);
  /// Calls an API of the SDK; false if it is not offered.
  bool (*call)(const char *api, const mamkit_json *arguments);
  /// The earliest instant at which the SDK wants to run again, in milliseconds, or MAMKIT_NEVER.
  int64_t (*next_instant)(void);
  /// That instant has come.
  void (*wake)(void);
  /// `foreground`, `background` or `suspended`.
  void (*lifecycle)(const char *to);
  /// A person answers the oldest prompt of a kind; false if none is open.
  bool (*user)(const char *kind, const char *action, const char *identity);
  /// `signIn` or `purge`.
  void (*tokens)(const char *action, const char *identity);
  /// The response to a request that was held is on the wire now: wait for it and go on.
  void (*resume)(const char *request, void *context);
  /// A request that was held has waited too long: give it up.
  void (*time_out)(const char *request, void *context);
  /// Any other operation: `file`, `device`, `openURL`, `complete`; false if it is not offered.
  bool (*other)(const char *operation, const mamkit_json *arguments);
} mamkit_app;

/// Serves until the app is closed or its input ends. `argv` may name an address, `unix:PATH` or `tcp:HOST:PORT`, and a
/// token; else the variables MAMCONFORM_CONNECT and MAMCONFORM_TOKEN do; else standard input and output are used.
/// Returns the status to exit with.
int mamkit_main(const mamkit_app *app, int argc, char **argv);

/// The virtual time of this activation, in milliseconds since 1970.
int64_t mamkit_now(void);

// MARK: - What an operation returns

void mamkit_return_string(const char *text);  // NULL is null
void mamkit_return_bool(bool value);
void mamkit_return_int(int64_t value);
/// Returns any value, as JSON text.
void mamkit_return_json(const char *text);
/// The operation ends with an error: `unsupported`, `badArguments`, `missing` or `failed`.
void mamkit_refuse(const char *code, const char *message);
/// The API that is being called blocks: says so, and returns the number of the call for `mamkit_finish`.
int64_t mamkit_block(void);
/// A call that has blocked returns null: at once, or with the event `callReturned`.
void mamkit_finish(int64_t call, const char *api);

// MARK: - What the app saw

/// Begins an event. Its members follow, and `mamkit_event_end`.
void mamkit_event(const char *name);
void mamkit_event_string(const char *member, const char *text);  // NULL is null
void mamkit_event_int(const char *member, int64_t value);
void mamkit_event_bool(const char *member, bool value);
/// Ends the event. If the script says that the app stands still in it, this does not return: the app is killed here.
void mamkit_event_end(void);
/// A scripted answer of the delegates, such as that of `restartApplication`; NULL if none was scripted.
const mamkit_json *mamkit_answer(const char *name);

// MARK: - Requests

/// Counts a request and writes its `client-request-id`, such as "r3"; to be called before it is sent. A request that
/// was not put on the wire, because the host refused it, is taken back with `mamkit_unsent`.
void mamkit_sent(char request[24]);
void mamkit_unsent(void);
/// Readable when the coordinator has something to say while a response is waited for: look with `mamkit_is_held` then.
int mamkit_descriptor(void);
/// True once the coordinator has said that the response to a request is held back. Does not wait.
bool mamkit_is_held(const char *request);
/// Notes that the response to a request is held back, and when the request times out; `resume` or `time_out` follows.
void mamkit_hold(const char *request, int64_t due, void *context);

#ifdef __cplusplus
}
#endif
