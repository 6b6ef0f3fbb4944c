#define _POSIX_C_SOURCE 200809L
#include "cli/play.h"

#include <stdlib.h>
#include <string.h>

#include "cli/narrator.h"
#include "cli/saves.h"
#include "cli/terminal_board.h"
#include "notation/legal.h"

/* ---- What a person is shown ---- */

static void write_text(const struct play *play, struct text *text) {
  fwrite(text->bytes == NULL ? "" : text->bytes, 1, text->length, play->out);
  text_free(text);
}

static unsigned all_rotations(const struct lettered_cells *cells) {
  unsigned rotations = 0;
  for (int i = 0; i < cells->count; i++) rotations |= cells->at[i].rotations;
  return rotations;
}

static void show_hand(const struct play *play) {
  const tess_game *game = play->history->game;
  struct lettered_cells cells;
  struct text out = {0};
  lettered_cells_of(game, &cells);
  board_print(game, &cells, &play->screen, &out);
  scoreboard_print(&play->narrator, game, &out);
  words_add(&out, play->narrator.language, WORD_HAND,
            WITH(tess_set_tile(tess_game_set(game), tess_game_drawn(game))->id));
  text_add_char(&out, '\n');
  hand_print(game, all_rotations(&cells), &play->screen, &out);
  write_text(play, &out);
}

static void add_choice(const struct play *play, const tess_decision *decision, struct text *out) {
  const tess_game *game = play->history->game;
  enum language language = play->narrator.language;
  if (decision->piece == TESS_PIECE_NONE || decision->piece == TESS_PIECE_RETURN) {
    words_add(out, language, decision->piece == TESS_PIECE_NONE ? WORD_NO_MEEPLE : WORD_TAKE_ABBOT, NULL);
    return;
  }
  words_add(out, language, word_of_role((tess_type)realm_name_of(game, decision->spot).type), NULL);
  text_add_string(out, " (");
  words_add(out, language, word_of_piece(tess_set_rules(tess_game_set(game)), (tess_piece)decision->piece), NULL);
  text_add_string(out, "), ");
  narrate_spot(&play->narrator, game, decision->spot, out);
}

static void show_choices(const struct play *play) {
  const tess_game *game = play->history->game;
  tess_decision decisions[TESS_MAX_DECISIONS];
  struct text out = {0};
  int count = legal_decisions(game, decisions);
  choices_print(game, decisions, count, &play->screen, &out);
  for (int i = 0; i < count; i++) {
    text_print(&out, "%3d  ", i);
    add_choice(play, &decisions[i], &out);
    text_add_char(&out, '\n');
  }
  write_text(play, &out);
}

static bool is_placing(const struct play *play) { return tess_game_phase(play->history->game) == TESS_PHASE_PLACE; }

static void show(struct play *play) {
  if (play->shown == play->history->count) return;
  if (is_placing(play))
    show_hand(play);
  else
    show_choices(play);
  play->shown = play->history->count;
}

/* ---- Steps ---- */

static bool tell_impossible(const struct play *play, const char *why) {
  play_say(play, WORD_NOT_POSSIBLE, WITH(why));
  return false;
}

static bool tell_impossible_word(const struct play *play, enum word word, const char *value) {
  struct text why = {0};
  words_add(&why, play->narrator.language, word, WITH(value));
  tell_impossible(play, why.bytes);
  text_free(&why);
  return false;
}

/* The digits of the rotations that a cell allows, with a space between. */
static void list_rotations(unsigned rotations, char list[8]) {
  int length = 0;
  for (int rotation = 0; rotation < 4; rotation++) {
    if (!(rotations >> rotation & 1u)) continue;
    if (length > 0) list[length++] = ' ';
    list[length++] = (char)('0' + rotation);
  }
  list[length] = '\0';
}

/* `b2`, or `b` where there is one rotation only. */
static bool place_by_letter(struct play *play, const char *word, struct fault *fault) {
  struct lettered_cells cells;
  size_t letters = strspn(word, "abcdefghijklmnopqrstuvwxyz");
  int index = cell_of_letters(word, letters), rotation = -1;
  lettered_cells_of(play->history->game, &cells);
  if (index < 0 || index >= cells.count) return tell_impossible_word(play, WORD_NO_SUCH_CELL, word);
  const struct lettered_cell *cell = &cells.at[index];
  char list[8];
  list_rotations(cell->rotations, list);
  if (word[letters] == '\0' && strlen(list) == 1) rotation = list[0] - '0';
  if (word[letters] >= '0' && word[letters] <= '3' && word[letters + 1] == '\0') rotation = word[letters] - '0';
  if (rotation < 0 || !(cell->rotations >> rotation & 1)) return tell_impossible_word(play, WORD_WHICH_ROTATION, list);
  return history_place(play->history, (tess_placement){cell->x, cell->y, (uint8_t)rotation}, fault);
}

