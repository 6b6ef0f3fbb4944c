/* A game by tessera.hpp, whose copies are independent and whose errors are exceptions. */
#include <cstdio>

#include "tessera/tessera.hpp"

static tess_error code_of(const tessera::game &from) {
  tessera::game copy(from);
  try {
    copy.play(tess_turn{});
  } catch (const tessera::error &error) {
    return tess_game_hash(copy.get()) == tess_game_hash(from.get()) ? error.code : TESS_ERROR_NONE;
  }
  return TESS_ERROR_NONE;
}

int main() {
  tessera::game game = [] {
    const tessera::set tiles = tessera::set::builtin("star-wars"); /* the game keeps it alive */
    return tessera::game(tiles);
  }();
  bool sound = code_of(game) != TESS_ERROR_NONE;
  try {
    tessera::set::builtin("chess");
    sound = false;
  } catch (const std::invalid_argument &) {
  }
  int turns = 0;
  while (game.phase() != TESS_PHASE_OVER) {
    if (game.phase() == TESS_PHASE_DRAW)
      game.draw();
    else if (game.phase() == TESS_PHASE_THROW)
      game.roll();
    else {
      const tessera::game before(game);
      const auto list = game.turns();
      game.play(list[list.size() / 2]);
      sound = sound && tess_game_tiles(before.get()) + 1 == tess_game_tiles(game.get());
      turns++;
    }
  }
  tessera::game other(game);
  other = std::move(game);
  game = other;
  sound = sound && tess_game_hash(game.get()) == tess_game_hash(other.get());
  std::printf("%d turns: %d to %d\n", turns, (int)tess_game_score(game.get(), 0), (int)tess_game_score(game.get(), 1));
  return sound && turns > 60 ? 0 : 1;
}
