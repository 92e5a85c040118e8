// GnuTLS: certificates and signatures. libmicrohttpd speaks TLS through the same library, so that the
// service loads one cryptographic library and no second.
#pragma once
#include <gnutls/abstract.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
