// GnuTLS: certificates and signatures. libmicrohttpd speaks TLS through the same library, so that the
// service loads one cryptographic library and no second.
#pragma once
#include <gnutls/abstract.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <string.h>
#include <time.h>

/// What a certificate is for.
enum mam_certificate_use {
  /// It signs other certificates.
  MAM_CERTIFICATE_AUTHORITY,
  /// It is shown by a server of this machine: localhost, 127.0.0.1, ::1, and more addresses.
  MAM_CERTIFICATE_SERVER,
};

/// Makes a key of the curve P-256: gnutls_x509_privkey_generate(3). Returns NULL on error.
static inline gnutls_x509_privkey_t mam_key_generate(void) {
  gnutls_x509_privkey_t key;
  if (gnutls_x509_privkey_init(&key) < 0) return NULL;
  if (gnutls_x509_privkey_generate(
          key, GNUTLS_PK_ECDSA, GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0) < 0) {
    gnutls_x509_privkey_deinit(key);
    return NULL;
  }
  return key;
}

/// Names and addresses of a certificate beside those of the loopback interface.
struct mam_certificate_names {
  /// IPv4 addresses, of four bytes each.
  const unsigned char *addresses;
  size_t address_count;
  /// DNS names, each with a zero behind it.
  const char *names;
  size_t name_count;
};

/// Lets an authority sign for a subtree: gnutls_x509_name_constraints_add_permitted(3).
static inline int mam_permit(
    gnutls_x509_name_constraints_t constraints, gnutls_x509_subject_alt_name_t type,
    const void *bytes, size_t count) {
  gnutls_datum_t datum = {(unsigned char *)bytes, (unsigned)count};
  return gnutls_x509_name_constraints_add_permitted(constraints, type, &datum);
}

/// Lets an authority sign for this machine only (RFC 5280, section 4.2.1.10):
/// gnutls_x509_crt_set_name_constraints(3). An address stands before its mask.
static inline int mam_certificate_constrain(
    gnutls_x509_crt_t certificate, const struct mam_certificate_names *more) {
  const unsigned char v4[8] = {127, 0, 0, 0, 255, 0, 0, 0};
  unsigned char v6[32] = {[15] = 1};
  memset(v6 + 16, 255, 16);
  gnutls_x509_name_constraints_t constraints;
  int status = gnutls_x509_name_constraints_init(&constraints);
  if (status < 0) return status;
  status = mam_permit(constraints, GNUTLS_SAN_DNSNAME, "localhost", 9);
  if (status >= 0) status = mam_permit(constraints, GNUTLS_SAN_IPADDRESS, v4, sizeof v4);
  if (status >= 0) status = mam_permit(constraints, GNUTLS_SAN_IPADDRESS, v6, sizeof v6);
  for (size_t index = 0; status >= 0 && index < more->address_count; index++) {
    unsigned char subtree[8] = {0, 0, 0, 0, 255, 255, 255, 255};
    memcpy(subtree, more->addresses + 4 * index, 4);
    status = mam_permit(constraints, GNUTLS_SAN_IPADDRESS, subtree, sizeof subtree);
  }
  const char *name = more->names;
  for (size_t index = 0; status >= 0 && index < more->name_count; index++) {
    status = mam_permit(constraints, GNUTLS_SAN_DNSNAME, name, strlen(name));
    name += strlen(name) + 1;
  }
  if (status >= 0) status = gnutls_x509_crt_set_name_constraints(certificate, constraints, 1);
  gnutls_x509_name_constraints_deinit(constraints);
  return status;
}

