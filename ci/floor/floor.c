// The floor that the machine's kernel sets: what one exchange between two processes costs at least.
//
//   floor timer [count]   one line to another process over a pair of pipes and one line back: what a
//                         timer event costs a coordinator that does nothing else
//   floor http [count]    a keep-alive POST over loopback TCP with a small JSON body, and its answer
//   floor spawn [count]   starting and reaping a process that exits at once
//
// Prints "name microseconds-per-exchange". Both processes run on the processor that taskset gives them.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static void fail(const char *what) {
  perror(what);
  exit(70);
}

// Reads until the bytes end in the given mark, as a reader of lines or of headers must.
static int read_to(int fd, char *buffer, int size, const char *mark) {
  int length = 0, mark_length = (int)strlen(mark);
  while (length < size) {
    int count = (int)read(fd, buffer + length, size - length);
    if (count <= 0) return -1;
    length += count;
    if (length >= mark_length && !memcmp(buffer + length - mark_length, mark, mark_length)) return length;
  }
  return -1;
}

static void timer(int count) {
  const char message[] = "{\"seq\":100,\"now\":1591261200000,\"op\":\"wake\"}\n";
  const char reply[] = "{\"seq\":100,\"next\":1591290000000}\n";
  int down[2], up[2];
  if (pipe(down) || pipe(up)) fail("pipe");
  char buffer[256];
  if (fork() == 0) {
    close(down[1]);
    while (read_to(down[0], buffer, sizeof buffer, "\n") > 0)
      if (write(up[1], reply, sizeof reply - 1) < 0) _exit(1);
    _exit(0);
  }
  for (int round = 0; round < 2; round++) {  // the first round warms up
    double start = now();
    for (int i = 0; i < count; i++) {
      if (write(down[1], message, sizeof message - 1) < 0) fail("write");
      if (read_to(up[0], buffer, sizeof buffer, "\n") < 0) fail("read");
    }
    if (round) printf("timer %.2f\n", (now() - start) / count);
  }
  close(down[1]);
  wait(NULL);
}

static void http(int count) {
  const char request[] =
      "POST /checkin HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
      "Authorization: Bearer t1\r\nContent-Length: 44\r\n\r\n{\"enrollmentId\":\"e1\",\"policyVersion\":\"v123\"}\n";
  const char response[] =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 24\r\n\r\n{\"result\":\"unchanged\"}\r\n";
  int listener = socket(AF_INET, SOCK_STREAM, 0), one = 1;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  socklen_t size = sizeof address;
  if (bind(listener, (struct sockaddr *)&address, size) || listen(listener, 1) ||
      getsockname(listener, (struct sockaddr *)&address, &size))
    fail("listen");
  char buffer[1024];
  if (fork() == 0) {
    int peer = accept(listener, NULL, NULL);
    setsockopt(peer, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    while (read_to(peer, buffer, sizeof buffer, "}\n") > 0)
      if (write(peer, response, sizeof response - 1) < 0) _exit(1);
    _exit(0);
  }
  int peer = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(peer, (struct sockaddr *)&address, size)) fail("connect");
  setsockopt(peer, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  for (int round = 0; round < 2; round++) {
    double start = now();
    for (int i = 0; i < count; i++) {
      if (write(peer, request, sizeof request - 1) < 0) fail("write");
      if (read_to(peer, buffer, sizeof buffer, "}\r\n") < 0) fail("read");
    }
    if (round) printf("http %.2f\n", (now() - start) / count);
  }
  close(peer);
  wait(NULL);
}

static void spawn(int count) {
  char *arguments[] = {"true", NULL};
  double start = now();
  for (int i = 0; i < count; i++) {
    pid_t child;
    if (posix_spawn(&child, "/bin/true", NULL, NULL, arguments, environ)) fail("posix_spawn");
    waitpid(child, NULL, 0);
  }
  printf("spawn %.2f\n", (now() - start) / count);
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  int count = argc > 2 ? atoi(argv[2]) : 0;
  if (!strcmp(what, "timer")) timer(count > 0 ? count : 100000);
  else if (!strcmp(what, "http")) http(count > 0 ? count : 50000);
  else if (!strcmp(what, "spawn")) spawn(count > 0 ? count : 500);
  else {
    fprintf(stderr, "usage: floor timer|http|spawn [count]\n");
    return 64;
  }
  return 0;
}
