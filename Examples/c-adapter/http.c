// Requests to the service, by libcurl: one connection each, so that nothing is ever sent twice.
#include "http.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t take(char *bytes, size_t size, size_t count, void *context) {
  text_add(context, bytes, size * count);
  return size * count;
}

/// All requests share it; those that are held stay in it.
static CURLM *all(void) {
  static CURLM *multi;
  if (!multi) multi = curl_multi_init();
  return multi;
}

/// Runs until a response is complete or, unless it is on the wire, held back.
static enum outcome run(struct exchange *exchange, bool is_on_the_wire) {
  while (true) {
    int running, left;
    curl_multi_perform(all(), &running);
    CURLMsg *message;
    while ((message = curl_multi_info_read(all(), &left))) {
      if (message->msg != CURLMSG_DONE || message->easy_handle != exchange->handle) continue;
      if (message->data.result == CURLE_COULDNT_CONNECT) mamkit_unsent();
      if (message->data.result != CURLE_OK) return unreachable;
      curl_easy_getinfo(exchange->handle, CURLINFO_RESPONSE_CODE, &exchange->status);
      return answered;
    }
    // A response that has begun will come.
    bool has_begun = exchange->status != 0 || exchange->answer.count > 0;
    if (!is_on_the_wire && !has_begun && mamkit_is_held(exchange->name)) return held;
    struct curl_waitfd extra = {.fd = mamkit_descriptor(), .events = CURL_WAIT_POLLIN};
    curl_multi_poll(all(), &extra, is_on_the_wire ? 0 : 1, 1000, NULL);
  }
}

enum outcome http_post(struct exchange *exchange, const char *url, const char *body, const char *bearer, bool is_form) {
  mamkit_sent(exchange->name);
  text_put(&exchange->body, body);
  CURL *handle = exchange->handle = curl_easy_init();
  struct curl_slist *headers = NULL;
  char line[4096];
  snprintf(line, sizeof line, "client-request-id: %s", exchange->name);
  headers = curl_slist_append(headers, line);
  headers = curl_slist_append(
      headers, is_form ? "Content-Type: application/x-www-form-urlencoded" : "Content-Type: application/json");
  // Without it libcurl would ask whether it may send a large body.
  headers = curl_slist_append(headers, "Expect:");
  if (bearer) {
    snprintf(line, sizeof line, "Authorization: Bearer %s", bearer);
    headers = curl_slist_append(headers, line);
  }
  exchange->headers = headers;
  curl_easy_setopt(handle, CURLOPT_URL, url);
  curl_easy_setopt(handle, CURLOPT_POSTFIELDS, exchange->body.bytes);
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, take);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, &exchange->answer);
  curl_easy_setopt(handle, CURLOPT_FORBID_REUSE, 1L);
  curl_easy_setopt(handle, CURLOPT_FRESH_CONNECT, 1L);
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_PROXY, "");
  curl_multi_add_handle(all(), handle);
  return run(exchange, false);
}

enum outcome http_receive(struct exchange *exchange) { return run(exchange, true); }

void http_end(struct exchange *exchange) {
  if (exchange->handle) {
    curl_multi_remove_handle(all(), exchange->handle);
    curl_easy_cleanup(exchange->handle);
    curl_slist_free_all(exchange->headers);
  }
  free(exchange->body.bytes);
  free(exchange->answer.bytes);
  memset(exchange, 0, sizeof *exchange);
}
