import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameEvent, RealmType } from "../../../js/src/types";
import de from "../words/core.de";
import en from "../words/core.en";
import it from "../words/core.it";
import { language, t, useCatalogue } from "../words/words";
import { namesOf, sentences } from "./log";

const seats = ["Anna", "Ben", "Cleo", "Dan"].map((name, index) => ({ number: index + 1, name }));
const alone = namesOf(seats, [[1], [2], [3], [4]]);
const teams = namesOf(seats, [
  [1, 3],
  [2, 4],
]);
const at = { x: 1, y: 0 };

function scored(kind: RealmType, more: Partial<Extract<GameEvent, { event: "scored" }>> = {}): GameEvent {
  const realm = ["planet", "monastery", "garden"].includes(kind) ? kind : `${kind}.E`;
  const counts = { tiles: 4, symbols: 1, cities: 0, points: 6, sides: [1] };
  return { event: "scored", kind, realm, ...at, complete: true, final: false, ...counts, ...more };
}

const returned = (seat: number): GameEvent => ({ event: "returned", seat, piece: "small", realm: "route.W", ...at });

/** All kinds of events, with the expected sentence in each language. */
const cases: [GameEvent[], string, string, string][] = [
  [
    [{ event: "drawn", seat: 1, tile: "R3" }],
    "Anna draws a tile.",
    "Anna zieht ein Plättchen.",
    "Anna pesca una tessera.",
  ],
  [
    [{ event: "put-out", seat: 2, tile: "R4" }],
    "Ben draws a tile that fits nowhere. It is out of the game.",
    "Ben zieht ein Plättchen, das nirgends passt. Es kommt aus dem Spiel.",
    "Ben pesca una tessera che non si può piazzare. Esce dal gioco.",
  ],
  [
    [{ event: "placed", seat: 1, tile: "R3", ...at, rotation: 2 }],
    "Anna lays a tile: 1 right from the start tile.",
    "Anna legt ein Plättchen: vom Startplättchen aus 1 rechts.",
    "Anna piazza una tessera: 1 a destra dalla tessera iniziale.",
  ],
  [
    [{ event: "meeple", seat: 1, piece: "small", realm: "route.E", ...at }],
    "Anna sends a merchant onto the trading route.",
    "Anna schickt einen Händler auf die Handelsroute.",
    "Anna manda un commerciante sulla rotta commerciale.",
  ],
  [
    [{ event: "meeple", seat: 2, piece: "large", realm: "planet", ...at }],
    "Ben sends a large conqueror onto the planet.",
    "Ben schickt einen großen Eroberer auf den Planeten.",
    "Ben manda un conquistatore grande sul pianeta.",
  ],
  [
    [{ event: "meeple", seat: 1, piece: "meeple", realm: "field.NL", ...at }],
    "Anna sends a farmer onto the field.",
    "Anna schickt einen Bauern auf die Wiese.",
    "Anna manda un contadino nel campo.",
  ],
  [
    [{ event: "meeple", seat: 1, piece: "abbot", realm: "monastery", ...at }],
    "Anna sends the abbot into the monastery.",
    "Anna schickt den Abt in das Kloster.",
    "Anna manda l’abate nel monastero.",
  ],
  [
    [{ event: "battle", realm: "planet", ...at, dice: { "1": 2, "2": 1 } }],
    "Battle for the planet: Anna with 2 dice, Ben with 1 die.",
    "Kampf um den Planeten: Anna mit 2 Würfeln, Ben mit 1 Würfel.",
    "Combattimento per il pianeta: Anna con 2 dadi, Ben con 1 dado.",
  ],
  [
    [{ event: "throw", realm: "planet", ...at, dice: { "1": [4, 2], "2": [4] } }],
    "Throw: Anna 4-2, Ben 4.",
    "Wurf: Anna 4-2, Ben 4.",
    "Lancio: Anna 4-2, Ben 4.",
  ],
  [
    [{ event: "tie", realm: "planet", ...at, sides: [1, 2], points: 1 }],
    "A tie: 1 point each for Anna and Ben, who throw again.",
    "Gleichstand: je 1 Punkt für Anna und Ben, die noch einmal würfeln.",
    "Parità: 1 punto a testa per Anna e Ben, che rilanciano.",
  ],
  [
    [{ event: "lost", realm: "planet", ...at, side: 2, points: 1 }],
    "Ben – battle lost: 1 point for the dice.",
    "Ben – Kampf verloren: 1 Punkt für die Würfel.",
    "Ben – combattimento perso: 1 punto per i dadi.",
  ],
  [
    [scored("route")],
    "Trading route complete, 4 tiles, 1 symbol: 6 points for Anna.",
    "Handelsroute abgeschlossen, 4 Plättchen, 1 Symbol: 6 Punkte für Anna.",
    "Rotta commerciale completata, 4 tessere, 1 simbolo: 6 punti per Anna.",
  ],
  [
    [scored("city", { symbols: 2, sides: [1, 2] })],
    "City complete, 4 tiles, 2 coats of arms: 6 points for Anna and Ben.",
    "Stadt abgeschlossen, 4 Plättchen, 2 Wappen: 6 Punkte für Anna und Ben.",
    "Città completata, 4 tessere, 2 stemmi: 6 punti per Anna e Ben.",
  ],
  [
    [scored("asteroids", { complete: false, final: true, symbols: 0, tiles: 1, points: 1 })],
    "Asteroid field, not complete, 1 tile: 1 point for Anna.",
    "Asteroidenfeld, nicht abgeschlossen, 1 Plättchen: 1 Punkt für Anna.",
    "Campo di asteroidi non completato, 1 tessera: 1 punto per Anna.",
  ],
  [
    [scored("field", { final: true, symbols: 0, cities: 1, points: 3 })],
    "Field, 1 complete city: 3 points for Anna.",
    "Wiese, 1 fertige Stadt: 3 Punkte für Anna.",
    "Campo, 1 città completa: 3 punti per Anna.",
  ],
  [
    [scored("garden", { complete: false, symbols: 0, points: 4 })],
    "The abbot leaves the garden, 4 tiles: 6 points for Anna.".replace("6", "4"),
    "Der Abt verlässt den Garten, 4 Plättchen: 4 Punkte für Anna.",
    "L’abate lascia il giardino, 4 tessere: 4 punti per Anna.",
  ],
  [[returned(2), returned(2)], "2 meeples go back to Ben.", "2 Meeple gehen zurück an Ben.", "2 meeple tornano a Ben."],
  [[{ event: "over", scores: [6, 4] }], "The game is over.", "Das Spiel ist zu Ende.", "La partita è finita."],
];

