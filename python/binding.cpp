// The extension module `tessera._tessera`: what src/env offers, as Python classes. All rules are in C; here numbers,
// words and arrays are handed on, and faults become exceptions.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "env/env.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

// What an engine function wrote into a fault, as the ValueError that Python sees. The text may have been cut within a
// character.
[[noreturn]] void refuse(const env_fault &fault) {
  const nb::object text = nb::steal(PyUnicode_DecodeUTF8(fault.text, static_cast<Py_ssize_t>(std::strlen(fault.text)), "replace"));
  PyErr_SetObject(PyExc_ValueError, text.ptr());
  throw nb::python_error();
}

// ---- Arguments: a wrong one is refused by its name ----

// What was given is not of the type that is expected.
[[noreturn]] void mistyped(const char *name, const char *expected, nb::handle given) {
  PyErr_Format(PyExc_TypeError, "%s: expected %s, not %.80R", name, expected, given.ptr());
  throw nb::python_error();
}

// A whole number of Python or numpy; a null object if it does not fit T.
template <typename T> std::optional<T> whole(const char *name, nb::handle given) {
  PyObject *number = PyBool_Check(given.ptr()) ? nullptr : PyNumber_Index(given.ptr());
  if (number == nullptr) {
    PyErr_Clear();
    mistyped(name, "a whole number", given);
  }
  T value;
  return nb::try_cast(nb::steal(number), value, false) ? std::optional<T>(value) : std::nullopt;
}

uint64_t seed_of(nb::handle given) {
  const std::optional<uint64_t> seed = whole<uint64_t>("seed", given);
  if (seed) return *seed;
  PyErr_Format(PyExc_ValueError, "seed: expected 0 to 2**64 - 1, not %.80R", given.ptr());
  throw nb::python_error();
}

// The same; one that is drawn if there is none.
uint64_t seed_or_drawn(nb::handle given) {
  if (!given.is_none()) return seed_of(given);
  return nb::cast<uint64_t>(nb::module_::import_("secrets").attr("randbits")(64));
}

// The number of an action; one that no action has for whatever does not fit.
int32_t action_of(nb::handle given) {
  const std::optional<int32_t> action = whole<int32_t>("action", given);
  if (action) return *action;
  PyErr_Format(PyExc_ValueError, "action %.80R is not legal: see legal_actions()", given.ptr());
  throw nb::python_error();
}

bool truth_of(const char *name, nb::handle given) {
  if (!PyBool_Check(given.ptr())) mistyped(name, "True or False", given);
  return given.ptr() == Py_True;
}

std::string text_of(const char *name, nb::handle given) {
  std::string text;
  if (!PyUnicode_Check(given.ptr()) || !nb::try_cast(given, text, false)) mistyped(name, "a string", given);
  return text;
}

std::optional<std::string> text_if(const char *name, nb::handle given) {
  if (given.is_none()) return std::nullopt;
  return text_of(name, given);
}

nb::bytes bytes_of(const char *name, nb::handle given) {
  if (!PyBytes_Check(given.ptr())) mistyped(name, "bytes", given);
  return nb::borrow<nb::bytes>(given);
}

// An object of one of the classes below that was made.
template <typename T> T &made_of(const char *name, const char *expected, nb::handle given) {
  if (!nb::isinstance<T>(given) || !nb::inst_ready(given)) mistyped(name, expected, given);
  return *nb::inst_ptr<T>(given);
}

// ---- Long calls ----

// Calls `work` without the interpreter's lock. What may take long is done by a thread of its own, so that the handlers
// of signals run meanwhile: when one of them raises, as that of Ctrl-C does, `stop(true)` makes the work end soon, and
// the exception goes on after it.
template <typename Work, typename Stop> void unlocked(bool long_, Work work, Stop stop) {
  bool raised = false;
  {
    const nb::gil_scoped_release release;
    if (!long_) {
      work();
      return;
    }
    std::mutex mutex;
    std::condition_variable ended;
    bool done = false;
    std::thread worker([&] {
      work();
      const std::lock_guard<std::mutex> lock(mutex);
      done = true;
      ended.notify_one();
    });
    std::unique_lock<std::mutex> lock(mutex);
    while (!ended.wait_for(lock, std::chrono::milliseconds(20), [&] { return done; })) {
      lock.unlock();
      if (!raised) {
        const nb::gil_scoped_acquire acquire;
        raised = PyErr_CheckSignals() != 0;
        if (raised) stop(true);
      }
      lock.lock();
    }
    lock.unlock();
    worker.join();
  }
  if (!raised) return;
  stop(false);
  throw nb::python_error();
}

// ---- Values ----

// Text that C gave away.
std::string taken(char *text) {
  std::string copy(text);
  std::free(text);
  return copy;
}

// An array of zeroed numbers that Python owns.
template <typename T> nb::ndarray<nb::numpy, T> array(std::initializer_list<size_t> shape) {
  size_t count = 1;
  for (const size_t length : shape) count *= length;
  T *numbers = new T[count]();
  nb::capsule owner(numbers, [](void *p) noexcept { delete[] static_cast<T *>(p); });
  return nb::ndarray<nb::numpy, T>(numbers, shape, owner);
}

// An array of numbers that C gave away.
template <typename T> nb::ndarray<nb::numpy, T> adopt(T *numbers, std::initializer_list<size_t> shape) {
  nb::capsule owner(numbers, [](void *p) noexcept { std::free(p); });
  return nb::ndarray<nb::numpy, T>(numbers, shape, owner);
}

// ---- Which game ----

// Keys and values, as the engine reads options.
using game_words = std::vector<std::pair<std::string, std::string>>;

