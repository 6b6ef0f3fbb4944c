#include "notation/foreign.h"

#include "notation/bga_log.h"
#include "notation/jcz_save.h"
#include "notation/json_lines.h"
#include "notation/lab_link.h"

bool foreign_is(struct span text) { return lab_link_is(text) || json_lines_are(text); }

bool foreign_read(struct span text, const struct set_library *library, struct text *record, struct fault *fault) {
  if (lab_link_is(text)) return lab_link_read(text, library, record, fault);
  return bga_log_is(text) ? bga_log_read(text, library, record, fault) : jcz_save_read(text, library, record, fault);
}
