// What sockets to which apps connect need: who is at the other end, and tokens that nobody can guess.
#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/socket.h>

int mam_peer(int connection, pid_t *pid, uid_t *user) {
  struct ucred peer;
  socklen_t length = sizeof peer;
  if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return -1;
  *pid = peer.pid;
  *user = peer.uid;
  return 0;
}

int mam_fill_unguessable(void *bytes, size_t count) {
  ssize_t got;
  do got = getrandom(bytes, count, 0);
  while (got < 0 && errno == EINTR);
  return got == (ssize_t)count ? 0 : -1;
}

int mam_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

int mam_is_hung_up(int connection, int milliseconds) {
  struct pollfd entry = {.fd = connection, .events = POLLRDHUP};
  return poll(&entry, 1, milliseconds) > 0;
}