// The word of an option that Python has given.
std::string option_word(const std::string &key, nb::handle value) {
  if (value.ptr() == Py_True) return "on";
  if (PyUnicode_Check(value.ptr())) return text_of(key.c_str(), value);
  if (PyList_Check(value.ptr()) || PyTuple_Check(value.ptr())) {
    std::string words;
    for (const nb::handle each : value) words += (words.empty() ? "" : ",") + text_of(key.c_str(), nb::str(each));
    return words;
  }
  const nb::object number = nb::steal(PyNumber_Index(value.ptr()));
  if (!number.is_valid()) {
    PyErr_Clear();
    mistyped(key.c_str(), "True, False, a number or a string", value);
  }
  return nb::cast<std::string>(nb::str(number));
}

// The words of a game that Python has named, without options that are None or False.
game_words words_of(nb::handle game, const nb::kwargs &options) {
  if (!PyUnicode_Check(game.ptr())) mistyped("game", "star-wars or classic", game);
  game_words words = {{"game", text_of("game", game)}};
  for (const auto [name, value] : options) {
    const std::string key = nb::cast<std::string>(name);
    if (key == "seed") throw nb::type_error("a seed belongs to new_initial_state(), not to the game");
    if (!value.is_none() && value.ptr() != Py_False) words.emplace_back(key, option_word(key, value));
  }
  return words;
}

class Game {
public:
  explicit Game(game_words words) : words_(std::move(words)) {
    std::vector<const char *> pairs;
    for (const auto &[key, value] : words_) {
      pairs.push_back(key.c_str());
      pairs.push_back(value.c_str());
    }
    env_fault fault;
    own(variant_new(pairs.data(), static_cast<int>(words_.size()), &fault), fault);
  }

  // The game that a position is of.
  explicit Game(const std::string &line) : line_(line) {
    env_fault fault;
    own(variant_of_position(line.c_str(), &fault), fault);
  }

  const variant *get() const { return variant_.get(); }
  tess_options options() const { return variant_options(get()); }

  // From what it is made again: (words, position line).
  std::pair<game_words, std::string> origin() const { return {words_, line_}; }

  std::vector<std::string> tiles() const {
    std::vector<std::string> ids;
    for (int kind = 0; kind < tess_set_kinds(variant_set(get())); kind++)
      ids.emplace_back(tess_set_tile(variant_set(get()), kind)->id);
    return ids;
  }

private:
  void own(variant *made, const env_fault &fault) {
    if (made == nullptr) refuse(fault);
    variant_ = std::shared_ptr<const variant>(made, [](const variant *v) { variant_free(const_cast<variant *>(v)); });
  }

  game_words words_;
  std::string line_;
  std::shared_ptr<const variant> variant_;
};

// ---- Observations ----

// Whether an observation is planes; the other sort is cells.
bool wants_planes(nb::handle obs) {
  const std::string sort = text_of("obs", obs);
  if (sort != "planes-v1" && sort != "cells-v1") throw nb::value_error("obs: expected planes-v1 or cells-v1");
  return sort == "planes-v1";
}

// (actions, observation, scalars), which Python then owns.
nb::tuple told_afterstates(const Game &game, const struct afterstates &after, bool planes) {
  const struct batch_shape shape = batch_shape(game.get());
  const size_t count = static_cast<size_t>(after.count);
  const auto pairs = adopt(&after.actions[0][0], {count, size_t{2}});
  const auto scalars = adopt(after.scalars, {count, static_cast<size_t>(shape.scalars)});
  if (planes)
    return nb::make_tuple(pairs, adopt(static_cast<uint8_t *>(after.observation),
                                       {count, static_cast<size_t>(shape.planes), 32, 32}), scalars);
  return nb::make_tuple(pairs, adopt(static_cast<uint16_t *>(after.observation), {count, 255, 8}), scalars);
}

// ---- One game ----

class State {
public:
  State(const Game &game, uint64_t seed, bool explicit_chance, const std::optional<std::string> &position)
      : game_(game) {
    env_fault fault;
    own(position ? episode_resume(game.get(), position->c_str(), seed, explicit_chance, &fault)
                 : episode_new(game.get(), seed, explicit_chance, &fault),
        fault);
  }
  // Takes an episode over.
  State(const Game &game, episode *made) : game_(game) { own(made, env_fault{}); }
  State(const State &other) : game_(other.game_) { own(episode_clone(other.get()), env_fault{}); }

  const Game &game() const { return game_; }
  const episode *get() const { return episode_.get(); }
  const tess_game *board() const { return episode_game(get()); }
  int actor() const { return episode_actor(get()); }

  std::vector<int32_t> legal() const {
    std::vector<int32_t> ids(EPISODE_ACTIONS);
    ids.resize(static_cast<size_t>(episode_legal(get(), ids.data(), nullptr)));
    return ids;
  }

  // What is legal by number: of an action, for chance of an outcome. After the end no action is looked at, and all are
  // good.
  nb::ndarray<nb::numpy, bool> mask() const {
    const int count = actor() == EPISODE_CHANCE ? CHANCE_COUNT : variant_actions(game_.get());
    const auto mask = array<bool>({static_cast<size_t>(count)});
    if (actor() == EPISODE_OVER) std::memset(mask.data(), true, static_cast<size_t>(count));
    for (const int32_t id : legal()) mask.data()[id] = true;
    return mask;
  }

  std::vector<std::pair<int32_t, double>> chances() const {
    if (actor() != EPISODE_CHANCE) throw nb::value_error("chance is not due: see is_chance_node()");
    std::vector<int32_t> ids(EPISODE_ACTIONS);
    std::vector<double> chances(EPISODE_ACTIONS);
    const int count = episode_legal(get(), ids.data(), chances.data());
    std::vector<std::pair<int32_t, double>> outcomes;
    for (size_t i = 0; i < static_cast<size_t>(count); i++) outcomes.emplace_back(ids[i], chances[i]);
    return outcomes;
  }

  void apply(int32_t id) {
    env_fault fault;
    if (!episode_act(episode_.get(), id, &fault)) refuse(fault);
  }

  void undo() {
    env_fault fault;
    if (!episode_undo(episode_.get(), &fault)) refuse(fault);
  }

