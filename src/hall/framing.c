#include "hall/framing.h"

#include "hall/rounds.h"

/* The words of a language. */
static const struct framing_words {
  const char *code, *round, *of, *standings, *group, *place, *name, *score, *result, *bye, *open;
} languages[] = {
    {"en", "Round", "of", "Standings", "Group", "Place", "Name", "Score", "Result", "bye", "–"},
    {"de", "Runde", "von", "Stand", "Gruppe", "Platz", "Name", "Punkte", "Ergebnis", "spielfrei", "–"},
    {"it", "Turno", "di", "Classifica", "Girone", "Posto", "Nome", "Punti", "Risultato", "riposo", "–"},
};

static const char style[] =
    ":root{color-scheme:light dark;font:1rem/1.4 system-ui,sans-serif}body{margin:.5rem}h1{font-size:1.2rem;margin:0}"
    "table{border-collapse:collapse;margin:.8rem 0;width:100%}caption{text-align:left;font-weight:600}"
    "th,td{text-align:left;padding:.2rem .6rem .2rem 0;border-top:1px solid #8888}.won{font-weight:700}";

static void put_name(const struct shown_competition *shown, int competitor, bool won, struct text *text) {
  text_add_string(text, won ? "<td class=\"won\">" : "<td>");
  text_add_html(text, competitor == NOBODY ? "" : shown->names[competitor]);
  text_add_string(text, "</td>");
}

/* Appends the encounters of the last round. */
static void put_round(const struct shown_competition *shown, const struct framing_words *words, struct text *text) {
  const struct competition *competition = shown->competition;
  text_add_string(text, "<table>");
  if (competition->settings.form != FORM_ARENA)
    text_print(text, "<caption>%s %d</caption>", words->round, competition->round);
  text_print(text, "<tr><th>%s</th><th>%s</th><th>%s</th></tr>\n", words->name, words->name, words->result);
  for (int i = 0; i < competition->bout_count; i++) {
    const struct bout *bout = &competition->bouts[i];
    if (bout->round != competition->round) continue;
    const enum encounter_end end = bout_end(bout);
    text_add_string(text, "<tr>");
    for (int side = 1; side <= bout->seats && bout->seats > 2; side++) {
      text_add_string(text, side == 1 ? "<td colspan=\"3\">" : ", ");
      text_add_html(text, shown->names[bout_competitor(bout, side)]);
      if (bout->decided) text_print(text, " %d", (int)bout->result.points[side - 1]);
    }
    if (bout->seats > 2) {
      text_add_string(text, "</td></tr>\n");
      continue;
    }
    put_name(shown, bout->first, end == ENCOUNTER_FIRST, text);
    put_name(shown, bout->second, end == ENCOUNTER_SECOND, text);
    text_add_string(text, "<td>");
    if (bout->second == NOBODY)
      text_add_string(text, words->bye);
    else if (end == ENCOUNTER_OPEN || bout->result.count == 0)
      text_add_string(text, end == ENCOUNTER_OPEN     ? words->open
                            : end == ENCOUNTER_FIRST  ? "+ : -"
                            : end == ENCOUNTER_SECOND ? "- : +"
                                                      : "- : -");
    else
      for (int k = 0; k < bout->result.count; k++)
        text_print(text, "%s%d:%d", k > 0 ? ", " : "", (int)bout->result.games[k].points[0],
                   (int)bout->result.games[k].points[1]);
    text_add_string(text, "</td></tr>\n");
  }
  text_add_string(text, "</table>\n");
}

static void put_standings(const struct shown_competition *shown, const struct framing_words *words, struct text *text) {
  const struct competition *competition = shown->competition;
  struct placing placings[ENTRANTS_MOST];
  rounds_place(competition, placings);
  text_print(text, "<table><caption>%s</caption><tr><th>%s</th><th>%s</th><th>%s</th></tr>\n", words->standings,
             words->place, words->name, words->score);
  for (int i = 0; i < competition->competitor_count; i++) {
    const struct competitor *own = &competition->competitors[placings[i].entrant];
    text_print(text, "<tr><td>%d", placings[i].place);
    if (competition->group_count > 1 && own->in) text_print(text, " (%s %d)", words->group, own->group + 1);
    text_add_string(text, "</td>");
    put_name(shown, placings[i].entrant, false, text);
    const int whole = competition->settings.seats > 2 ? GATHERING_WHOLE : 2;
    const int part = placings[i].score * 100 / whole;
    text_print(text, "<td>%d", part / 100);
    if (part % 100 != 0) text_print(text, ".%02d", part % 100);
    text_add_string(text, "</td></tr>\n");
  }
  text_add_string(text, "</table>\n");
}

void framing_page(const struct shown_competition *shown, int language, struct text *text) {
  const struct competition *competition = shown->competition;
  const struct framing_words *words = &languages[language];
  text_print(text, "<!doctype html>\n<html lang=\"%s\">\n<meta charset=\"utf-8\">\n", words->code);
  text_add_string(text, "<meta name=\"viewport\" content=\"width=device-width\">\n"
                        "<meta http-equiv=\"refresh\" content=\"60\">\n<title>");
  text_add_html(text, competition->settings.name);
  text_print(text,
             "</title>\n<style>%s</style>\n<h1><a href=\"../#/tournament/%s\" target=\"_blank\" rel=\"noopener\">",
             style, shown->id);
  text_add_html(text, competition->settings.name);
  text_add_string(text, "</a></h1>\n");
  if (competition->round > 0 && competition->settings.form != FORM_ARENA) /* which has no rounds */
    text_print(text, "<p>%s %d %s %d</p>\n", words->round, competition->round, words->of, rounds_all(competition));
  if (competition->round > 0) put_round(shown, words, text);
  put_standings(shown, words, text);
  text_add_string(text, "</html>\n");
}