static bool place_by_move(struct play *play, const char *word, struct fault *fault) {
  struct move move;
  if (!move_read(span_of(word), play->history->set->set, &move, fault)) return false;
  if (move.kind != tess_game_drawn(play->history->game))
    return fault_refuse(fault, TESS_ERROR_BAD_TILE, "that is not the tile in hand");
  if (!move.decided) return history_place(play->history, move.placement, fault);
  return history_move(play->history, &move, fault);
}

static void place(struct play *play, const char *word) {
  struct fault fault = {0};
  tess_placement placement;
  bool done;
  if (strchr(word, '@') != NULL)
    done = place_by_move(play, word, &fault);
  else if (strchr(word, ',') != NULL)
    done = placement_read(span_of(word), &placement, &fault) && history_place(play->history, placement, &fault);
  else
    done = place_by_letter(play, word, &fault);
  if (!done && fault.text[0] != '\0') tell_impossible(play, fault.text);
}

static void decide(struct play *play, const char *word) {
  struct fault fault = {0};
  tess_decision decisions[TESS_MAX_DECISIONS], decision = {.piece = TESS_PIECE_NONE};
  int count = legal_decisions(play->history->game, decisions);
  uint64_t number = 0;
  bool known = true;
  if (number_read(word, 0, UINT64_MAX, &number)) {
    struct text last = {0};
    text_add_int(&last, count - 1);
    known = number < (uint64_t)count || tell_impossible_word(play, WORD_NO_SUCH_CHOICE, last.bytes);
    text_free(&last);
    if (known) decision = decisions[number];
  } else if (*word != '\0') {
    known = decision_read(span_of(word), play->history->game, &decision, &fault);
  }
  if ((!known || !history_meeple(play->history, decision, &fault)) && fault.text[0] != '\0')
    tell_impossible(play, fault.text);
}

/* ---- Commands ---- */

static void command_help(struct play *play, const char *rest) {
  (void)rest;
  play_say(play, is_placing(play) ? WORD_HELP_PLACE : WORD_HELP_MEEPLE, NULL);
  play_say(play, WORD_HELP_BOARD, NULL);
  play_say(play, WORD_HELP_COMMANDS, NULL);
}

static void command_board(struct play *play, const char *rest) {
  (void)rest;
  if (!is_placing(play)) {
    struct text out = {0};
    board_print(play->history->game, NULL, &play->screen, &out);
    write_text(play, &out);
  }
  play->shown = -1;
}

static void command_scores(struct play *play, const char *rest) {
  (void)rest;
  struct text out = {0};
  scoreboard_print(&play->narrator, play->history->game, &out);
  write_text(play, &out);
}

static void command_bag(struct play *play, const char *rest) {
  (void)rest;
  const tess_set *set = tess_game_set(play->history->game);
  struct text out = {0};
  for (int kind = 0; kind < tess_set_kinds(set); kind++) {
    int left = tess_game_bag(play->history->game, kind);
    if (left > 0) text_print(&out, "%s%s*%d", out.length > 0 ? " " : "", tess_set_tile(set, kind)->id, left);
  }
  text_add_char(&out, '\n');
  write_text(play, &out);
}

/* The index of the last step that a person chose, or -1. A decision that could only be none was not chosen. */
static int last_choice(const struct play *play) {
  for (int i = play->history->count - 1; i >= 0; i--) {
    const struct step *step = &play->history->steps[i];
    bool chosen = step->type == STEP_PLACE || step->type == STEP_MEEPLE;
    if (chosen && play->seats.at[step->seat].human) return i;
  }
  return -1;
}

static bool could_only_be_none(const struct play *play) {
  tess_decision decisions[TESS_MAX_DECISIONS];
  return tess_game_phase(play->history->game) == TESS_PHASE_MEEPLE &&
         tess_game_decisions(play->history->game, decisions) == 1;
}

static void command_undo(struct play *play, const char *rest) {
  (void)rest;
  int step = last_choice(play);
  if (step < 0) {
    play_say(play, WORD_NO_UNDO, NULL);
    return;
  }
  while (play->history->count > step) history_undo(play->history);
  if (could_only_be_none(play)) history_undo(play->history);
  play->shown = -1;
  play_say(play, WORD_UNDONE, NULL);
}

static void command_save(struct play *play, const char *rest) {
  struct fault fault = {0};
  if (*rest == '\0')
    tell_impossible_word(play, WORD_SAVE_WHERE, NULL);
  else if (save_write(rest, play->history, &play->extra, &fault))
    play_say_path(play, WORD_SAVED, rest);
  else
    play_say(play, WORD_NOT_SAVED, WITH(fault.text));
}