  std::string words(int32_t id) const {
    env_fault fault;
    char *text = episode_words(get(), id, &fault);
    if (text == nullptr) refuse(fault);
    return taken(text);
  }

  int32_t named(const std::string &wanted) const {
    for (const int32_t id : legal())
      if (words(id) == wanted) return id;
    throw nb::value_error(("no legal action is called '" + wanted + "': see action_to_string()").c_str());
  }

  std::vector<int32_t> scores() const {
    std::vector<int32_t> scores;
    for (int side = 0; side < tess_game_sides(board()); side++) scores.push_back(tess_game_score(board(), side));
    return scores;
  }

  std::vector<float> returns() const {
    float utilities[TESS_MAX_PLAYERS] = {};
    if (actor() == EPISODE_OVER) game_utilities(board(), utilities);
    return std::vector<float>(utilities, utilities + game_.options().players);
  }

  // A game that goes on from this position, and whose chance follows from another seed.
  State with_chance(uint64_t seed) const {
    return State(game_, seed, episode_explicit(get()), taken(episode_position(get())));
  }

  // Whether both are the same position on the same tiles.
  bool same(const State &other) const {
    return tess_game_hash(board()) == tess_game_hash(other.board()) &&
           taken(episode_position(get())) == taken(episode_position(other.get()));
  }

  nb::tuple observation(nb::handle obs, nb::handle player) const {
    const bool wanted_planes = wants_planes(obs);
    const int seat = player.is_none() ? tess_game_seat(board()) : whole<int>("player", player).value_or(-1);
    if (seat < 0 || seat >= game_.options().players) {
      PyErr_Format(PyExc_IndexError, "player: expected 0 to %d, not %.80R", game_.options().players - 1, player.ptr());
      throw nb::python_error();
    }
    const struct batch_shape shape = batch_shape(game_.get());
    const auto scalars = array<float>({static_cast<size_t>(shape.scalars)});
    if (wanted_planes) {
      const auto planes = array<uint8_t>({static_cast<size_t>(shape.planes), 32, 32});
      episode_observe(get(), seat, BATCH_PLANES_V1, planes.data(), scalars.data());
      return nb::make_tuple(planes, scalars);
    }
    const auto cells = array<uint16_t>({255, 8});
    episode_observe(get(), seat, BATCH_CELLS_V1, cells.data(), scalars.data());
    return nb::make_tuple(cells, scalars);
  }

  // (actions, observation, scalars) of the afterstates, found without the interpreter's lock.
  nb::tuple afterstates(nb::handle obs, nb::handle all_turns) const {
    const bool planes = wants_planes(obs), turns = truth_of("turns", all_turns);
    const State copy(*this);
    struct afterstates after;
    env_fault fault;
    bool done;
    {
      nb::gil_scoped_release release;
      done = episode_afterstates(copy.get(), planes ? BATCH_PLANES_V1 : BATCH_CELLS_V1, turns, &after, &fault);
    }
    if (!done) refuse(fault);
    return told_afterstates(game_, after, planes);
  }

  std::vector<int32_t> history() const {
    std::vector<int32_t> actions;
    for (int i = 0; i < episode_length(get()); i++) actions.push_back(episode_action(get(), i));
    return actions;
  }

  std::string svg() const { return taken(episode_picture(get())); }

  std::optional<std::string> start() const {
    char *line = episode_start(get());
    return line == nullptr ? std::nullopt : std::optional<std::string>(taken(line));
  }

private:
  void own(episode *made, const env_fault &fault) {
    if (made == nullptr) refuse(fault);
    episode_ = std::unique_ptr<episode, void (*)(episode *)>(made, episode_free);
  }

  Game game_;
  std::unique_ptr<episode, void (*)(episode *)> episode_{nullptr, episode_free};
};

// A State as it was saved: its game, and what it is made again from.
nb::tuple state_reduce(const State &state) {
  return nb::make_tuple(state.game(), episode_seed(state.get()), episode_explicit(state.get()), state.start(),
                        state.history());
}

nb::class_<Game> bind_game(nb::module_ &module) {
  nb::class_<Game> games(module, "Game",
                         R"(A game: which rules, tiles, options and how many players.

`Game("classic", players=3, fields=True, abbot=True, river="river-20", arrows=True)`,
`Game("star-wars", players=4, teams=True)`. `set` is the name of a tile set or the path of a file, `first` the seat
that begins, from 1, or "random" (by the seed of each game), `colours` those of the seats.)");
  games
      .def("__init__",
           [](Game *self, nb::handle game, const nb::kwargs &options) { new (self) Game(words_of(game, options)); },
           "game"_a.none() = "star-wars", "options"_a,
           nb::sig("def __init__(self, game: str = 'star-wars', **options: Unpack[GameOptions]) -> None"))
      .def("_origin", &Game::origin)
      .def("__eq__", [](const Game &some, const Game &other) { return variant_same(some.get(), other.get()); },
           nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const Game &game) { return static_cast<Py_hash_t>(variant_hash(game.get()) >> 1); })
      .def("num_players", [](const Game &game) { return game.options().players; }, "Seats, 2 to 5.")
      .def("num_sides", [](const Game &game) { return variant_sides(game.get()); },
           "Sides that score: seats, or 2 in the team game.")
      .def("num_distinct_actions", [](const Game &game) { return variant_actions(game.get()); },
           "Numbers that actions have: 4,224, with arrows 17,600.")
      .def("max_chance_outcomes", [](const Game &) { return static_cast<int>(CHANCE_COUNT); },
           "Numbers that outcomes of chance have.")
      .def("rules", [](const Game &game) { return tess_rules_name(tess_set_rules(variant_set(game.get()))); },
           "`star-wars` or `classic`.")
      .def("set_name", [](const Game &game) { return variant_set_name(game.get()); }, "The name of the tile set.")
      .def("tiles", &Game::tiles, "The id of every kind of tile, by its number.");
  module.def("game_of_position", [](nb::handle line) { return Game(text_of("position", line)); }, "line"_a.none(),
             nb::sig("def game_of_position(line: str) -> Game"));
  return games;
}

