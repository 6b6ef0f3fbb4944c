/* A person's turn at the terminal: shows the choice, asks, and executes one line of input. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/guard.h"
#include "cli/narrator.h"
#include "cli/play.h"
#include "cli/terminal.h"
#include "cli/terminal_board.h"
#include "notation/state.h"

enum { HINT_PLAYOUTS = 1000 };

/* ---- What a person is shown ---- */

static void add_choice(const struct play *play, const tess_game *game, const tess_decision *decision,
                       struct text *out) {
  enum language language = play->narrator.language;
  if (decision->piece == TESS_PIECE_NONE || decision->piece == TESS_PIECE_RETURN) {
    message_add(out, language, decision->piece == TESS_PIECE_NONE ? MESSAGE_NO_MEEPLE : MESSAGE_TAKE_ABBOT, NULL);
    return;
  }
  message_add(out, language, message_of_role((tess_type)realm_name_of(game, decision->spot).type), NULL);
  text_add_string(out, " (");
  message_add(out, language, message_of_piece(tess_set_rules(tess_game_set(game)), (tess_piece)decision->piece), NULL);
  text_add_string(out, "), ");
  narrate_spot(&play->narrator, game, decision->spot, out);
}

static bool is_placing(const struct play *play) { return tess_game_phase(play->history->game) == TESS_PHASE_PLACE; }

/* Shows the present choice, unless it was shown since the last step. */
static void show(struct play *play) {
  const tess_game *game = play->history->game;
  struct text out = {0};
  if (play->shown == play->history->count) return;
  play->shown = play->history->count;

  /* 1. For a tile: the board with letters on the cells, the scores, and the tile in the rotations that fit
   * somewhere. */
  if (is_placing(play)) {
    struct lettered_cells cells;
    unsigned rotations = 0;
    lettered_cells_of(game, &cells);
    for (int i = 0; i < cells.count; i++) rotations |= cells.at[i].rotations;
    board_print(game, &cells, &play->screen, &out);
    scoreboard_print(&play->narrator, game, &out);
    message_add(&out, play->narrator.language, MESSAGE_HAND,
                WITH(tess_set_tile(tess_game_set(game), tess_game_drawn(game))->id));
    text_add_char(&out, '\n');
    hand_print(game, rotations, &play->screen, &out);
    play_write(play, &out);
    return;
  }

  /* 2. For a meeple: the tile with numbers on the spots, and what each number means. */
  tess_decision decisions[TESS_MAX_DECISIONS];
  const int count = legal_decisions(game, decisions);
  choices_print(game, decisions, count, &play->screen, &out);
  for (int i = 0; i < count; i++) {
    text_print(&out, "%3d  ", i);
    add_choice(play, game, &decisions[i], &out);
    text_add_char(&out, '\n');
  }
  play_write(play, &out);
}

/* ---- Steps ---- */

static suggest_candidate command_candidate;

static bool tell_impossible(const struct play *play, const char *why) {
  play_say(play, MESSAGE_NOT_POSSIBLE, WITH(why));
  return false;
}

static bool tell_impossible_message(const struct play *play, enum message message, const char *value) {
  struct text why = {0};
  message_add(&why, play->narrator.language, message, WITH(value));
  tell_impossible(play, why.bytes);
  text_free(&why);
  return false;
}

/* Prints that a word is unknown, and suggests a similar one. */
static bool tell_unknown(const struct play *play, enum message what, const char *word) {
  struct text why = {0};
  const char *meant = strlen(word) < 3 ? NULL : suggest(word, NULL, command_candidate);
  message_add(&why, play->narrator.language, what, WITH(word));
  if (meant != NULL) message_add(&why, play->narrator.language, MESSAGE_MEANT, WITH(meant));
  tell_impossible(play, why.bytes);
  text_free(&why);
  return false;
}

/* Writes the digits of the rotations that a cell allows, with spaces between them. */
static void list_rotations(unsigned rotations, char list[8]) {
  int length = 0;
  for (int rotation = 0; rotation < 4; rotation++) {
    if (!(rotations >> rotation & 1u)) continue;
    if (length > 0) list[length++] = ' ';
    list[length++] = (char)('0' + rotation);
  }
  list[length] = '\0';
}

/* Rejects words after the first one. */
static bool refuse_rest(const struct play *play, const char *words, bool misspelled) {
  struct text first = {0};
  text_add(&first, words, strcspn(words, " "));
  if (misspelled && first.length >= 3 && suggest(first.bytes, NULL, command_candidate) != NULL)
    tell_unknown(play, MESSAGE_NO_SUCH_CELL, first.bytes);
  else
    tell_impossible_message(play, MESSAGE_NOTHING_AFTER, first.bytes);
  text_free(&first);
  return false;
}

