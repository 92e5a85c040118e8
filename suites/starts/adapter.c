/* The start of an adapter: a program that hosts your SDK as an app would, and is driven by mamconform.
 *
 * It speaks the step protocol: one line of JSON in, one line out. So far it offers nothing, and says so.
 *
 *     cc -O2 -o my-adapter my-adapter.c
 *     mamconform adapter check -- ./my-adapter       what is missing
 *     mamconform run --sut ./my-adapter enr-retry    some cases against it
 *
 * The protocol is in the document "The step protocol"; `mamconform schema step-protocol` prints it as a JSON Schema.
 * Whatever you write for people goes to standard error: standard output belongs to the protocol.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the adapter offers beyond enrolling and checking in, such as "lifecycle" or "wipe", with commas between them.
 * Name a capability only when the operations behind it work: cases that need one you do not name are reported as not
 * offered, not as failures. */
#define CAPABILITIES ""

/* ---- The little JSON that is needed: where the value of a member begins. A library does as well. ---- */

static const char *after_string(const char *at) {
    for (at++; *at && *at != '"'; at++)
        if (*at == '\\' && at[1]) at++;
    return *at ? at + 1 : at;
}

static const char *after_value(const char *at) {
    int depth = 0;
    while (*at) {
        if (*at == '"') {
            at = after_string(at);
        } else {
            if (*at == '{' || *at == '[') depth++;
            if (*at == '}' || *at == ']') depth--;
            if (depth < 0) return at;
            at++;
        }
        if (depth == 0 && (*at == ',' || *at == '}' || *at == ']')) return at;
    }
    return at;
}

static const char *skip(const char *at, char mark) {
    while (*at == ' ' || *at == '\t' || (mark && *at == mark)) at++;
    return at;
}

/* The value of a member of the object that begins at `object`; NULL if it has none. None of the names that are asked
 * for needs an escape. */
static const char *member(const char *object, const char *name) {
    size_t length = strlen(name);
    if (!object || *object != '{') return NULL;
    for (const char *at = skip(object + 1, 0); *at == '"';) {
        const char *value = skip(after_string(at), ':');
        if (strncmp(at + 1, name, length) == 0 && at[1 + length] == '"') return value;
        at = skip(after_value(value), ',');
    }
    return NULL;
}

/* The characters of a JSON string as they are written, cut at the size of the buffer; empty if it is none. */
static const char *text(const char *value, char *buffer, size_t size) {
    size_t length = 0;
    if (value && *value == '"') {
        length = (size_t)(after_string(value) - value) - 2;
        if (length >= size) length = size - 1;
        memcpy(buffer, value + 1, length);
    }
    buffer[length] = 0;
    return buffer;
}

/* ---- The adapter ---- */

static void unsupported(long long seq, const char *what, const char *name, const char *why) {
    printf("{\"seq\":%lld,\"error\":{\"code\":\"unsupported\",\"message\":\"the %s %s %s\"}}\n", seq, what, name, why);
}

/* Does what a message says, lets the SDK do all that it can do at this instant, and replies. Add wake, answers, user,
 * tokens, file, lifecycle and others as your SDK comes to need them. */
static void perform(long long seq, long long now, const char *operation, const char *arguments) {
    char name[100];
    (void)now; /* The only clock: nothing else may be asked for the time. */
    if (strcmp(operation, "hello") == 0) {
        /* The argument "seed" is the one source for an SDK that needs random numbers. */
        printf("{\"seq\":%lld,\"result\":{\"protocol\":1,\"adapter\":\"my-adapter\",\"version\":\"0.1\","
               "\"sdk\":\"my SDK 1.0\",\"capabilities\":[" CAPABILITIES "]}}\n", seq);
    } else if (strcmp(operation, "launch") == 0) {
        /* Start your SDK here, with the arguments "settings", "location" and "authority" (URLs), and "dataFolder" for
         * whatever has to survive the end of the process. */
        printf("{\"seq\":%lld,\"events\":[{\"event\":\"appStarted\"}]}\n", seq);
    } else if (strcmp(operation, "call") == 0) {
        /* Call your SDK's API of that name and reply with what the app saw:
         *   {"seq":3,"events":[{"event":"enrollmentRequest","identity":"ana@contoso.com","statusCode":100,
         *                       "didSucceed":true}],"next":1591290000000}
         * "next" is the instant (milliseconds since 1970) at which the SDK wants to run again; a "wake" comes then. */
        text(member(arguments, "api"), name, sizeof name);
        unsupported(seq, "API", name, "is not connected to the SDK yet");
    } else if (strcmp(operation, "stop") == 0) {
        printf("{\"seq\":%lld}\n", seq);
    } else {
        unsupported(seq, "operation", operation, "is not offered");
    }
    fflush(stdout);
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    char operation[100] = "";
    /* The end of input means: exit at once. */
    while (strcmp(operation, "stop") != 0 && getline(&line, &size, stdin) > 0) {
        const char *seq = member(line, "seq"), *now = member(line, "now");
        if (!seq || !now) {
            fprintf(stderr, "this is no message: %s", line);
            return 1;
        }
        text(member(line, "op"), operation, sizeof operation);
        perform(atoll(seq), atoll(now), operation, member(line, "args"));
    }
    free(line);
    return 0;
}
