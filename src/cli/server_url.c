#include "cli/server_url.h"

#include <curl/curl.h>
#include <string.h>

/* The parts of a URL; the path is at least `/`. */
struct server_parts {
  char *scheme, *path;
};

/* Splits a URL without query and fragment into its parts; the caller frees them in every case. */
static bool split(const char *address, struct server_parts *parts) {
  CURLU *url = curl_url();
  *parts = (struct server_parts){.scheme = NULL};
  const bool split = url != NULL && strpbrk(address, "?#") == NULL &&
                     curl_url_set(url, CURLUPART_URL, address, 0) == CURLUE_OK &&
                     curl_url_get(url, CURLUPART_SCHEME, &parts->scheme, 0) == CURLUE_OK &&
                     curl_url_get(url, CURLUPART_PATH, &parts->path, 0) == CURLUE_OK;
  curl_url_cleanup(url);
  return split;
}

bool server_url_check(const char *option, const char *address, struct fault *fault) {
  struct server_parts parts;
  const bool known =
      split(address, &parts) && (strcmp(parts.scheme, "http") == 0 || strcmp(parts.scheme, "https") == 0);
  curl_free(parts.scheme);
  curl_free(parts.path);
  return known || fault_say(fault, "%s: expected http://HOST or https://HOST, not %s", option,
                            quote(address, strlen(address)).text);
}
