/* Events as JSON (docs/lookup/protocol.md). */
#ifndef TESSERA_NOTATION_EVENT_JSON_H
#define TESSERA_NOTATION_EVENT_JSON_H

#include "base/text.h"
#include "tessera/tessera.h"

/* Appends the object, without a line end. `game` is as it is after the step that the event belongs to. */
void event_json_write(const tess_event *event, const tess_game *game, struct text *text);

#endif
