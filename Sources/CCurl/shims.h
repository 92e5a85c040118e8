// Fixed-arity forms of libcurl's variadic calls, which Swift cannot import.
#pragma once
#include <curl/curl.h>
#include <stdint.h>
#include <sys/socket.h>

/// Wraps curl_easy_setopt for options that take a long.
static inline CURLcode mam_curl_setopt_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}
/// Wraps curl_easy_setopt for options that take a string or an object pointer.
static inline CURLcode mam_curl_setopt_pointer(CURL *handle, CURLoption option, const void *value) {
  return curl_easy_setopt(handle, option, value);
}
/// The signature of CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION callbacks.
typedef size_t (*mam_curl_write_callback)(char *bytes, size_t size, size_t count, void *context);
/// Wraps curl_easy_setopt for options that take a write callback.
static inline CURLcode mam_curl_setopt_write(
    CURL *handle, CURLoption option, mam_curl_write_callback value) {
  return curl_easy_setopt(handle, option, value);
}
/// Wraps curl_easy_getinfo for values that are a long.
static inline CURLcode mam_curl_getinfo_long(CURL *handle, CURLINFO info, long *value) {
  return curl_easy_getinfo(handle, info, value);
}
/// Wraps curl_multi_setopt for options that take a long.
static inline CURLMcode mam_curl_multi_setopt_long(CURLM *handle, CURLMoption option, long value) {
  return curl_multi_setopt(handle, option, value);
}
// libcurl would send a request once more by itself when a kept connection breaks before the response. The flag that both
// functions are given is set once the request begins; whatever libcurl wants to do for it after that is refused.
static inline int mam_curl_begin_once(
    void *has_begun, char *peer, char *own, int peer_port, int own_port) {
  (void)peer;
  (void)own;
  (void)peer_port;
  (void)own_port;
  int32_t *flag = has_begun;
  if (*flag) return CURL_PREREQFUNC_ABORT;
  *flag = 1;
  return CURL_PREREQFUNC_OK;
}
static inline curl_socket_t mam_curl_connect_before(
    void *has_begun, curlsocktype purpose, struct curl_sockaddr *address) {
  (void)purpose;
  if (*(int32_t *)has_begun) return CURL_SOCKET_BAD;
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}
/// Lets a transfer send its request once at most (CURLOPT_PREREQFUNCTION, CURLOPT_OPENSOCKETFUNCTION).
///
/// The flag is 0 before the transfer and 1 once its request has begun; it must outlast the transfer.
static inline void mam_curl_send_once(CURL *handle, int32_t *has_begun) {
  curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, mam_curl_begin_once);
  curl_easy_setopt(handle, CURLOPT_PREREQDATA, has_begun);
  curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, mam_curl_connect_before);
  curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, has_begun);
}
/// Wraps curl_multi_info_read: the handle of the next transfer that has ended, or NULL.
static inline CURL *mam_curl_multi_done(CURLM *multi, CURLcode *result) {
  int left = 0;
  CURLMsg *message = curl_multi_info_read(multi, &left);
  if (!message || message->msg != CURLMSG_DONE) return NULL;
  *result = message->data.result;
  return message->easy_handle;
}