/* Lays the tile where a word says: `b2`, or `b` if there is only one rotation; `1,0r2`; or a whole move. */
static void place(struct play *play, const char *word) {
  struct history *history = play->history;
  struct fault fault = {0};
  bool done;
  if (strchr(word, ' ') != NULL) {
    refuse_rest(play, word, true);
    return;
  }
  if (strchr(word, '@') != NULL) {
    struct move move;
    done = move_read(span_of(word), history->set->set, &move, &fault);
    if (done && move.kind != tess_game_drawn(history->game))
      done = fault_refuse(&fault, TESS_ERROR_BAD_TILE, "that is not the tile in hand");
    if (done && move.decided)
      done = history_move(history, &move, &fault);
    else if (done)
      done = history_place(history, move.placement, &fault);
  } else if (strchr(word, ',') != NULL) {
    tess_placement placement;
    done = placement_read(span_of(word), &placement, &fault) && history_place(history, placement, &fault);
  } else {
    struct lettered_cells cells;
    const size_t letters = strspn(word, "abcdefghijklmnopqrstuvwxyz");
    const int index = cell_of_letters(word, letters);
    lettered_cells_of(history->game, &cells);
    if (index < 0 || index >= cells.count) {
      tell_unknown(play, MESSAGE_NO_SUCH_CELL, word);
      return;
    }
    const struct lettered_cell *cell = &cells.at[index];
    char list[8];
    int rotation = -1;
    list_rotations(cell->rotations, list);
    if (word[letters] == '\0' && strlen(list) == 1) rotation = list[0] - '0';
    if (word[letters] >= '0' && word[letters] <= '3' && word[letters + 1] == '\0') rotation = word[letters] - '0';
    if (rotation < 0 || !(cell->rotations >> rotation & 1)) {
      tell_impossible_message(play, MESSAGE_WHICH_ROTATION, list);
      return;
    }
    done = history_place(history, (tess_placement){cell->x, cell->y, (uint8_t)rotation}, &fault);
  }
  if (!done && fault.text[0] != '\0') tell_impossible(play, fault.text);
}

/* ---- A meeple by words ---- */

static bool is_letter(char c) { return isalnum((unsigned char)c) || (unsigned char)c >= 0x80; }

static char small(char c) { return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); }

/* Takes the next word, letters and digits, from a text. Returns its length, 0 at the end. */
static size_t next_word(const char **at, const char **word) {
  while (**at != '\0' && !is_letter(**at)) (*at)++;
  *word = *at;
  while (is_letter(**at)) (*at)++;
  return (size_t)(*at - *word);
}

/* A score for how well words match a line: 2 for each that is one of its words, plus 1 for each that begins one; 0 if a
 * word does not match. */
static int words_fit(const char *words, const char *line) {
  const char *word, *other;
  int sum = 0;
  for (size_t length; (length = next_word(&words, &word)) > 0;) {
    int best = 0;
    const char *rest = line;
    for (size_t size; (size = next_word(&rest, &other)) > 0;) {
      size_t same = 0;
      while (same < length && same < size && small(word[same]) == small(other[same])) same++;
      const int fits = same < length ? 0 : size == length ? 2 : 1;
      if (fits > best) best = fits;
    }
    if (best == 0) return 0;
    sum += best;
  }
  return sum;
}

/* Finds the decision whose line the words match best, or else one in the notation of records. Returns false if there is
 * none, or if several lines match equally well, which is printed. */
static bool decide_by_words(const struct play *play, const tess_decision *decisions, int count, const char *words,
                            tess_decision *decision) {
  struct text numbers = {0}; /* numbers of the choices that match best, with spaces between them */
  int best = 1, matches = 0, found = 0;
  for (int i = 0; i < count; i++) {
    struct text line = {0};
    add_choice(play, play->history->game, &decisions[i], &line);
    const int fits = words_fit(words, line.bytes);
    text_free(&line);
    if (fits < best) continue;
    if (fits > best) {
      text_clear(&numbers);
      matches = 0;
    }
    best = fits;
    text_print(&numbers, "%s%d", matches > 0 ? " " : "", i);
    if (matches++ == 0) found = i;
  }
  struct fault fault = {0};
  bool known = matches == 1;
  if (known)
    *decision = decisions[found];
  else if (matches > 1)
    tell_impossible_message(play, MESSAGE_WHICH_MEEPLE, numbers.bytes);
  else if (!(known = decision_read(span_of(words), play->history->game, decision, &fault)))
    tell_unknown(play, MESSAGE_NO_SUCH_MEEPLE, words);
  text_free(&numbers);
  return known;
}

