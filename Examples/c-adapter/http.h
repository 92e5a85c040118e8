// Requests to the service, by libcurl.
#pragma once
#include "mamkit.h"
#include "mamkit_json.h"

/// How a request has ended.
enum outcome { answered, unreachable, held };

/// A request and its response.
struct exchange {
  char name[24];
  void *handle, *headers;  // libcurl's
  struct text body, answer;
  long status;
};

/// Sends a request and waits for the response, or until it is held back.
///
/// `bearer` is NULL for a form without a token. A request that is held stays open: `http_receive` or `http_end` is next.
enum outcome http_post(struct exchange *exchange, const char *url, const char *body, const char *bearer, bool is_form);
/// Waits for the response to a request that was held, which is on the wire now.
enum outcome http_receive(struct exchange *exchange);
/// Frees what an exchange holds, and closes its connection if it is still open.
void http_end(struct exchange *exchange);