void bind_state(nb::module_ &module, nb::class_<Game> &games) {
  nb::class_<State> states(module, "State", "A game as it stands, in OpenSpiel's words.");
  games
      .def("new_initial_state",
           [](const Game &game, nb::handle seed, nb::handle explicit_chance) {
             return State(game, seed_or_drawn(seed), truth_of("explicit_chance", explicit_chance), std::nullopt);
           },
           "seed"_a = nb::none(), "explicit_chance"_a.none() = false,
           nb::sig("def new_initial_state(self, seed: int | None = None, explicit_chance: bool = False) -> State"),
           "A new game. All that chance brings follows from `seed` (0 to 2**64 - 1), which is drawn if there is none; with "
           "`explicit_chance` draws and throws are actions of the player -1 instead.")
      .def("state_from_position",
           [](const Game &game, nb::handle position, nb::handle seed, nb::handle explicit_chance) {
             return State(game, seed_or_drawn(seed), truth_of("explicit_chance", explicit_chance), text_of("position", position));
           },
           "position"_a.none(), "seed"_a = nb::none(), "explicit_chance"_a.none() = false,
           nb::sig("def state_from_position(self, position: str, seed: int | None = None, explicit_chance: bool = False) -> State"),
           "A game that goes on from a position line of this game, where chance follows from `seed`.");
  states
      .def("__init__",
           [](State *self, nb::handle game, nb::handle seed, nb::handle explicit_chance, nb::handle position) {
             new (self) State(made_of<Game>("game", "a Game", game), seed_of(seed),
                              truth_of("explicit_chance", explicit_chance), text_if("position", position));
           },
           "game"_a.none(), "seed"_a.none(), "explicit_chance"_a.none() = false, "position"_a = nb::none(),
           nb::sig("def __init__(self, game: Game, seed: int, explicit_chance: bool = False, "
                   "position: str | None = None) -> None"))
      .def_static("from_position",
                  [](nb::handle position, nb::handle seed, nb::handle explicit_chance) {
                    const std::string line = text_of("position", position);
                    return State(Game(line), seed_or_drawn(seed), truth_of("explicit_chance", explicit_chance), line);
                  },
                  "position"_a.none(), "seed"_a = nb::none(), "explicit_chance"_a.none() = false,
                  nb::sig("def from_position(position: str, seed: int | None = None, explicit_chance: bool = False) -> State"),
                  "A game that goes on from a position line, on a built-in set; chance follows from `seed`.")
      .def("_reduce", &state_reduce)
      .def_prop_ro("game", [](const State &state) { return Game(state.game()); }, "The game that is played.")
      .def_prop_ro("seed", [](const State &state) { return episode_seed(state.get()); }, "The seed of draws and dice.")
      .def("current_player", &State::actor, "The seat to act, from 0; -1 for chance, -4 when the game is over.")
      .def("is_terminal", [](const State &state) { return state.actor() == EPISODE_OVER; }, "Whether the game is over.")
      .def("is_chance_node", [](const State &state) { return state.actor() == EPISODE_CHANCE; },
           "Whether a draw or throw is due, which only games with explicit chance show.")
      .def("num_players", [](const State &state) { return state.game().options().players; }, "Seats.")
      .def("num_distinct_actions", [](const State &state) { return variant_actions(state.game().get()); },
           "Numbers that actions of a seat have.")
      .def("phase", [](const State &state) { return tess_phase_name(tess_game_phase(state.board())); },
           "draw, place, meeple, throw or over.")
      .def("legal_actions", &State::legal, "The legal actions of whoever is to act, ascending.")
      .def("legal_actions_mask", &State::mask, 
           "The same as bool by number, num_distinct_actions() of them, for chance max_chance_outcomes(). All True at the "
           "end, where no action is looked at.")
      .def("chance_outcomes", &State::chances, "(action, probability) of all that chance can bring.")
      .def("apply_action", [](State &state, nb::handle action) { state.apply(action_of(action)); },
           "action"_a.none(), nb::sig("def apply_action(self, action: int) -> None"), "Takes a legal action; ValueError for any other.")
      .def("undo_action", &State::undo, "Takes back the last action, with what chance brought after it.")
      .def("clone",
           [](const State &state, nb::handle seed) { return seed.is_none() ? State(state) : state.with_chance(seed_of(seed)); },
           "seed"_a = nb::none(), nb::sig("def clone(self, seed: int | None = None) -> State"),
           "A copy that goes on by itself. Without `seed` chance brings to it what it will bring to this game, so that a "
           "search in copies foresees draws and throws. With `seed` they follow from that, and the copy's history begins here.")
      .def("__copy__", [](const State &state) { return State(state); })
      .def("__deepcopy__", [](const State &state, nb::handle) { return State(state); }, "memo"_a)
      .def("action_to_string", [](const State &state, nb::handle action) { return state.words(action_of(action)); },
           "action"_a.none(), nb::sig("def action_to_string(self, action: int) -> str"), "A legal action in words.")
      .def("string_to_action", [](const State &state, nb::handle words) { return state.named(text_of("words", words)); },
           "words"_a.none(), nb::sig("def string_to_action(self, words: str) -> int"), "The legal action of these words.")
      .def("scores", &State::scores, "Points by side.")
      .def("returns", &State::returns,
           "What the game brought to each seat: 1 to the winner, -1 to the loser, 0 for a tie of two; zeros before its "
           "end. With n sides (n * share - 1) / (n - 1), where winners share 1.")
      .def("history", &State::history, "The actions so far.")
      .def("observation", &State::observation, "obs"_a.none() = "planes-v1", "player"_a = nb::none(),
           nb::sig("def observation(self, obs: str = 'planes-v1', player: int | None = None) -> tuple"),
           "What the player, or whoever is to act, sees: planes-v1 (C, 32, 32) uint8 or cells-v1 (255, 8) uint16, and scalars (S,) float32.")
      .def("afterstates", &State::afterstates, "obs"_a.none() = "planes-v1", "turns"_a.none() = false,
           nb::sig("def afterstates(self, obs: str = 'planes-v1', turns: bool = False) -> tuple"),
           "What whoever is to act sees after each legal action, before chance goes on: (n, 2) int32, the placement and "
           "the decision, -1 for the one that is not taken; the observations (n, ...); the scalars (n, S). With `turns` "
           "after each placement with each decision.")
      .def("position", [](const State &state) { return taken(episode_position(state.get())); }, "The position line.")
      .def("record", [](const State &state) { return taken(episode_record(state.get())); }, "The game as a record.")
      .def("svg", &State::svg, "The table as a picture: the board, points and supplies, as an SVG document.")
      .def("_repr_svg_", &State::svg)
      .def("__eq__", &State::same, nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("position_hash", [](const State &state) { return tess_game_hash(state.board()); },
           "The position's hash: equal for equal positions.")
      .def("__str__", [](const State &state) { return taken(episode_position(state.get())); });
  states.attr("__hash__") = nb::none(); // it changes
}

// ---- Many games at once ----

class Batch {
public:
  // The arrays, which the package has made or checked, in the order of batch_arrays.
  Batch(const Game &game, const batch_settings &settings, std::vector<nb::ndarray<nb::device::cpu, nb::c_contig>> arrays)
      : game_(game), arrays_(std::move(arrays)), settings_(settings) {
    batch_arrays memory = {};
    memory.observation = arrays_[0].data();
    memory.scalars = static_cast<float *>(arrays_[1].data());
    memory.mask = static_cast<bool *>(arrays_[2].data());
    memory.actor = static_cast<int8_t *>(arrays_[3].data());
    memory.rewards = static_cast<float *>(arrays_[4].data());
    memory.terminated = static_cast<bool *>(arrays_[5].data());
    memory.final_scores = static_cast<int32_t *>(arrays_[6].data());
    memory.seeds = static_cast<uint64_t *>(arrays_[7].data());
    env_fault fault;
    batch_.reset(batch_new(game.get(), &settings, &memory, &fault));
    if (batch_ == nullptr && fault.text[0] == '\0') throw std::bad_alloc();
    if (batch_ == nullptr) refuse(fault);
  }

  void reset(const std::optional<nb::ndarray<const uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>> &seeds) {
    const auto lock = use();
    if (seeds && seeds->shape(0) != static_cast<size_t>(settings_.games)) throw nb::value_error("seeds: one a game is expected");
    const uint64_t *numbers = seeds ? seeds->data() : nullptr;
    begun_ = true;
    unlocked(batch_searches(batch_.get()), [&] { batch_reset(batch_.get(), numbers); }, stop());
  }

  void step(const nb::ndarray<const int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu> &actions) {
    const auto lock = use();
    if (!begun_) throw std::runtime_error("reset() comes before step()");
    if (actions.shape(0) != static_cast<size_t>(settings_.games)) throw nb::value_error("actions: one a game is expected");
    const int32_t *numbers = actions.data();
    env_fault fault;
    bool done;
    unlocked(batch_searches(batch_.get()), [&] { done = batch_step(batch_.get(), numbers, &fault); }, stop());
    if (!done) refuse(fault);
  }

  nb::ndarray<nb::numpy, int32_t> sample() {
    const auto lock = use();
    auto actions = array<int32_t>({static_cast<size_t>(settings_.games)});
    batch_sample(batch_.get(), actions.data());
    return actions;
  }

  State state(nb::handle given) {
    const auto lock = use();
    if (!begun_) throw std::runtime_error("reset() comes before state()");
    const int index = whole<int>("index", given).value_or(-1);
    if (index < 0 || index >= settings_.games) {
      PyErr_Format(PyExc_IndexError, "index: expected 0 to %d, not %.80R", static_cast<int>(settings_.games) - 1, given.ptr());
      throw nb::python_error();
    }
    return State(game_, batch_episode(batch_.get(), index));
  }

  bool begun() {
    const auto lock = use();
    return begun_;
  }

  nb::bytes save() {
    const auto lock = use();
    if (!begun_) throw std::runtime_error("reset() comes before save()");
    size_t length;
    char *bytes = batch_save(batch_.get(), &length);
    nb::bytes saved(bytes, length);
    std::free(bytes);
    return saved;
  }

  void load(nb::handle given) {
    const auto lock = use();
    const nb::bytes data = bytes_of("data", given);
    env_fault fault;
    if (!batch_load(batch_.get(), data.c_str(), data.size(), &fault)) refuse(fault);
    begun_ = true;
  }

  // Copies the observations to an array of the package, to which `known` belongs.
  void copy(const nb::ndarray<nb::device::cpu, nb::c_contig> &to,
            const nb::ndarray<uint32_t, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu> &known) {
    const auto lock = use();
    void *there = to.data();
    auto *numbers = reinterpret_cast<uint32_t(*)[3]>(known.data());
    const nb::gil_scoped_release release;
    batch_copy(batch_.get(), there, numbers);
  }

  // (first, actions, observation, scalars) of the afterstates of all games, without the interpreter's lock.
  nb::tuple afterstates(nb::handle obs, nb::handle all_turns) {
    const auto lock = use();
    if (!begun_) throw std::runtime_error("reset() comes before afterstates()");
    const bool turns = truth_of("turns", all_turns), planes = wants_planes(obs);
    const auto first = array<int64_t>({games() + 1});
    struct afterstates after;
    bool done;
    {
      const nb::gil_scoped_release release;
      done = batch_afterstates(batch_.get(), planes ? BATCH_PLANES_V1 : BATCH_CELLS_V1, turns, &after, first.data());
    }
    if (!done) throw std::bad_alloc();
    const nb::tuple told = told_afterstates(game_, after, planes);
    return nb::make_tuple(first, told[0], told[1], told[2]);
  }

  // What the policy does in each game where `where` says so, without the interpreter's lock.
  void let_act(policy *player, const bool *where, int32_t *actions) {
    const auto lock = use();
    if (!begun_) throw std::runtime_error("reset() comes before act_batch()");
    unlocked(policy_searches(player), [&] { policy_act_batch(player, batch_.get(), where, actions); },
             [&](bool stop) { policy_stop(player, stop); });
  }

  size_t games() const { return static_cast<size_t>(settings_.games); }

  void close() {
    const std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock()) throw std::runtime_error("the VecEnv is in use by another thread");
    batch_.reset();
  }

private:
  std::function<void(bool)> stop() {
    return [this](bool stop) { batch_stop(batch_.get(), stop); };
  }

  // For one call: refuses while another thread is in one, and after close().
  std::unique_lock<std::mutex> use() {
    std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock()) throw std::runtime_error("the VecEnv is in use by another thread");
    if (batch_ == nullptr) throw std::runtime_error("the VecEnv is closed");
    return lock;
  }

  Game game_;
  std::vector<nb::ndarray<nb::device::cpu, nb::c_contig>> arrays_;
  batch_settings settings_;
  std::unique_ptr<batch, void (*)(batch *)> batch_{nullptr, batch_free};
  std::mutex mutex_;
  bool begun_ = false;
};