/* Executes an empty answer (no meeple), a number, words of a choice, or a decision in the notation of records. */
static void decide(struct play *play, const char *words) {
  struct fault fault = {0};
  tess_decision decisions[TESS_MAX_DECISIONS], decision = {.piece = TESS_PIECE_NONE};
  const int count = legal_decisions(play->history->game, decisions);
  uint64_t number = 0;
  bool known = true;
  if (number_read(words, 0, UINT64_MAX, &number)) {
    known = number < (uint64_t)count;
    if (known) {
      decision = decisions[number];
    } else {
      struct text last = {0};
      text_add_int(&last, count - 1);
      tell_impossible_message(play, MESSAGE_NO_SUCH_CHOICE, last.bytes);
      text_free(&last);
    }
  } else if (strchr(words, ':') != NULL) {
    known = decision_read(span_of(words), play->history->game, &decision, &fault);
  } else if (*words != '\0') {
    known = decide_by_words(play, decisions, count, words, &decision);
  }
  if ((!known || !history_meeple(play->history, decision, &fault)) && fault.text[0] != '\0')
    tell_impossible(play, fault.text);
}

/* ---- Commands ---- */

/* Prints a sentence with line breaks between its words. */
static void explain(const struct play *play, enum message message, const char *const *values) {
  struct text sentence = {0}, lines = {0};
  message_add(&sentence, play->narrator.language, message, values);
  text_wrap(sentence.bytes, play->screen.columns, &lines);
  text_add_char(&lines, '\n');
  play_write(play, &lines);
  text_free(&sentence);
}

static void command_help(struct play *play, const char *rest) {
  const struct screen *screen = &play->screen;
  (void)rest;
  explain(play, is_placing(play) ? MESSAGE_HELP_PLACE : MESSAGE_HELP_MEEPLE, NULL);
  if (tess_set_rules(tess_game_set(play->history->game)) == TESS_RULES_CLASSIC)
    explain(play, MESSAGE_HELP_CLASSIC_BOARD,
            WITH(glyph_text(GLYPH_SHIELD, screen), glyph_text(GLYPH_CLOISTER, screen), glyph_text(GLYPH_FLOWER, screen),
                 glyph_text(GLYPH_VILLAGE, screen)));
  else
    explain(play, MESSAGE_HELP_STAR_WARS_BOARD, NULL);
  explain(play, MESSAGE_HELP_COMMANDS, NULL);
}

static void command_board(struct play *play, const char *rest) {
  (void)rest;
  if (!is_placing(play)) {
    struct text out = {0};
    board_print(play->history->game, NULL, &play->screen, &out);
    play_write(play, &out);
  }
  play->shown = -1;
}

static void command_scores(struct play *play, const char *rest) {
  (void)rest;
  struct text out = {0};
  scoreboard_print(&play->narrator, play->history->game, &out);
  play_write(play, &out);
}

static void command_bag(struct play *play, const char *rest) {
  (void)rest;
  const tess_set *set = tess_game_set(play->history->game);
  int counts[TESS_MAX_KINDS];
  struct text out = {0};
  for (int kind = 0; kind < tess_set_kinds(set); kind++) counts[kind] = tess_game_bag(play->history->game, kind);
  sheet_print(set, counts, &play->screen, &out);
  play_write(play, &out);
}

/* Prints what a searching player would do. It plays on a copy and knows no more than people do. */
static void command_hint(struct play *play, const char *rest) {
  (void)rest;
  const struct player_budget budget = {.playouts = HINT_PLAYOUTS, .stop = play->seats.stop};
  tess_game *game = memory_new(tess_game_size());
  struct player player;
  struct player_advice advice;
  struct text hint = {0};
  tess_game_copy(game, play->history->game);
  player_open(&player, player_kind_find("mcts"), tess_game_hash(game));
  play_thinking(play, MESSAGE_THINKING_FOR, play->narrator.names[tess_game_seat(game)]);
  player_choose(&player, game, &budget, &advice);
  play_thought(play);
  player_close(&player);
  const struct player_turn *turn = &advice.candidates[0].turn;
  if (is_placing(play)) {
    struct lettered_cells cells;
    char letters[4];
    lettered_cells_of(game, &cells);
    for (int i = 0; i < cells.count; i++) {
      if (cells.at[i].x != turn->placement.x || cells.at[i].y != turn->placement.y) continue;
      cell_letters(i, letters);
      text_print(&hint, "%s%d; ", letters, turn->placement.rotation);
    }
    CHECK(tess_game_place(game, turn->placement, NULL, NULL) == TESS_ERROR_NONE);
  }
  add_choice(play, game, &turn->decision, &hint);
  play_say(play, MESSAGE_HINT, WITH(hint.bytes));
  text_free(&hint);
  free(game);
}

