/** The seats of a player: the same at every device, and those of a guest that become a player's. */
import { holdByDevice, keepSeat, keptSeat, keptSeats } from "./kept-seats";
import { type KeptPlayer, keptPlayer } from "./player";
import { Refusal, type Server } from "./server";

/** Keeps here the seats that the player has taken at other devices. */
export async function fetchSeats(server: Server): Promise<void> {
  const player = keptPlayer();
  if (!player) return;
  for (const { table, seat } of await server.places(player.token)) {
    if (keptSeat(table)) continue;
    keepSeat({ table, seat, token: player.token }, player.name, await server.gameOf(table));
  }
}

/** Makes the seats that a guest has here the player's. A seat that the server does not give stays as it is. */
export async function giveSeats(server: Server, player: KeptPlayer): Promise<void> {
  for (const seat of keptSeats().filter(({ token }) => token !== player.token)) {
    try {
      holdByDevice(await server.keepSeat(seat, player.token));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
}
