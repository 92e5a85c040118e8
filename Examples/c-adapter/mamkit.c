// The loop of the step protocol; mamkit.h says what it does.
#include "mamkit.h"

#include "mamkit_json.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/// A request whose response is held back.
struct open_request {
  char name[24];
  int64_t due;
  void *context;
  struct open_request *next;
};

static const mamkit_app *app;
static int input = 0, output = 1;
static struct text arrived;  // what was read and is not a whole line yet
static int64_t now, sequence, request_count;
static int sent;
static bool is_launched, is_blocked, may_be_reused;
static struct text events, result, error;
static char event_name[64];
static mamkit_json *answers;
static struct open_request *open_requests;
static const mamkit_json *current_arguments;

int64_t mamkit_now(void) { return now; }
int mamkit_descriptor(void) { return input; }

// MARK: - Lines

static void write_all(struct text *text) {
  text_put(text, "\n");
  for (size_t done = 0; done < text->count;) {
    ssize_t count = write(output, text->bytes + done, text->count - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) exit(0);  // nobody reads any more
    done += (size_t)count;
  }
}

/// A line that has come; NULL if it is not whole. To be freed.
static char *take_line(void) {
  char *end = arrived.count ? memchr(arrived.bytes, '\n', arrived.count) : NULL;
  if (!end) return NULL;
  size_t count = (size_t)(end - arrived.bytes);
  char *line = malloc(count + 1);
  if (!line) abort();
  memcpy(line, arrived.bytes, count);
  line[count] = 0;
  arrived.count -= count + 1;
  memmove(arrived.bytes, end + 1, arrived.count);
  return line;
}

/// Reads what is there; the end of input means: exit at once.
static void read_more(void) {
  static char bytes[65536];
  ssize_t count = read(input, bytes, sizeof bytes);
  if (count < 0 && errno == EINTR) return;
  if (count <= 0) exit(0);
  text_add(&arrived, bytes, (size_t)count);
}

static mamkit_json *next_message(void) {
  char *line;
  while (!(line = take_line())) read_more();
  mamkit_json *message = mamkit_parse(line);
  free(line);
  const char *refused = mamkit_string(mamkit_get(message, "refused"));
  if (!message || refused) {
    fprintf(stderr, "%s: %s\n", app->name, refused ? refused : "a line that is not JSON");
    exit(1);
  }
  return message;
}

// MARK: - Replies

/// The earliest instant of the SDK and of the requests that wait.
static int64_t next_instant(void) {
  int64_t next = app->next_instant ? app->next_instant() : MAMKIT_NEVER;
  for (struct open_request *one = open_requests; one; one = one->next)
    if (one->due != MAMKIT_NEVER && (next == MAMKIT_NEVER || one->due < next)) next = one->due;
  return next;
}

static void reply(const char *halted) {
  struct text line = {0};
  text_put(&line, "{\"seq\":");
  text_put_int(&line, sequence);
  if (error.count) {
    text_put(&line, ",\"error\":");
    text_put(&line, error.bytes);
  } else if (is_blocked) {
    text_put(&line, ",\"returned\":false");
  } else {
    text_put(&line, ",\"result\":");
    text_put(&line, result.count ? result.bytes : "null");
  }
  if (halted) {
    text_put(&line, ",\"halted\":");
    text_put_string(&line, halted);
  }
  if (is_launched) {
    int64_t next = next_instant();
    text_put(&line, ",\"events\":[");
    if (events.count) text_put(&line, events.bytes);
    text_put(&line, "],\"next\":");
    if (next == MAMKIT_NEVER) text_put(&line, "null");
    else text_put_int(&line, next);
    text_put(&line, ",\"open\":[");
    for (struct open_request *one = open_requests; one; one = one->next) {
      if (one != open_requests) text_put(&line, ",");
      text_put_string(&line, one->name);
    }
    text_put(&line, "]");
  }
  text_put(&line, "}");
  write_all(&line);
  free(line.bytes);
  text_clear(&events);
}

