// What Swift cannot import: macros that name the version and the size of the structure.
#pragma once
#include <zlib.h>

/// Begins a stream that writes: deflateInit.
static inline int mam_deflate_begin(z_stream *stream, int level) { return deflateInit(stream, level); }

/// Begins a stream that reads: inflateInit.
static inline int mam_inflate_begin(z_stream *stream) { return inflateInit(stream); }
