/* Talk, names, and silencing; declared in table/table.h and table/table_parts.h. */
#include <stdio.h>
#include <string.h>

#include "table/table_parts.h"

/* ---- Names ---- */

static bool is_taken(const struct table *table, int own, const char *name) {
  for (int seat = 0; seat < table->setup.players; seat++) {
    const struct table_seat *at = &table->seats[seat];
    if (seat != own && at->name[0] != '\0' && name_looks_like(at->name, name)) return true;
  }
  return false;
}

void table_name_apart(const struct table *table, int own, const char *wanted, char name[NAME_SIZE]) {
  snprintf(name, NAME_SIZE, "%s", wanted);
  for (int number = 2; number <= TESS_MAX_PLAYERS + 1 && is_taken(table, own, name); number++)
    name_number(wanted, number, NAME_MOST, NAME_SIZE, name);
}

bool table_watcher_name(const struct table *table, const char *wanted, char name[NAME_SIZE]) {
  if (!table->setup.watchers_talk || table->all_silenced) return false;
  table_name_apart(table, -1, wanted, name);
  return table_silenced(table, name) < 0;
}

/* ---- Talk ---- */

/* Whether a seat has bytes left for an entry with this text that is not play; false with the refusal. */
static bool may_talk(const struct act *act, const char *text) {
  const struct table *table = act->table;
  const bool waits = table->state == TABLE_WAITING;
  const int64_t bytes = (int64_t)strlen(text) + TABLE_TALK_ENTRY;
  if (waits && table->memory->talk_before + bytes > TABLE_MOST_TALK_BEFORE)
    return answer_refuse(act->answer, ANSWER_TOO_MUCH, "as much was said here before the start as may be");
  return table->memory->talk[act->seat] + bytes <= (waits ? TABLE_MOST_TALK_WAITING : TABLE_MOST_TALK) ||
         answer_refuse(act->answer, ANSWER_TOO_MUCH, "this seat has said as much as it may");
}

/* The same for somebody who watches under this name. */
static bool watcher_may_talk(const struct act *act, const char *name, const char *text) {
  const struct table *table = act->table;
  if (!table->setup.watchers_talk || table->all_silenced)
    return answer_refuse(act->answer, ANSWER_SILENT, "who watches does not talk at this table");
  if (table_silenced(table, name) >= 0)
    return answer_refuse(act->answer, ANSWER_SILENT, "the table's opener has silenced this name");
  return table->memory->watchers_talk + (int64_t)strlen(text) + TABLE_TALK_ENTRY <= TABLE_MOST_WATCHERS_TALK ||
         answer_refuse(act->answer, ANSWER_TOO_MUCH, "those who watch have said as much as they may");
}

bool act_say(const struct act *act) {
  struct table *table = act->table;
  const bool watches = act->seat < 0;
  char apart[NAME_SIZE] = "";
  const char *name = watches ? apart : table->seats[act->seat].name;
  const bool reacts = act->request->type == REQUEST_REACT;
  if (watches) table_name_apart(table, -1, act->request->name, apart);
  if (name[0] == '\0') return answer_refuse(act->answer, ANSWER_BAD_REQUEST, "name: is missing");
  const char *said = act->request->text;
  if (watches ? !watcher_may_talk(act, name, said) : !may_talk(act, said)) return false;
  struct text entry = act_begin(act, reacts ? ENTRY_REACTED : ENTRY_SAID);
  json_put_string(&entry, "name", name);
  json_put_string(&entry, reacts ? "reaction" : "text", said);
  entry_end(table, &entry);
  return true;
}

bool act_rename(const struct act *act) {
  struct table *table = act->table;
  char name[NAME_SIZE];
  table_name_apart(table, act->seat, act->request->name, name);
  if (strcmp(name, table->seats[act->seat].name) == 0) return act_not_now(act, "this seat has this name already");
  if (!may_talk(act, name)) return false;
  struct text entry = act_begin(act, ENTRY_NAMED);
  json_put_string(&entry, "name", name);
  entry_end(table, &entry);
  return true;
}

bool act_mute(const struct act *act) {
  if (act->request->seat > 0 && act_other_seat(act) < 0) return false;
  if (!may_talk(act, "")) return false;
  struct text entry = act_begin(act, ENTRY_MUTED);
  json_put_int(&entry, "muted", act->request->seat);
  json_put_bool(&entry, "yes", act->request->yes);
  entry_end(act->table, &entry);
  return true;
}

bool table_watcher_said(const struct table *table, int64_t seq, char name[NAME_SIZE]) {
  struct fault fault;
  char words[32];
  int seat = 1, type = 0;
  if (seq > table->seq) return false;
  snprintf(words, sizeof words, "%s %s", entry_word(ENTRY_SAID), entry_word(ENTRY_REACTED));
  json_t *json = members_read(table_entry(table, seq), &fault);
  const bool said = member_choice(json, "type", words, &type, &fault) &&
                    member_whole(json, "seat", 0, 0, &seat, &fault) &&
                    member_line(json, "name", NAME_MOST, name, &fault) && seat == 0;
  json_decref(json);
  return said;
}

bool act_silence(const struct act *act) {
  struct table *table = act->table;
  const bool yes = act->request->yes;
  char name[NAME_SIZE] = "";
  if (act->seat != table->opener) return act_not_now(act, "only the table's opener silences watchers");
  if (act->request->entry > 0 && !table_watcher_said(table, act->request->entry, name))
    return answer_refuse(act->answer, ANSWER_BAD_REQUEST,
                         "entry: expected the number of what somebody who watches has said");
  const bool is_one = name[0] != '\0', removes = act->request->remove;
  const int at = is_one ? table_silenced(table, name) : -1;
  const bool is_silenced = is_one ? at >= 0 : table->all_silenced;
  if (is_silenced == yes && !(removes && at >= 0 && !table->memory->silenced[at].removed))
    return act_not_now(act, "it is so already");
  if (is_one && at < 0 && table->memory->silenced_count == TABLE_MOST_SILENCED)
    return answer_refuse(act->answer, ANSWER_TOO_MUCH, "as many are silenced as may be: silence all who watch");
  if (!may_talk(act, name)) return false;
  struct text entry = act_begin(act, ENTRY_SILENCED);
  if (is_one) json_put_string(&entry, "name", name);
  json_put_bool(&entry, "yes", yes);
  if (removes) json_put_bool(&entry, "removed", true);
  entry_end(table, &entry);
  return true;
}
