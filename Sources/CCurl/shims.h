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