void bind_batch(nb::module_ &module) {
  nb::class_<Batch>(module, "BatchBase")
      .def("__init__",
           [](Batch *self, const Game &game, int games, int threads, nb::handle seed, int observation, int reward,
              int again, const std::vector<std::string> &opponents, uint64_t playouts,
              std::vector<nb::ndarray<nb::device::cpu, nb::c_contig>> arrays) {
             std::vector<const char *> names;
             for (const std::string &name : opponents) names.push_back(name.c_str());
             names.push_back(nullptr);
             const batch_settings settings = {games,
                                              threads,
                                              seed_of(seed),
                                              static_cast<batch_observation>(observation),
                                              static_cast<batch_reward>(reward),
                                              static_cast<batch_again>(again),
                                              opponents.empty() ? nullptr : names.data(),
                                              playouts};
             new (self) Batch(game, settings, std::move(arrays));
           },
           "game"_a, "games"_a, "threads"_a, "seed"_a.none(), "observation"_a, "reward"_a, "again"_a, "opponents"_a,
           "playouts"_a, "arrays"_a)
      .def("_reset", &Batch::reset, "seeds"_a.none())
      .def("_step", &Batch::step, "actions"_a.noconvert())
      .def("sample", &Batch::sample, "A legal action of each game, int32, each as likely; 0 where a game is over.")
      .def("state", &Batch::state, "index"_a.none(), nb::sig("def state(self, index: int) -> State"), "A copy of one of the games as a State.")
      .def_prop_ro("_begun", &Batch::begun)
      .def("_copy", &Batch::copy, "to"_a.noconvert(), "known"_a.noconvert())
      .def("save", &Batch::save, "All games as bytes, for load().")
      .def("afterstates", &Batch::afterstates, "obs"_a.none() = "planes-v1", "turns"_a.none() = false,
           nb::sig("def afterstates(self, obs: str = 'planes-v1', turns: bool = False) -> tuple"),
           "What the seat to act of each game sees after each legal action, as State.afterstates() gives it, all games in "
           "one: `first` (N + 1,) int64 and then the same three arrays. Those of game i are at first[i]:first[i + 1]; a "
           "game that is over has none.")
      .def("_load", &Batch::load, "data"_a.none(), nb::sig("def _load(self, data: bytes) -> None"))
      .def("close", &Batch::close, "Releases all games; any other call is refused afterwards.");
  module.def("shape", [](const Game &game) {
    const struct batch_shape shape = batch_shape(game.get());
    return nb::make_tuple(shape.planes, shape.scalars, shape.actions, shape.players);
  }, "game"_a, "Planes, scalars, actions and seats.");
  module.def("memory", [](int observation) { return batch_memory(static_cast<batch_observation>(observation)); },
             "observation"_a, "Bytes that a VecEnv keeps for each game besides its arrays.");
}

