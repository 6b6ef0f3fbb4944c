/* The page's files as they were built, embedded in the program by embed.py. */
#ifndef SERVER_ASSET_H
#define SERVER_ASSET_H

#include <stdbool.h>
#include <stddef.h>

enum asset_coding { ASSET_PLAIN, ASSET_GZIP, ASSET_BROTLI, ASSET_CODINGS };

/* A file in each coding in which it was worth while; ASSET_PLAIN is always there, the others have no bytes else. */
struct asset {
  const char *path; /* from / on */
  const char *type; /* Content-Type */
  const char *etag; /* weak, since all codings share it; with its quotes */
  bool immutable;   /* its name changes with its content */
  struct {
    const unsigned char *bytes;
    size_t length;
  } codings[ASSET_CODINGS];
};

/* The file of this path ("/" is index.html), or NULL. */
const struct asset *asset_find(const char *path);

/* The smallest coding of the file that a client with this Accept-Encoding (NULL: none) takes. */
enum asset_coding asset_choose(const struct asset *asset, const char *accept);

/* What embed.py made, sorted by path. */
extern const struct asset assets[];
extern const size_t asset_count;

#endif
