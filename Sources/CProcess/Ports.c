// Sockets that are bound to a port.
#define _GNU_SOURCE
#include "CProcess.h"
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int mam_bind_port(const char *host, uint16_t *port, int is_reused, int is_shared) {
  int is_v6 = strchr(host, ':') != NULL;
  int descriptor =
      socket(is_v6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (descriptor == -1) return -1;
  int on = 1;
  union {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
  } address;
  memset(&address, 0, sizeof address);
  socklen_t length = is_v6 ? sizeof address.v6 : sizeof address.v4;
  if (is_v6) {
    address.v6.sin6_family = AF_INET6;
    address.v6.sin6_port = htons(*port);
    inet_pton(AF_INET6, host, &address.v6.sin6_addr);
    setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
  } else {
    address.v4.sin_family = AF_INET;
    address.v4.sin_port = htons(*port);
    inet_pton(AF_INET, host, &address.v4.sin_addr);
  }
  if (is_reused) setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (is_shared) setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on);
  if (bind(descriptor, &address.any, length) == -1 ||
      getsockname(descriptor, &address.any, &length) == -1) {
    int error = errno;
    close(descriptor);
    errno = error;
    return -1;
  }
  *port = ntohs(is_v6 ? address.v6.sin6_port : address.v4.sin_port);
  return descriptor;
}

int mam_bind(const char *host, uint16_t *port, int is_shared) {
  if (*port != 0) return mam_bind_port(host, port, 1, is_shared);
  // A port that the kernel chose is given up when the socket stops listening, one that was asked for is not: so the choice
  // is asked for once more, beside the socket that has it, before that one is closed.
  int chosen = mam_bind_port(host, port, 1, is_shared);
  if (chosen == -1) return -1;
  int descriptor = mam_bind_port(host, port, 1, is_shared);
  close(chosen);
  return descriptor;
}