void mamkit_return_string(const char *text) {
  text_clear(&result);
  text_put_string(&result, text);
}

void mamkit_return_bool(bool value) { mamkit_return_json(value ? "true" : "false"); }

void mamkit_return_int(int64_t value) {
  text_clear(&result);
  text_put_int(&result, value);
}

void mamkit_return_json(const char *text) {
  text_clear(&result);
  text_put(&result, text);
}

void mamkit_refuse(const char *code, const char *message) {
  text_clear(&error);
  text_put(&error, "{\"code\":");
  text_put_string(&error, code);
  text_put(&error, ",\"message\":");
  text_put_string(&error, message);
  text_put(&error, "}");
}

int64_t mamkit_block(void) {
  is_blocked = true;
  return sequence;
}

void mamkit_finish(int64_t call, const char *api) {
  if (call == sequence) {
    is_blocked = false;
    return;
  }
  mamkit_event("callReturned");
  mamkit_event_string("api", api);
  mamkit_event_int("call", call);
  mamkit_event_end();
}

// MARK: - Events

void mamkit_event(const char *name) {
  if (events.count) text_put(&events, ",");
  snprintf(event_name, sizeof event_name, "%s", name);
  text_put(&events, "{\"event\":");
  text_put_string(&events, name);
}

static void put_member(const char *member) {
  text_put(&events, ",");
  text_put_string(&events, member);
  text_put(&events, ":");
}

void mamkit_event_string(const char *member, const char *text) {
  put_member(member);
  text_put_string(&events, text);
}

void mamkit_event_int(const char *member, int64_t value) {
  put_member(member);
  text_put_int(&events, value);
}

void mamkit_event_bool(const char *member, bool value) {
  put_member(member);
  text_put(&events, value ? "true" : "false");
}

void mamkit_event_end(void) {
  mamkit_event_int("sent", sent);
  text_put(&events, "}");
  const char *halt = mamkit_string(mamkit_answer("haltIn"));
  if (!halt || strcmp(halt, event_name) != 0) return;
  reply(halt);
  // It stands still here until it is killed, or its input ends.
  while (true) read_more();
}

const mamkit_json *mamkit_answer(const char *name) { return mamkit_get(answers, name); }

/// Replaces the answers that are given again, and keeps the others.
static void merge_answers(const mamkit_json *changes) {
  static const char *const names[] = {
      "restartApplication", "wipeDataForAccount", "identitySwitchRequired", "addIdentity", "conditionalLaunch",
      "failToClear", "internalError", "authLibrary", "haltIn",
  };
  struct text all = {0};
  text_put(&all, "{");
  for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
    const mamkit_json *value = mamkit_get(changes, names[index]);
    if (!value) value = mamkit_get(answers, names[index]);
    if (!value) continue;
    if (all.count > 1) text_put(&all, ",");
    text_put_string(&all, names[index]);
    text_put(&all, ":");
    text_put_value(&all, value);
  }
  text_put(&all, "}");
  mamkit_free(answers);
  answers = mamkit_parse(all.bytes);
  free(all.bytes);
}

// MARK: - Requests

void mamkit_sent(char request[24]) {
  snprintf(request, 24, "r%lld", (long long)++request_count);
  sent++;
}

void mamkit_unsent(void) { sent--; }

bool mamkit_is_held(const char *request) {
  while (true) {
    char *line = take_line();
    if (!line) {
      struct pollfd entry = {.fd = input, .events = POLLIN};
      if (poll(&entry, 1, 0) <= 0) return false;
      read_more();
      continue;
    }
    mamkit_json *message = mamkit_parse(line);
    free(line);
    const char *operation = mamkit_string(mamkit_get(message, "op"));
    const char *held = mamkit_string(mamkit_get(mamkit_get(message, "args"), "request"));
    bool is_it = operation && held && strcmp(operation, "held") == 0 && strcmp(held, request) == 0;
    mamkit_free(message);
    if (is_it) return true;
  }
}