// ---- Computer players ----

// (playouts, [(actions, win, difference, error, visits, words of the variation)]).
nb::tuple told_advice(policy_advice &advice) {
  nb::list candidates;
  for (int i = 0; i < advice.count; i++) {
    const policy_candidate &one = advice.candidates[i];
    candidates.append(nb::make_tuple(std::vector<int32_t>(one.actions, one.actions + one.length), one.win,
                                     one.difference, one.error, one.visits, one.variation));
  }
  const uint64_t playouts = advice.playouts;
  policy_advice_free(&advice);
  return nb::make_tuple(playouts, candidates);
}

class Policy {
public:
  Policy(const std::string &name, std::optional<uint64_t> playouts, uint64_t seed)
      : name_(name), playouts_(playouts.value_or(0)) {
    if (!playouts || *playouts < 1 || *playouts > MOST_PLAYOUTS)
      throw nb::value_error("playouts: expected 1 to 1000000000");
    env_fault fault;
    policy_.reset(policy_new(name.c_str(), *playouts, seed, &fault));
    if (policy_ == nullptr) refuse(fault);
  }

  // Thinks on a copy and without the interpreter's lock.
  int32_t act(nb::handle given) {
    const State &state = made_of<State>("state", "a State", given);
    const std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock()) throw std::runtime_error("the policy is in use by another thread");
    const State copy(state);
    env_fault fault;
    int32_t id;
    bool done;
    unlocked(policy_searches(policy_.get()), [&] { done = policy_act(policy_.get(), copy.get(), &id, &fault); },
             [this](bool stop) { policy_stop(policy_.get(), stop); });
    if (!done) refuse(fault);
    return id;
  }

  nb::ndarray<nb::numpy, int32_t>
  act_batch(nb::handle env, nb::handle given) {
    Batch &batch = made_of<Batch>("env", "a VecEnv", env);
    nb::ndarray<const bool, nb::ndim<1>, nb::c_contig, nb::device::cpu> array_given;
    if (!given.is_none() && !nb::try_cast(given, array_given, false)) mistyped("where", "a bool array, one a game", given);
    const auto *where = given.is_none() ? nullptr : &array_given;
    const std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock()) throw std::runtime_error("the policy is in use by another thread");
    if (where && where->shape(0) != batch.games()) throw nb::value_error("where: one a game is expected");
    auto actions = array<int32_t>({batch.games()});
    batch.let_act(policy_.get(), where ? where->data() : nullptr, actions.data());
    return actions;
  }

  // (playouts, [(actions, win, difference, error, visits, words of the variation)]), without the interpreter's lock.
  nb::tuple advise(const State &state) {
    const std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock()) throw std::runtime_error("the policy is in use by another thread");
    const State copy(state);
    env_fault fault;
    policy_advice advice;
    bool done;
    {
      nb::gil_scoped_release release;
      done = policy_advise(policy_.get(), copy.get(), &advice, &fault);
    }
    if (!done) refuse(fault);
    return told_advice(advice);
  }

  // From what it is made again: (name, playouts, seed).
  nb::tuple reduce() {
    const std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock()) throw std::runtime_error("the policy is in use by another thread");
    return nb::make_tuple(name_, playouts_, policy_seed(policy_.get()));
  }

  // Ends what another thread thinks, for good.
  void stop() { policy_stop(policy_.get(), true); }