/// True if an authority may sign for a name, or an address of 4 or 16 bytes, and has to say so: its
/// constraints are critical. gnutls_x509_name_constraints_check(3).
static inline int mam_certificate_permits(
    gnutls_x509_crt_t certificate, int is_address, const void *bytes, size_t count) {
  gnutls_x509_name_constraints_t constraints;
  if (gnutls_x509_name_constraints_init(&constraints) < 0) return 0;
  unsigned is_critical = 0;
  gnutls_datum_t datum = {(unsigned char *)bytes, (unsigned)count};
  int is_permitted =
      gnutls_x509_crt_get_name_constraints(certificate, constraints, 0, &is_critical) >= 0 &&
      is_critical &&
      gnutls_x509_name_constraints_check(
          constraints, is_address ? GNUTLS_SAN_IPADDRESS : GNUTLS_SAN_DNSNAME, &datum) != 0;
  gnutls_x509_name_constraints_deinit(constraints);
  return is_permitted;
}

/// Makes a certificate of a key: gnutls_x509_crt_set_*(3), gnutls_x509_crt_sign2(3).
///
/// A server has names and addresses beside those of the loopback interface, and an authority may sign for
/// those alone; NULL for none. The issuer is the certificate itself if it is NULL. Returns NULL on error.
static inline gnutls_x509_crt_t mam_certificate_make(
    gnutls_x509_privkey_t key, const char *name, enum mam_certificate_use use,
    const struct mam_certificate_names *more, time_t from, time_t until, gnutls_x509_crt_t issuer,
    gnutls_x509_privkey_t issuer_key) {
  const struct mam_certificate_names none = {NULL, 0, NULL, 0};
  if (more == NULL) more = &none;
  gnutls_x509_crt_t certificate;
  if (gnutls_x509_crt_init(&certificate) < 0) return NULL;
  unsigned char serial[16], identifier[20];
  size_t length = sizeof identifier;
  const unsigned char v4[] = {127, 0, 0, 1};
  const unsigned char v6[16] = {[15] = 1};
  int status = gnutls_rnd(GNUTLS_RND_NONCE, serial, sizeof serial);
  serial[0] = (serial[0] & 0x7F) | 0x40;  // Positive, and of 16 bytes always: RFC 5280, 4.1.2.2.
  if (status >= 0) status = gnutls_x509_crt_set_version(certificate, 3);
  if (status >= 0) status = gnutls_x509_crt_set_key(certificate, key);
  if (status >= 0)
    status = gnutls_x509_crt_set_serial(certificate, serial, sizeof serial);
  if (status >= 0) status = gnutls_x509_crt_set_activation_time(certificate, from);
  if (status >= 0) status = gnutls_x509_crt_set_expiration_time(certificate, until);
  if (status >= 0)
    status = gnutls_x509_crt_set_dn_by_oid(
        certificate, GNUTLS_OID_X520_COMMON_NAME, 0, name, strlen(name));
  if (status >= 0) status = gnutls_x509_crt_get_key_id(certificate, 0, identifier, &length);
  if (status >= 0) status = gnutls_x509_crt_set_subject_key_id(certificate, identifier, length);
  if (use == MAM_CERTIFICATE_AUTHORITY) {
    if (status >= 0) status = gnutls_x509_crt_set_basic_constraints(certificate, 1, 0);
    if (status >= 0)
      status = gnutls_x509_crt_set_key_usage(
          certificate, GNUTLS_KEY_KEY_CERT_SIGN | GNUTLS_KEY_CRL_SIGN);
    if (status >= 0) status = mam_certificate_constrain(certificate, more);
  } else {
    if (status >= 0) status = gnutls_x509_crt_set_basic_constraints(certificate, 0, -1);
    if (status >= 0)
      status = gnutls_x509_crt_set_key_usage(certificate, GNUTLS_KEY_DIGITAL_SIGNATURE);
    if (status >= 0)
      status = gnutls_x509_crt_set_key_purpose_oid(certificate, GNUTLS_KP_TLS_WWW_SERVER, 0);
    if (status >= 0)
      status = gnutls_x509_crt_set_subject_alt_name(
          certificate, GNUTLS_SAN_DNSNAME, "localhost", 9, GNUTLS_FSAN_SET);
    if (status >= 0)
      status = gnutls_x509_crt_set_subject_alt_name(
          certificate, GNUTLS_SAN_IPADDRESS, v4, sizeof v4, GNUTLS_FSAN_APPEND);
    if (status >= 0)
      status = gnutls_x509_crt_set_subject_alt_name(
          certificate, GNUTLS_SAN_IPADDRESS, v6, sizeof v6, GNUTLS_FSAN_APPEND);
    for (size_t index = 0; status >= 0 && index < more->address_count; index++)
      status = gnutls_x509_crt_set_subject_alt_name(
          certificate, GNUTLS_SAN_IPADDRESS, more->addresses + 4 * index, 4, GNUTLS_FSAN_APPEND);
    const char *dns = more->names;
    for (size_t index = 0; status >= 0 && index < more->name_count; index++) {
      status = gnutls_x509_crt_set_subject_alt_name(
          certificate, GNUTLS_SAN_DNSNAME, dns, strlen(dns), GNUTLS_FSAN_APPEND);
      dns += strlen(dns) + 1;
    }
  }
  if (issuer != NULL) {
    length = sizeof identifier;
    if (status >= 0) status = gnutls_x509_crt_get_subject_key_id(issuer, identifier, &length, NULL);
    if (status >= 0)
      status = gnutls_x509_crt_set_authority_key_id(certificate, identifier, length);
  }
  if (status >= 0)
    status = gnutls_x509_crt_sign2(
        certificate, issuer == NULL ? certificate : issuer, issuer_key, GNUTLS_DIG_SHA256, 0);
  if (status < 0) {
    gnutls_x509_crt_deinit(certificate);
    return NULL;
  }
  return certificate;
}

