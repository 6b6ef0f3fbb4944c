#include "mutator.h"

#include <string.h>

struct dice_box dice_of(unsigned seed) {
  return (struct dice_box){seed | 1};
}

uint32_t below(struct dice_box *dice, size_t bound) {
  dice->state ^= dice->state << 13, dice->state ^= dice->state >> 17, dice->state ^= dice->state << 5;
  return dice->state % (uint32_t)bound;
}

void add_replaced(struct text *out, struct span whole, struct span part, struct span other) {
  const size_t before = (size_t)(part.bytes - whole.bytes);
  text_add(out, whole.bytes, before);
  text_add(out, other.bytes, other.length);
  text_add(out, part.bytes + part.length, whole.length - before - part.length);
}

size_t give(struct text *out, uint8_t *bytes, size_t most) {
  const size_t length = out->length < most ? out->length : most;
  if (length > 0) memcpy(bytes, out->bytes, length);
  text_free(out);
  return length;
}