private:
  static constexpr uint64_t MOST_PLAYOUTS = 1000000000;
  std::string name_;
  uint64_t playouts_;
  std::unique_ptr<policy, void (*)(policy *)> policy_{nullptr, policy_free};
  std::mutex mutex_;
};

void bind_policy(nb::module_ &module) {
  nb::class_<Policy>(module, "Policy", "A computer player: random, greedy, expectimax, mcts, level-1 to level-8.")
      .def("__init__",
           [](Policy *self, nb::handle name, nb::handle playouts, nb::handle seed) {
             new (self) Policy(text_of("name", name), whole<uint64_t>("playouts", playouts), seed_of(seed));
           },
           "name"_a.none(), nb::kw_only(), "playouts"_a.none() = 400, "seed"_a.none() = 0,
           nb::sig("def __init__(self, name: str, *, playouts: int = 400, seed: int = 0) -> None"))
      .def("act", &Policy::act, "state"_a.none(), nb::sig("def act(self, state: State) -> int"), "The action that it takes for the seat to act.")
      .def("act_batch", &Policy::act_batch, "env"_a.none(), "where"_a = nb::none(),
           nb::sig("def act_batch(self, env: BatchBase, where: numpy.typing.NDArray[numpy.bool_] | None = None) "
                   "-> numpy.typing.NDArray[numpy.int32]"),
           "The actions, int32, that it takes in all games of a VecEnv, or in those where `where` (bool) says so; 0 "
           "elsewhere. The threads of the VecEnv share the work.")
      .def("_reduce", &Policy::reduce)
      .def("_advise", &Policy::advise, "state"_a)
      .def("_stop", &Policy::stop);
}

// ---- Searching with an evaluator ----

// The trees of several positions. The package calls it from one thread, with arguments that it has checked.
class Search {
public:
  Search(const Game &game, const grove_settings &settings)
      : game_(game), settings_(settings), grove_(grove_new(game.get(), &settings), grove_free) {}

  void begin(int tree, const State &state, uint64_t seed) {
    env_fault fault;
    if (!grove_begin(grove_.get(), tree, state.get(), seed, &fault)) refuse(fault);
  }

  void stop(int tree) { grove_stop(grove_.get(), tree); }

  // What waits for the evaluator: (observation, scalars, mask); None if all trees are complete.
  nb::object run(uint64_t playouts) {
    size_t rows;
    {
      const nb::gil_scoped_release release;
      rows = grove_run(grove_.get(), playouts);
    }
    if (rows == 0) return nb::none();
    const struct batch_shape shape = batch_shape(game_.get());
    const auto scalars = array<float>({rows, static_cast<size_t>(shape.scalars)});
    const auto mask = array<bool>({settings_.afterstates ? 0 : rows, static_cast<size_t>(shape.actions)});
    const auto observed = [&](auto observation) {
      const nb::gil_scoped_release release;
      grove_observe(grove_.get(), observation, scalars.data(), mask.data());
    };
    const nb::object masks = settings_.afterstates ? nb::object(nb::none()) : nb::cast(mask);
    if (settings_.observation == BATCH_PLANES_V1) {
      const auto planes = array<uint8_t>({rows, static_cast<size_t>(shape.planes), 32, 32});
      observed(planes.data());
      return nb::make_tuple(planes, scalars, masks);
    }
    const auto cells = array<uint16_t>({rows, 255, 8});
    observed(cells.data());
    return nb::make_tuple(cells, scalars, masks);
  }

  void take(const nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu> &values,
            const std::optional<nb::ndarray<const float, nb::c_contig, nb::device::cpu>> &priors) {
    const float *values_at = values.data(), *priors_at = priors ? priors->data() : nullptr;
    const nb::gil_scoped_release release;
    grove_take(grove_.get(), values_at, priors_at);
  }

  nb::tuple advise(int tree) {
    policy_advice advice;
    grove_advise(grove_.get(), tree, &advice);
    return told_advice(advice);
  }

private:
  Game game_;
  grove_settings settings_;
  std::unique_ptr<grove, void (*)(grove *)> grove_;
};

