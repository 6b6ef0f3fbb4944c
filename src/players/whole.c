#include "players/whole.h"

#include "players/exponential.h"

void whole_tables_fill(struct whole_tables *tables) {
  for (int i = 0; i < 2 * WHOLE_STEPS + 1; i++) {
    const float odds = (float)(i * WHOLE_STEP - WHOLE_MOST) / (float)WHOLE_LOG;
    tables->logarithms[i] = whole_of(-logarithm(1.0f + exponential(-odds)), WHOLE_LOG);
  }
  for (int i = 0; i < WHOLE_STEPS + 1; i++)
    tables->exponentials[i] = whole_of(exponential((float)(-i * WHOLE_STEP) / (float)WHOLE_LOG), WHOLE_SURE);
}
