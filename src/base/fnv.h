/* FNV-1a, 64 bits: the hash of bytes that sets, matches and decoration are recognised by. */
#ifndef BASE_FNV_H
#define BASE_FNV_H

#include <stdint.h>

#define FNV_BEGIN 0xcbf29ce484222325u /* the hash of no bytes */

/* The hash of the bytes of `hash` and one more; larger numbers than a byte count with all of their bits. */
static inline uint64_t fnv_add(uint64_t hash, unsigned byte) { return (hash ^ byte) * 0x100000001b3u; }

#endif
