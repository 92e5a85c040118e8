// Fixed-arity forms of libmicrohttpd's variadic calls, which Swift cannot import, and the system
// headers of an event loop around it that Glibc's Swift module leaves out.
#pragma once
#include <arpa/inet.h>
#include <errno.h>
#include <gnutls/gnutls.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <string.h>
#include <linux/sockios.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <malloc.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

/// Lets blocks of 256 KiB and more go back to the machine whenever they are freed: mallopt(3). Without it
/// the first long body that is freed raises that bound, up to 32 MiB.
static inline void mam_give_back_long_blocks(void) { mallopt(M_MMAP_THRESHOLD, 256 << 10); }

/// Gives back what short blocks have left free: malloc_trim(3).
static inline void mam_give_back_free_blocks(void) { malloc_trim(0); }

/// Starts a daemon without threads and without a listening socket: MHD_start_daemon(3). The caller
/// polls mam_mhd_epoll, and hands connections over by MHD_add_connection(3). No header of a response
/// tells the real time. The target callback is given every request's target as it was sent, before
/// anything is decoded, and must return NULL. A connection on which nothing happens for so many seconds
/// is closed, unless it is suspended; 0 stands for never. Every connection has 16 KiB for the heads of a
/// request and its response; libmicrohttpd clears and so takes all of it, which thousands of
/// connections pay for.
static inline struct MHD_Daemon *mam_mhd_start(
    MHD_AccessHandlerCallback access, MHD_NotifyConnectionCallback connection,
    void *(*target)(void *context, const char *target, struct MHD_Connection *connection),
    void *context, unsigned int connection_limit, unsigned int timeout_seconds) {
  return MHD_start_daemon(
      MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME |
          MHD_USE_SUPPRESS_DATE_NO_CLOCK,
      0, NULL, NULL, access, context, MHD_OPTION_NOTIFY_CONNECTION, connection, context,
      MHD_OPTION_URI_LOG_CALLBACK, target, context,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)16384,
      MHD_OPTION_CONNECTION_LIMIT, connection_limit, MHD_OPTION_CONNECTION_TIMEOUT, timeout_seconds,
      MHD_OPTION_END);
}

/// As mam_mhd_start, for connections with TLS: the certificates and the key are PEM texts, which the
/// daemon copies. Certificates of authorities follow that of the server. Versions before TLS 1.2 are
/// refused, as Microsoft's identity platform and Graph refuse them.
static inline struct MHD_Daemon *mam_mhd_start_tls(
    MHD_AccessHandlerCallback access, MHD_NotifyConnectionCallback connection,
    void *(*target)(void *context, const char *target, struct MHD_Connection *connection),
    void *context, unsigned int connection_limit, unsigned int timeout_seconds,
    const char *certificates, const char *key) {
  return MHD_start_daemon(
      MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME |
          MHD_USE_SUPPRESS_DATE_NO_CLOCK | MHD_USE_TLS,
      0, NULL, NULL, access, context, MHD_OPTION_NOTIFY_CONNECTION, connection, context,
      MHD_OPTION_URI_LOG_CALLBACK, target, context,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)16384,
      MHD_OPTION_CONNECTION_LIMIT, connection_limit, MHD_OPTION_CONNECTION_TIMEOUT, timeout_seconds,
      MHD_OPTION_HTTPS_MEM_CERT, certificates, MHD_OPTION_HTTPS_MEM_KEY, key,
      MHD_OPTION_HTTPS_PRIORITIES, "NORMAL:-VERS-TLS1.0:-VERS-TLS1.1", MHD_OPTION_END);
}

/// The descriptor that becomes readable when MHD_run(3) has work: MHD_get_daemon_info(3).
static inline int mam_mhd_epoll(struct MHD_Daemon *daemon) {
  return MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
}

/// The socket of a connection: MHD_get_connection_info(3).
static inline int mam_mhd_socket(struct MHD_Connection *connection) {
  return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
}

/// What the connection callback has left for the socket: MHD_get_connection_info(3).
static inline void *mam_mhd_context(struct MHD_Connection *connection) {
  return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}

