/* Target: reports of matches, from which it draws pictures. */
#include "arena/report.h"
#include "exercise.h"
#include "target.h"

bool target_reads(struct span input) {
  struct fault fault = {0};
  struct text svg = {0};
  const bool drawn = report_svg_write(input.bytes, input.length, &svg, &fault);
  text_free(&svg);
  return drawn;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  struct fault fault = {0};
  struct text svg = {0};
  const bool drawn = report_svg_write((const char *)bytes, length, &svg, &fault);
  exercise_begin();
  exercise_count(drawn);
  exercise_check(drawn || fault.text[0] != '\0', "a report is refused without a message");
  exercise_check(!drawn || svg.length > 100, "a report gives no picture");
  text_free(&svg);
  return 0;
}