static bool could_only_be_none(const struct play *play) {
  tess_decision decisions[TESS_MAX_DECISIONS];
  return tess_game_phase(play->history->game) == TESS_PHASE_MEEPLE &&
         tess_game_decisions(play->history->game, decisions) == 1;
}

/* Takes back the last step that a person chose, and everything after it. A decision without an alternative was not
 * chosen. */
static void command_undo(struct play *play, const char *rest) {
  (void)rest;
  struct history *history = play->history;
  int last = history->count - 1;
  for (; last >= 0; last--) {
    const struct history_step *step = &history->steps[last];
    const bool chosen = step->type == STEP_PLACE || step->type == STEP_MEEPLE;
    if (chosen && play->seats.at[step->seat].human) break;
  }
  if (last < 0) {
    play_say(play, MESSAGE_NO_UNDO, NULL);
    return;
  }
  while (history->count > last) history_undo(history);
  if (could_only_be_none(play)) history_undo(history);
  play->shown = -1;
  play_say(play, MESSAGE_UNDONE, NULL);
}

static void command_save(struct play *play, const char *rest) {
  if (*rest == '\0')
    tell_impossible_message(play, MESSAGE_SAVE_WHERE, NULL);
  else if (play_save(play, rest))
    play->saved = tess_game_hash(play->history->game);
}

static void command_quit(struct play *play, const char *rest) {
  (void)rest;
  play->ended = play->quits = true;
}

/* The commands of every prompt. */
static const struct play_command {
  const char *name, *others; /* other names, separated by '|' */
  bool takes_rest;
  void (*run)(struct play *play, const char *rest);
} commands_of_play[] = {{"help", "h|?", false, command_help},       {"board", "", false, command_board},
                        {"scores", "score", false, command_scores}, {"bag", "", false, command_bag},
                        {"hint", "", false, command_hint},          {"undo", "", false, command_undo},
                        {"save", "", true, command_save},           {"quit", "q|exit", false, command_quit}};

enum { COMMANDS = sizeof commands_of_play / sizeof commands_of_play[0] };

static const char *command_candidate(const void *list, int index) {
  (void)list;
  return index < COMMANDS ? commands_of_play[index].name : index == COMMANDS ? "exit" : NULL;
}

/* Runs the command with which a line begins. `bytes` is the line as it was typed, for names of files. Returns false if
 * the line begins with no command. */
static bool run_command(struct play *play, const char *line, const char *bytes) {
  char word[16];
  const size_t length = strcspn(line, " "), rest = length + strspn(line + length, " ");
  if (length >= sizeof word) return false;
  memcpy(word, line, length);
  word[length] = '\0';
  for (int i = 0; i < COMMANDS; i++) {
    const struct play_command *command = &commands_of_play[i];
    if (strcasecmp(command->name, word) != 0 && !choice_is(command->others, word)) continue;
    if (line[rest] != '\0' && !command->takes_rest)
      refuse_rest(play, line, false);
    else
      command->run(play, bytes + rest);
    return true;
  }
  return false;
}

/* ---- The turn ---- */

void play_turn(struct play *play) {
  if (could_only_be_none(play)) {
    decide(play, "");
    return;
  }

  /* 1. Show the choice and the question, with a fitting cell and rotation as an example. */
  const bool placing = is_placing(play);
  char example[8] = "";
  show(play);
  if (placing) {
    struct lettered_cells cells;
    char letters[4], list[8];
    lettered_cells_of(play->history->game, &cells);
    cell_letters(0, letters);
    list_rotations(cells.at[0].rotations, list);
    snprintf(example, sizeof example, "%s%c", letters, list[0]);
  }
  play_say(play, placing ? MESSAGE_ASK_PLACE : MESSAGE_ASK_MEEPLE,
           WITH(play->narrator.names[tess_game_seat(play->history->game)], example));

  /* 2. Execute the answer: a command, or the tile or meeple. */
  struct prompt_line line;
  if (!prompt_read(play->prompt, &line)) {
    play->ended = true;
    fputc('\n', play->out);
    prompt_line_free(&line);
    return;
  }
  const char *words = line.words.bytes;
  if (play->echo) {
    locale_write(play->out, words, line.words.length);
    fputc('\n', play->out);
  }
  if (!line.plain) {
    tell_impossible_message(play, MESSAGE_CONTROL, NULL);
  } else if (!run_command(play, words, line.bytes.bytes)) {
    if (!placing)
      decide(play, words);
    else if (*words != '\0')
      place(play, words);
  }
  prompt_line_free(&line);
}
