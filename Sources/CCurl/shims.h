// Fixed-arity forms of libcurl's variadic calls, which Swift cannot import.
#pragma once
#include <curl/curl.h>

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
static inline int mam_curl_refuse_seek(void *context, curl_off_t offset, int origin) {
  (void)context;
  (void)offset;
  (void)origin;
  return CURL_SEEKFUNC_FAIL;
}
/// Sets CURLOPT_SEEKFUNCTION to a function that always fails, so that libcurl cannot send a body a
/// second time on its own when a reused connection breaks.
static inline CURLcode mam_curl_setopt_refuse_seek(CURL *handle) {
  return curl_easy_setopt(handle, CURLOPT_SEEKFUNCTION, mam_curl_refuse_seek);
}
/// Wraps curl_multi_info_read: the handle of the next transfer that has ended, or NULL.
static inline CURL *mam_curl_multi_done(CURLM *multi, CURLcode *result) {
  int left = 0;
  CURLMsg *message = curl_multi_info_read(multi, &left);
  if (!message || message->msg != CURLMSG_DONE) return NULL;
  *result = message->data.result;
  return message->easy_handle;
}
