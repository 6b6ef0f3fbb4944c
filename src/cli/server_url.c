#include "cli/server_url.h"

#include <curl/curl.h>
#include <string.h>

bool server_url_check(const char *option, const char *address, struct fault *fault) {
  char *scheme = NULL;
  CURLU *parts = curl_url();
  const bool known = parts != NULL && curl_url_set(parts, CURLUPART_URL, address, 0) == CURLUE_OK &&
                     curl_url_get(parts, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK &&
                     (strcmp(scheme, "http") == 0 || strcmp(scheme, "https") == 0);
  curl_free(scheme);
  curl_url_cleanup(parts);
  return known || fault_say(fault, "%s: expected http://HOST or https://HOST, not %s", option,
                            quote(address, strlen(address)).text);
}