/// What a content reader returns at the end of a body: MHD_CONTENT_READER_END_OF_STREAM, which is a
/// macro with a cast.
static inline ssize_t mam_mhd_end_of_stream(void) { return MHD_CONTENT_READER_END_OF_STREAM; }

/// What a content reader returns to close the connection instead: MHD_CONTENT_READER_END_WITH_ERROR.
static inline ssize_t mam_mhd_end_with_error(void) { return MHD_CONTENT_READER_END_WITH_ERROR; }

/// Writes bytes to a client past libmicrohttpd, through TLS if the connection has it: send(2),
/// gnutls_record_send(3). Only for what fits into a socket's buffer.
static inline ssize_t mam_mhd_write(
    struct MHD_Connection *connection, const void *bytes, size_t count) {
  const union MHD_ConnectionInfo *tls =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
  if (tls != NULL && tls->tls_session != NULL)
    return gnutls_record_send((gnutls_session_t)tls->tls_session, bytes, count);
  return send(mam_mhd_socket(connection), bytes, count, MSG_NOSIGNAL);
}

/// Watches a descriptor for input, which epoll then reports by its number: epoll_ctl(2).
static inline int mam_epoll_add(int epoll, int descriptor) {
  struct epoll_event event = {.events = EPOLLIN, .data = {.fd = descriptor}};
  return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
}

/// Watches a connection for its end from the other side, once: epoll_ctl(2).
static inline int mam_epoll_add_hangup(int epoll, int descriptor) {
  struct epoll_event event = {.events = EPOLLRDHUP | EPOLLET, .data = {.fd = descriptor}};
  return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
}

/// How many bytes of the other side nobody has read yet: FIONREAD, SIOCINQ of tcp(7).
static inline int mam_unread(int descriptor) {
  int bytes = 0;
  return ioctl(descriptor, SIOCINQ, &bytes) == 0 ? bytes : 0;
}

/// How many bytes the other side has not taken yet: SIOCOUTQ of tcp(7).
static inline int mam_unsent(int descriptor) {
  int bytes = 0;
  return ioctl(descriptor, SIOCOUTQ, &bytes) == 0 ? bytes : 0;
}

/// Watches a descriptor no longer: epoll_ctl(2).
static inline int mam_epoll_remove(int epoll, int descriptor) {
  return epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, NULL);
}

/// Waits for input and puts the numbers of ready descriptors into the array: epoll_wait(2).
static inline int mam_epoll_wait(int epoll, int *descriptors, int count, int timeout_milliseconds) {
  struct epoll_event events[64];
  int ready = epoll_wait(epoll, events, count < 64 ? count : 64, timeout_milliseconds);
  for (int index = 0; index < ready; index++) descriptors[index] = events[index].data.fd;
  return ready;
}

/// Takes the next connection of a listening socket: accept4(2). Returns its descriptor and where it comes
/// from; -1 if none waits; -2 if one waits for which the process or the machine has no descriptor or no
/// memory. It stays in the queue then, so that an epoll that goes on to watch the listening socket reports
/// it again and again without a pause: the caller has to take the socket out of it for a while.
static inline int mam_accept(int listener, struct sockaddr_storage *address, socklen_t *length) {
  *length = sizeof *address;
  int descriptor =
      accept4(listener, (struct sockaddr *)address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (descriptor == -1)
    return errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM ? -2 : -1;
  int on = 1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return descriptor;
}

/// Hands a connection over to the daemon, which closes it, also if it cannot take it:
/// MHD_add_connection(3).
static inline void mam_mhd_add(
    struct MHD_Daemon *daemon, int descriptor, const struct sockaddr_storage *address,
    socklen_t length) {
  MHD_add_connection(daemon, descriptor, (const struct sockaddr *)address, length);
}

/// Ends a connection with a reset at once, whatever its owner does with it later: connect(2) with
/// AF_UNSPEC. A close with SO_LINGER 0 would come after libmicrohttpd's own shutdown(2), and the
/// client would see sometimes an end and sometimes a reset.
static inline int mam_reset(int descriptor) {
  struct sockaddr none;
  memset(&none, 0, sizeof none);
  none.sa_family = AF_UNSPEC;
  return connect(descriptor, &none, sizeof none);
}
