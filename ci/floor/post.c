// The floor that libcurl and libmicrohttpd set: a keep-alive POST of the size of a check-in, from a client that
// uses the one to a server that uses the other, each as its manual shows it.
//
//   post [count]
//
// Prints "post microseconds-per-exchange". Client and server are two processes, as an app and the service are; both run on
// the processor that taskset gives them.
#define _GNU_SOURCE
#include <curl/curl.h>
#include <microhttpd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char request[] = "{\"enrollmentId\":\"e1\",\"policyVersion\":\"p1-c57bff79e3e45212\"}";
static const char answer[] = "{\"result\":\"unchanged\"}";

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static void fail(const char *what) {
  fprintf(stderr, "post: %s\n", what);
  exit(70);
}

// Takes in the body of a request, then answers it.
static enum MHD_Result handle(
    void *context, struct MHD_Connection *connection, const char *url, const char *method, const char *version,
    const char *data, size_t *size, void **state) {
  static int seen;
  if (!*state) {
    *state = &seen;
    return MHD_YES;
  }
  if (*size) {
    *size = 0;
    return MHD_YES;
  }
  struct MHD_Response *response =
      MHD_create_response_from_buffer(sizeof answer - 1, (void *)answer, MHD_RESPMEM_PERSISTENT);
  MHD_add_response_header(response, "Content-Type", "application/json");
  enum MHD_Result result = MHD_queue_response(connection, 200, response);
  MHD_destroy_response(response);
  return result;
}

// Serves until it is killed, and says on which port.
static void serve(int out) {
  struct MHD_Daemon *daemon =
      MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD, 0, NULL, NULL, handle, NULL, MHD_OPTION_END);
  if (!daemon) fail("the server does not start");
  int port = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port;
  if (write(out, &port, sizeof port) != sizeof port) fail("write");
  for (;;) pause();
}

static size_t discard(char *bytes, size_t size, size_t count, void *received) {
  *(size_t *)received += size * count;
  return size * count;
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 20000, port, ready[2];
  if (pipe(ready)) fail("pipe");
  pid_t server = fork();
  if (server == 0) serve(ready[1]);
  if (read(ready[0], &port, sizeof port) != sizeof port) fail("read");
  CURL *client = curl_easy_init();
  struct curl_slist *headers = NULL;
  headers = curl_slist_append(headers, "Content-Type: application/json");
  headers = curl_slist_append(headers, "Authorization: Bearer at33");
  headers = curl_slist_append(headers, "client-request-id: r123");
  headers = curl_slist_append(headers, "Accept:");
  char url[64];
  size_t received = 0;
  snprintf(url, sizeof url, "http://127.0.0.1:%d/checkin", port);
  curl_easy_setopt(client, CURLOPT_URL, url);
  curl_easy_setopt(client, CURLOPT_PROXY, "");
  curl_easy_setopt(client, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(client, CURLOPT_POSTFIELDS, request);
  curl_easy_setopt(client, CURLOPT_WRITEFUNCTION, discard);
  curl_easy_setopt(client, CURLOPT_WRITEDATA, &received);
  int failures = 0;
  for (int round = 0; round < 2; round++) {  // the first round warms up
    double start = now();
    for (int i = 0; i < count; i++) failures += curl_easy_perform(client) != CURLE_OK;
    if (round) printf("post %.2f\n", (now() - start) / count);
  }
  kill(server, SIGKILL);
  waitpid(server, NULL, 0);
  if (failures || received != 2ul * count * (sizeof answer - 1)) fail("not every request was answered");
  return 0;
}
