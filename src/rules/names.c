#include "tessera/tessera.h"

const char *tess_version(void) { return TESS_VERSION; }

int tess_abi(void) { return TESS_ABI; }

const char *tess_error_name(int error) {
  switch (error) {
#define X(name, value, text)                                                                                           \
  case value: return #name;
    TESS_ERRORS(X)
#undef X
  default: return "UNKNOWN";
  }
}

const char *tess_error_text(int error) {
  switch (error) {
#define X(name, value, text)                                                                                           \
  case value: return text;
    TESS_ERRORS(X)
#undef X
  default: return "unknown error";
  }
}