void mamkit_hold(const char *request, int64_t due, void *context) {
  struct open_request *one = calloc(1, sizeof *one), **place = &open_requests;
  if (!one) abort();
  snprintf(one->name, sizeof one->name, "%s", request);
  one->due = due;
  one->context = context;
  while (*place) place = &(*place)->next;
  *place = one;
}

/// Takes a request out of the open ones: that of a name, or the first that is due. NULL if there is none; to be freed.
static struct open_request *take_open(const char *name) {
  for (struct open_request **place = &open_requests; *place; place = &(*place)->next) {
    struct open_request *one = *place;
    bool is_it = name ? strcmp(one->name, name) == 0 : one->due != MAMKIT_NEVER && one->due <= now;
    if (!is_it) continue;
    *place = one->next;
    return one;
  }
  return NULL;
}

static void give_up_late_requests(void) {
  struct open_request *one;
  while ((one = take_open(NULL))) {
    if (app->time_out) app->time_out(one->name, one->context);
    free(one);
  }
}

// MARK: - Operations

static void hello(const mamkit_json *arguments) {
  struct text text = {0};
  text_put(&text, "{\"protocol\":1,\"adapter\":");
  text_put_string(&text, app->name);
  text_put(&text, ",\"version\":");
  text_put_string(&text, app->version);
  text_put(&text, ",\"sdk\":");
  text_put_string(&text, app->sdk);
  text_put(&text, ",\"capabilities\":[");
  bool offers_reuse = false;
  for (const char *const *one = app->capabilities; one && *one; one++) {
    if (one != app->capabilities) text_put(&text, ",");
    text_put_string(&text, *one);
    if (strcmp(*one, "reuse") == 0) offers_reuse = true;
  }
  text_put(&text, "]}");
  may_be_reused = offers_reuse && mamkit_bool(mamkit_get(arguments, "reuse"), false);
  mamkit_return_json(text.bytes);
  free(text.bytes);
}

static void unsupported(const char *what, const char *name) {
  char message[256];
  snprintf(message, sizeof message, "%s %s is not offered", what, name);
  mamkit_refuse("unsupported", message);
}

/// A string argument; an error of the reply if it is missing.
static const char *text_argument(const char *name) {
  const char *text = mamkit_string(mamkit_get(current_arguments, name));
  if (text) return text;
  char message[128];
  snprintf(message, sizeof message, "the argument %s is missing", name);
  mamkit_refuse("badArguments", message);
  return NULL;
}

static void resume(void) {
  const char *name = text_argument("request");
  struct open_request *one = name ? take_open(name) : NULL;
  if (one && app->resume) app->resume(one->name, one->context);
  free(one);
}

static void launch(void) {
  is_launched = true;
  merge_answers(mamkit_get(current_arguments, "answers"));
  app->launch(current_arguments);
}

/// Does what a message says to a launched app; false if it is not offered.
static bool perform(const char *operation) {
  const mamkit_json *arguments = current_arguments;
  if (strcmp(operation, "call") == 0) {
    const char *api = text_argument("api");
    if (api && !(app->call && app->call(api, arguments))) unsupported("the API", api);
  } else if (strcmp(operation, "wake") == 0) {
    give_up_late_requests();
    if (app->wake) app->wake();
  } else if (strcmp(operation, "resume") == 0) {
    resume();
  } else if (strcmp(operation, "answers") == 0) {
    merge_answers(arguments);
  } else if (strcmp(operation, "lifecycle") == 0 && app->lifecycle) {
    const char *to = text_argument("to");
    if (to && strcmp(to, "suspended") != 0) give_up_late_requests();
    if (to) app->lifecycle(to);
  } else if (strcmp(operation, "user") == 0 && app->user) {
    const char *kind = text_argument("kind"), *action = text_argument("action");
    const char *identity = mamkit_string(mamkit_get(arguments, "identity"));
    if (kind && action && !app->user(kind, action, identity)) mamkit_refuse("missing", "no such prompt is open");
  } else if (strcmp(operation, "tokens") == 0 && app->tokens) {
    const char *action = text_argument("do"), *identity = text_argument("identity");
    if (action && identity) app->tokens(action, identity);
  } else {
    return app->other && app->other(operation, arguments);
  }
  return true;
}