/// Makes a certificate of a key that is its own issuer and good for nothing else than to carry the key. The same
/// arguments give the same bytes, as RSA signs: gnutls_x509_crt_set_*(3), gnutls_x509_crt_sign2(3). Returns NULL on
/// error.
static inline gnutls_x509_crt_t mam_certificate_of_key(
    gnutls_x509_privkey_t key, const char *name, const unsigned char *serial, size_t serial_length,
    time_t from, time_t until) {
  gnutls_x509_crt_t certificate;
  if (gnutls_x509_crt_init(&certificate) < 0) return NULL;
  int status = gnutls_x509_crt_set_version(certificate, 3);
  if (status >= 0) status = gnutls_x509_crt_set_key(certificate, key);
  if (status >= 0) status = gnutls_x509_crt_set_serial(certificate, serial, serial_length);
  if (status >= 0) status = gnutls_x509_crt_set_activation_time(certificate, from);
  if (status >= 0) status = gnutls_x509_crt_set_expiration_time(certificate, until);
  if (status >= 0)
    status = gnutls_x509_crt_set_dn_by_oid(
        certificate, GNUTLS_OID_X520_COMMON_NAME, 0, name, strlen(name));
  if (status >= 0)
    status = gnutls_x509_crt_sign2(certificate, certificate, key, GNUTLS_DIG_SHA256, 0);
  if (status < 0) {
    gnutls_x509_crt_deinit(certificate);
    return NULL;
  }
  return certificate;
}

/// Frees what GnuTLS has allocated: gnutls_free(3) is a variable, which Swift must not share.
static inline void mam_gnutls_free(void *memory) { gnutls_free(memory); }

/// Makes an RSA key of 2048 bits: gnutls_x509_privkey_generate(3). Returns NULL on error.
static inline gnutls_x509_privkey_t mam_rsa_key_generate(void) {
  gnutls_x509_privkey_t key;
  if (gnutls_x509_privkey_init(&key) < 0) return NULL;
  if (gnutls_x509_privkey_generate(key, GNUTLS_PK_RSA, 2048, 0) < 0) {
    gnutls_x509_privkey_deinit(key);
    return NULL;
  }
  return key;
}
