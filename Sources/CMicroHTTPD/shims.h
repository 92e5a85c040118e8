// Fixed-arity forms of libmicrohttpd's variadic calls, which Swift cannot import.
#pragma once
#include <microhttpd.h>
#include <sys/socket.h>
