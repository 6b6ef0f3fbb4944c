#include "notation/foreign.h"

#include "notation/jcz_save.h"
#include "notation/lab_link.h"

bool foreign_is(struct span text) { return lab_link_is(text) || jcz_save_is(text); }

bool foreign_read(struct span text, const struct set_library *library, struct text *record, struct fault *fault) {
  return lab_link_is(text) ? lab_link_read(text, library, record, fault) : jcz_save_read(text, library, record, fault);
}
