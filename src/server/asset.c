#include "server/asset.h"

#include <stdlib.h>
#include <string.h>

static int compare(const void *path, const void *asset) { return strcmp(path, ((const struct asset *)asset)->path); }

const struct asset *asset_find(const char *path) {
  if (strcmp(path, "/") == 0) path = "/index.html";
  return bsearch(path, assets, asset_count, sizeof *assets, compare);
}

/* True if one of the words of the header is `coding` and is not refused by `q=0`. */
static bool takes(const char *accept, const char *coding) {
  const size_t length = strlen(coding);
  for (const char *at = accept; at != NULL && *at != '\0'; at += strcspn(at, ","), at += *at == ',') {
    at += strspn(at, " \t");
    if (strncmp(at, coding, length) != 0 || strchr(" \t,;", at[length]) == NULL) continue;
    const char *q = at + length + strspn(at + length, " \t;");
    return strncmp(q, "q=", 2) != 0 || strtod(q + 2, NULL) > 0;
  }
  return false;
}

enum asset_coding asset_choose(const struct asset *asset, const char *accept) {
  if (asset->codings[ASSET_BROTLI].length > 0 && takes(accept, "br")) return ASSET_BROTLI;
  if (asset->codings[ASSET_GZIP].length > 0 && takes(accept, "gzip")) return ASSET_GZIP;
  return ASSET_PLAIN;
}