test("every kind of event has its sentence in three languages", () => {
  [en, de, it].forEach((catalogue, index) => {
    useCatalogue((["en", "de", "it"] as const)[index], catalogue);
    for (const [events, ...told] of cases) {
      assert.deepEqual(
        sentences(events, alone).map((line) => line.text),
        [told[index]],
        language(),
      );
    }
  });
});

test("every realm can be completed, scored at the end and taken", () => {
  const kinds: RealmType[] = ["route", "asteroids", "planet", "road", "city", "monastery", "garden"];
  for (const catalogue of [en, de, it]) {
    useCatalogue("en", catalogue);
    for (const kind of kinds) {
      assert.equal(sentences([scored(kind), scored(kind, { final: true, complete: false })], alone).length, 2);
    }
    assert.ok(t("panels.log.over"));
  }
});

test("a team is named by both its players, and meeples of two players are two sentences", () => {
  useCatalogue("en", en);
  const lines = sentences([scored("route", { sides: [2] }), returned(2), returned(4), returned(4)], teams);
  assert.deepEqual(
    lines.map((line) => line.text),
    [
      "Trading route complete, 4 tiles, 1 symbol: 6 points for Ben + Dan.",
      "1 meeple goes back to Ben.",
      "2 meeples go back to Dan.",
    ],
  );
});