static void command_quit(struct play *play, const char *rest) {
  (void)rest;
  play->ended = true;
}

static const struct play_command {
  const char *name;
  void (*run)(struct play *play, const char *rest);
} commands_of_play[] = {{"help", command_help}, {"board", command_board}, {"scores", command_scores},
                        {"bag", command_bag},   {"undo", command_undo},   {"save", command_save},
                        {"quit", command_quit}};

static bool run_command(struct play *play, const char *line) {
  size_t length = strcspn(line, " ");
  for (size_t i = 0; i < sizeof commands_of_play / sizeof commands_of_play[0]; i++) {
    const char *name = commands_of_play[i].name;
    if (strlen(name) != length || memcmp(name, line, length) != 0) continue;
    commands_of_play[i].run(play, line + length + strspn(line + length, " "));
    return true;
  }
  return false;
}

/* ---- The turn ---- */

/* A cell and rotation that fit, as an example for the prompt. */
static void example_placement(const struct play *play, char example[8]) {
  struct lettered_cells cells;
  char letters[4], list[8];
  lettered_cells_of(play->history->game, &cells);
  cell_letters(0, letters);
  list_rotations(cells.at[0].rotations, list);
  snprintf(example, 8, "%s%c", letters, list[0]);
}

static void ask(const struct play *play) {
  const char *name = play->narrator.names[tess_game_seat(play->history->game)];
  char example[8] = "";
  if (is_placing(play)) example_placement(play, example);
  play_say(play, is_placing(play) ? WORD_ASK_PLACE : WORD_ASK_MEEPLE, WITH(name, example));
  fputs("> ", play->out);
  fflush(play->out);
}

/* Reads a line without the blanks around it, in memory of getline(); NULL at the end of the input. */
static char *read_line(const struct play *play, char **memory) {
  size_t capacity = 0;
  if (getline(memory, &capacity, play->in) < 0) return NULL;
  char *line = *memory + strspn(*memory, " \t\r\n");
  size_t length = strlen(line);
  while (length > 0 && strchr(" \t\r\n", line[length - 1]) != NULL) length--;
  line[length] = '\0';
  if (play->echo) fprintf(play->out, "%s\n", line);
  return line;
}

void play_turn(struct play *play) {
  if (could_only_be_none(play)) {
    decide(play, "");
    return;
  }
  char *memory = NULL;
  show(play);
  ask(play);
  const char *line = read_line(play, &memory);
  if (line == NULL) {
    play->ended = true;
    fputc('\n', play->out);
  } else if (!run_command(play, line)) {
    if (!is_placing(play))
      decide(play, line);
    else if (*line != '\0')
      place(play, line);
  }
  free(memory);
}

/* ---- The game ---- */

void play_say(const struct play *play, enum word word, const char *const *values) {
  struct text text = {0};
  words_add(&text, play->narrator.language, word, values);
  fprintf(play->out, "%s\n", text.bytes);
  text_free(&text);
}

void play_say_path(const struct play *play, enum word word, const char *path) {
  struct text quoted = {0};
  path_write(path, &quoted);
  play_say(play, word, WITH(quoted.bytes));
  text_free(&quoted);
}

/* Tells what happened. The tile that a person draws is shown anyway. */
static void tell(void *context, const tess_game *game, const tess_events *events) {
  struct play *play = context;
  struct text text = {0};
  for (uint32_t i = 0; i < events->count; i++) {
    const tess_event *event = &events->at[i];
    if (event->type == TESS_EVENT_SCORED && event->final && !play->final_told) {
      words_add(&text, play->narrator.language, WORD_FINAL, NULL);
      text_add_char(&text, '\n');
      play->final_told = true;
    }
    narrate_event(&play->narrator, game, event, &text);
  }
  if (text.length > 0) fputs(text.bytes, play->out);
  fflush(play->out);
  text_free(&text);
}

static void show_end(const struct play *play) {
  struct text text = {0};
  board_print(play->history->game, NULL, &play->screen, &text);
  ranking_print(&play->narrator, play->history->game, &text);
  fputs(text.bytes, play->out);
  text_free(&text);
}

static bool is_stopped(const struct play *play) { return play->seats.stop != NULL && atomic_load(play->seats.stop); }

void play_game(struct play *play) {
  play->history->listener = tell;
  play->history->context = play;
  play->shown = -1;
  while (!play->ended && !is_stopped(play) && tess_game_phase(play->history->game) != TESS_PHASE_OVER) {
    if (seats_wait_for_human(&play->seats, play->history))
      play_turn(play);
    else
      seats_step(&play->seats, play->history);
  }
  if (tess_game_phase(play->history->game) == TESS_PHASE_OVER) show_end(play);
}
