/*
 * tessera.h for C++17: sets and games that own their memory, and errors as exceptions. A game is a value: it can be
 * copied, moved and assigned, and keeps its set alive. Every function of tessera.h takes what get() returns.
 *
 *   tessera::game game(tessera::set::builtin("classic"));
 *   game.draw();
 *   game.play(game.turns().front());
 */
#ifndef TESSERA_TESSERA_HPP
#define TESSERA_TESSERA_HPP

#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tessera/tessera.h"

namespace tessera {

/* Thrown where a function of tessera.h returns an error; nothing has changed then. */
struct error : std::runtime_error {
  explicit error(tess_error code_) : std::runtime_error(tess_error_text(code_)), code(code_) {}
  tess_error code;
};
inline void check(tess_error code) {
  if (code != TESS_ERROR_NONE) throw error(code);
}

/* Memory of a size that the library names. */
using memory = std::unique_ptr<void, void (*)(void *)>;
inline memory allocate(size_t size) {
  return memory(::operator new(size), [](void *at) { ::operator delete(at); });
}

/* A prepared tile set, shared by all copies. */
class set {
public:
  set(const tess_tile_def *tiles, size_t count) : at_(allocate(tess_set_size())) {
    check(tess_set_build(static_cast<tess_set *>(at_.get()), tiles, count, nullptr));
  }
  /* Throws std::invalid_argument if there is none of this name. */
  static set builtin(const std::string &name) {
    size_t count = 0;
    const tess_tile_def *tiles = tess_builtin_tiles(name.c_str(), &count);
    if (tiles == nullptr) throw std::invalid_argument("no built-in tile set is called " + name);
    return set(tiles, count);
  }
  const tess_set *get() const { return static_cast<const tess_set *>(at_.get()); }

private:
  std::shared_ptr<void> at_;
};

/* A game. A game that was moved from can only be assigned to or destroyed. */
class game {
public:
  game(const set &tiles, const tess_options &options) : set_(tiles), at_(allocate(tess_game_size())) {
    check(tess_game_new(get(), tiles.get(), &options));
  }
  explicit game(const set &tiles) : game(tiles, tess_options_default(tess_set_rules(tiles.get()))) {}
  game(const game &other) : set_(other.set_), at_(allocate(tess_game_size())) { tess_game_copy(get(), other.get()); }
  game(game &&) noexcept = default;
  game &operator=(game other) noexcept {
    std::swap(set_, other.set_);
    std::swap(at_, other.at_);
    return *this;
  }
  tess_game *get() { return static_cast<tess_game *>(at_.get()); }
  const tess_game *get() const { return static_cast<const tess_game *>(at_.get()); }
  tess_phase phase() const { return tess_game_phase(get()); }

  /* The steps; by default chance decides draws and throws. */
  void draw(int kind = TESS_RANDOM) { check(tess_game_draw(get(), kind, nullptr, nullptr)); }
  void roll(const tess_throw *thrown = nullptr) { check(tess_game_throw(get(), thrown, nullptr, nullptr)); }
  void play(const tess_turn &turn) {
    game after(*this); /* both steps or none */
    check(tess_game_place(after.get(), turn.placement, nullptr, nullptr));
    check(tess_game_meeple(after.get(), turn.decision, nullptr, nullptr));
    *this = std::move(after);
  }

  /* All whole turns with the drawn tile. */
  std::vector<tess_turn> turns() {
    std::vector<tess_turn> list(static_cast<size_t>(tess_game_turns(get(), nullptr, 0)));
    tess_game_turns(get(), list.data(), static_cast<int>(list.size()));
    return list;
  }

private:
  set set_;
  memory at_;
};

} // namespace tessera

#endif