/// Deals with one message; false after `stop`.
static bool activate(const mamkit_json *message) {
  const char *operation = mamkit_string(mamkit_get(message, "op"));
  if (!operation) operation = "";
  // The response has overtaken the word that it is held back.
  if (strcmp(operation, "held") == 0) return true;
  sequence = mamkit_int(mamkit_get(message, "seq"), 0);
  now = mamkit_int(mamkit_get(message, "now"), 0);
  current_arguments = mamkit_get(message, "args");
  sent = 0;
  is_blocked = false;
  text_clear(&result);
  text_clear(&error);
  bool goes_on = strcmp(operation, "stop") != 0;
  if (strcmp(operation, "hello") == 0) hello(current_arguments);
  else if (strcmp(operation, "launch") == 0) launch();
  else if (goes_on && !is_launched) mamkit_refuse("unsupported", "before launch, only hello is offered");
  else if (goes_on && !perform(operation)) unsupported("the operation", operation);
  reply(NULL);
  return goes_on;
}

// MARK: - Connections

static int connect_once(const char *address) {
  if (strncmp(address, "unix:", 5) == 0) {
    struct sockaddr_un place = {.sun_family = AF_UNIX};
    snprintf(place.sun_path, sizeof place.sun_path, "%s", address + 5);
    int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(descriptor, (struct sockaddr *)&place, sizeof place) == 0) return descriptor;
    close(descriptor);
    return -1;
  }
  char host[64] = "";
  int port = 0, one = 1;
  struct sockaddr_in place = {.sin_family = AF_INET};
  if (sscanf(address, "tcp:%63[^:]:%d", host, &port) != 2 || inet_pton(AF_INET, host, &place.sin_addr) != 1) {
    fprintf(stderr, "%s is not an address: write unix:PATH or tcp:HOST:PORT\n", address);
    exit(64);
  }
  place.sin_port = htons((uint16_t)port);
  int descriptor = socket(AF_INET, SOCK_STREAM, 0);
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  if (connect(descriptor, (struct sockaddr *)&place, sizeof place) == 0) return descriptor;
  close(descriptor);
  return -1;
}

/// Connects, for at most ten seconds, and shows the token.
static void open_channel(const char *address, const char *token) {
  int descriptor = -1;
  for (int attempt = 0; attempt < 100 && (descriptor = connect_once(address)) < 0; attempt++) usleep(100000);
  if (descriptor < 0) {
    fprintf(stderr, "cannot connect to %s: %s\n", address, strerror(errno));
    exit(1);
  }
  input = output = descriptor;
  struct text line = {0};
  text_put(&line, "{\"token\":");
  text_put_string(&line, token);
  text_put(&line, "}");
  write_all(&line);
  free(line.bytes);
}

int mamkit_main(const mamkit_app *the_app, int argc, char **argv) {
  app = the_app;
  signal(SIGPIPE, SIG_IGN);
  const char *address = argc > 1 ? argv[1] : getenv("MAMCONFORM_CONNECT");
  const char *token = argc > 1 ? (argc > 2 ? argv[2] : NULL) : getenv("MAMCONFORM_TOKEN");
  if (address && *address) open_channel(address, token ? token : "");
  while (true) {
    mamkit_json *message = next_message();
    bool goes_on = activate(message);
    mamkit_free(message);
    if (goes_on) continue;
    if (!may_be_reused) return 0;
    is_launched = false;
    request_count = 0;
    mamkit_free(answers);
    answers = NULL;
    while (open_requests) {
      struct open_request *one = open_requests;
      open_requests = one->next;
      free(one);
    }
  }
}