void bind_search(nb::module_ &module) {
  nb::class_<Search>(module, "Search")
      .def("__init__",
           [](Search *self, const Game &game, int trees, int threads, int leaves, int observation, bool afterstates,
              float explore, float noise) {
             new (self) Search(game, grove_settings{trees, threads, leaves, static_cast<batch_observation>(observation),
                                                     afterstates, explore, noise});
           },
           "game"_a, "trees"_a, "threads"_a, "leaves"_a, "observation"_a, "afterstates"_a, "explore"_a, "noise"_a)
      .def("_begin", &Search::begin, "tree"_a, "state"_a, "seed"_a)
      .def("_stop", &Search::stop, "tree"_a)
      .def("_run", &Search::run, "playouts"_a)
      .def("_take", &Search::take, "values"_a, "priors"_a.none())
      .def("_advise", &Search::advise, "tree"_a);
}

// ---- Records ----

class ReplayReader {
public:
  explicit ReplayReader(const nb::bytes &data) { reader_.reset(replay_open(data.c_str(), data.size())); }

  // (start, actions, names and values of the tags), None at the end.
  nb::object next() {
    const std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock()) throw std::runtime_error("the records are being read by another thread");
    env_fault fault;
    struct replay replay;
    const int found = replay_next(reader_.get(), &replay, &fault);
    if (found < 0) refuse(fault);
    if (found == 0) return nb::none();
    std::vector<std::string> tags;
    for (size_t at = 0; at < replay.tag_bytes; at += tags.back().size() + 1) tags.emplace_back(replay.tags + at);
    const nb::tuple told = nb::make_tuple(
        std::string(replay.start), std::vector<int32_t>(replay.actions, replay.actions + replay.length), tags);
    replay_free(&replay);
    return told;
  }

private:
  std::unique_ptr<replay_reader, void (*)(replay_reader *)> reader_{nullptr, replay_close};
  std::mutex mutex_;
};

void bind_replay(nb::module_ &module) {
  nb::class_<ReplayReader>(module, "ReplayReader")
      .def(nb::init<const nb::bytes &>(), "data"_a)
      .def("_next", &ReplayReader::next);
}

// ---- Calls with other arguments than a function takes ----

// nanobind refuses them with a list of signatures. Every function of the module is therefore called through one of ours,
// which lets nanobind answer and words that refusal anew: `apply_action(): expected (action: int), not ()`.

// The ways in which nanobind calls functions, as many as were met.
constexpr size_t WAYS = 8;
vectorcallfunc ways[WAYS];

// What was given, as it stands in the call.
std::string given_of(PyObject *const *args, size_t first, size_t count, PyObject *names) {
  std::string told;
  const size_t named = names == nullptr ? 0 : static_cast<size_t>(PyTuple_GET_SIZE(names));
  for (size_t i = first; i < count + named; i++) {
    if (!told.empty()) told += ", ";
    if (i >= count) told += nb::cast<std::string>(nb::handle(PyTuple_GET_ITEM(names, i - count))) + "=";
    const nb::object shown = nb::steal(PyUnicode_FromFormat("%.80R", args[i]));
    if (!shown.is_valid()) throw nb::python_error();
    told += nb::cast<std::string>(shown);
  }
  return told;
}

// Raises nanobind's refusal again in our words, and any other exception as it is.
void reword(PyObject *const *args, size_t count, PyObject *names) {
  nb::python_error raised;
  const std::string text = nb::cast<std::string>(nb::str(raised.value()));
  const size_t refused = text.find("(): incompatible function arguments"), begin = text.find("1. ");
  const size_t open = text.find('(', begin), close = text.find(") -> ", begin);
  if (refused == std::string::npos || open > close || close == std::string::npos) {
    raised.restore();
    return;
  }
  std::string name = text.substr(0, refused), takes = text.substr(open + 1, close - open - 1);
  const bool method = takes.compare(0, 4, "self") == 0;
  if (method) takes.erase(0, takes.compare(0, 6, "self, ") == 0 ? 6 : 4);
  if (name == "__init__" && count > 0) name = nb::cast<std::string>(nb::handle(Py_TYPE(args[0])).attr("__name__"));
  const std::string given = given_of(args, method && count > 0 ? 1 : 0, count, names);
  PyErr_Format(PyExc_TypeError, "%s(): expected (%s), not (%s)", name.c_str(), takes.c_str(), given.c_str());
}

template <size_t WAY> PyObject *called(PyObject *function, PyObject *const *args, size_t flags, PyObject *names) {
  PyObject *result = ways[WAY](function, args, flags, names);
  if (result == nullptr && PyErr_ExceptionMatches(PyExc_TypeError)) {
    try {
      reword(args, flags & INT32_MAX, names); // nanobind has flags of its own above the count
    } catch (nb::python_error &error) {
      error.restore();
    }
  }
  return result;
}

template <size_t... I> vectorcallfunc called_by(size_t way, std::index_sequence<I...>) {
  static constexpr vectorcallfunc each[] = {called<I>...};
  return each[way];
}

// Puts ours in place of the way in which nanobind calls each function in a dictionary, and in those of its classes.
void call_in_our_words(nb::handle dictionary) {
  for (const auto [key, value] : nb::cast<nb::dict>(dictionary)) {
    if (PyType_Check(value.ptr())) call_in_our_words(value.attr("__dict__").attr("copy")());
    if (PyType_Check(value.ptr()) || !nb::hasattr(value, "__nb_signature__")) continue;
    char *object = reinterpret_cast<char *>(value.ptr());
    auto *way = reinterpret_cast<vectorcallfunc *>(object + Py_TYPE(value.ptr())->tp_vectorcall_offset);
    size_t i = 0;
    while (i < WAYS && ways[i] != nullptr && ways[i] != *way) i++;
    if (i == WAYS) throw std::runtime_error("nanobind calls functions in more ways than expected");
    ways[i] = *way;
    *way = called_by(i, std::make_index_sequence<WAYS>());
  }
}

} // namespace

NB_MODULE(_tessera, module) {
  module.attr("__version__") = tess_version();
  nb::class_<Game> games = bind_game(module);
  bind_state(module, games);
  bind_batch(module);
  bind_policy(module);
  bind_search(module);
  bind_replay(module);
  call_in_our_words(module.attr("__dict__"));
}
