/*
 * All messages of the terminal in its languages; and sentences about the events and the scores of a game. Terms are
 * those of docs/lookup/rules.
 */
#ifndef CLI_NARRATOR_H
#define CLI_NARRATOR_H

#include "base/text.h"
#include "cli/command.h"
#include "tessera/tessera.h"

/* ---- Messages ---- */

/* The languages of the terminal. */
enum language { ENGLISH = 0, GERMAN = 1, ITALIAN = 2, LANGUAGE_COUNT = 3 };

/* X(name, en, de, it). {1}, {2} ... are replaced by values. */
#define MESSAGES(X)                                                                                                        \
  X(DRAWS, "{1} draws {2}.", "{1} zieht {2}.", "{1} pesca {2}.")                                                           \
  X(PUT_OUT, "{1} draws {2}, which fits nowhere and is put out of the game.",                                              \
    "{1} zieht {2}; das Plättchen passt nirgends und kommt aus dem Spiel.",                                                \
    "{1} pesca {2}: la tessera non si può piazzare ed esce dal gioco.")                                                    \
  X(PLACES, "{1} lays {2} at {3}.", "{1} legt {2} an {3}.", "{1} piazza {2} in {3}.")                                      \
  X(MEEPLE, "{1} places a meeple: {2} ({3}), {4}.", "{1} setzt einen Meeple: {2} ({3}), {4}.",                             \
    "{1} piazza un meeple: {2} ({3}), {4}.")                                                                               \
  X(BATTLE, "Battle! {1}. Dice: {2}.", "Kampf! {1}. Würfel: {2}.", "Combattimento! {1}. Dadi: {2}.")                       \
  X(THROW, "Throw: {1}.", "Wurf: {1}.", "Lancio: {1}.")                                                                    \
  X(TIE, "Tie: 1 point each for {1}, who throw again.", "Gleichstand: je 1 Punkt für {1}; neuer Wurf.",                    \
    "Parità: 1 punto a testa per {1}, che rilanciano.")                                                                    \
  X(LOST, "{1} loses the battle: {2}.", "{1} verliert den Kampf: {2}.", "{1} perde il combattimento: {2}.")                \
  X(SCORES, "{1}: {2}: {3}.", "{1}: {2}: {3}.", "{1}: {2}: {3}.")                                                          \
  X(NOBODY, "nobody", "niemand", "nessuno")                                                                                \
  X(RETURNED, "{1} takes back a meeple ({2}) from {3}.", "{1} nimmt einen Meeple ({2}) zurück: {3}.",                      \
    "{1} riprende un meeple ({2}): {3}.")                                                                                  \
  X(OVER, "The game is over.", "Das Spiel ist zu Ende.", "La partita è finita.")                                           \
  X(ARROW_POINTS, "{1}: the arrow of {2} points to an empty cell: 2 points.",                                              \
    "{1}: Der Pfeil von {2} zeigt auf ein leeres Feld: 2 Punkte.",                                                         \
    "{1}: la freccia di {2} indica una casella vuota: 2 punti.")                                                           \
  X(ARROW_REINFORCE, "{1} reinforces an own realm by the arrow of {2}.",                                                   \
    "{1} verstärkt durch den Pfeil von {2} ein eigenes Gebiet.",                                                           \
    "{1} rinforza un proprio dominio con la freccia di {2}.")                                                              \
  X(ARROW_EXTRA_TURN, "{1} has an extra turn by the arrow of {2}.",                                                        \
    "{1} hat durch den Pfeil von {2} einen weiteren Zug.", "{1} ha un altro turno con la freccia di {2}.")                 \
  X(ARROW_ELSEWHERE, "{1} places a meeple elsewhere by the arrow of {2}.",                                                 \
    "{1} setzt durch den Pfeil von {2} einen Meeple anderswo.", "{1} piazza un meeple altrove con la freccia di {2}.")     \
  X(FINAL, "Final scoring:", "Schlusswertung:", "Conteggio finale:")                                                       \
  X(SPOT, "{1} at {2}", "{1} auf {2}", "{1} in {2}")                                                                       \
  X(POINT, "1 point", "1 Punkt", "1 punto")                                                                                \
  X(POINTS, "{1} points", "{1} Punkte", "{1} punti")                                                                       \
  X(TILE, "1 tile", "1 Plättchen", "1 tessera")                                                                            \
  X(TILES, "{1} tiles", "{1} Plättchen", "{1} tessere")                                                                    \
  X(SYMBOL, "1 symbol", "1 Symbol", "1 simbolo")                                                                           \
  X(SYMBOLS, "{1} symbols", "{1} Symbole", "{1} simboli")                                                                  \
  X(SHIELD, "1 coat of arms", "1 Wappen", "1 stemma")                                                                      \
  X(SHIELDS, "{1} coats of arms", "{1} Wappen", "{1} stemmi")                                                              \
  X(CLOSED_CITY, "1 complete city", "1 fertige Stadt", "1 città completa")                                                 \
  X(CLOSED_CITIES, "{1} complete cities", "{1} fertige Städte", "{1} città complete")                                      \
  X(INCOMPLETE, "incomplete", "unfertig", "incompleto")                                                                    \
  X(ROUTE, "trading route", "Handelsroute", "rotta commerciale")                                                           \
  X(ASTEROIDS, "asteroid field", "Asteroidenfeld", "campo di asteroidi")                                                   \
  X(PLANET, "planet", "Planet", "pianeta")                                                                                 \
  X(ROAD, "road", "Straße", "strada")                                                                                      \
  X(CITY, "city", "Stadt", "città")                                                                                        \
  X(MONASTERY, "monastery", "Kloster", "monastero")                                                                        \
  X(GARDEN, "garden", "Garten", "giardino")                                                                                \
  X(FIELD, "field", "Wiese", "campo")                                                                                      \
  X(MERCHANT, "merchant", "Händler", "commerciante")                                                                       \
  X(EXPLORER, "explorer", "Forscher", "esploratore")                                                                       \
  X(CONQUEROR, "conqueror", "Eroberer", "conquistatore")                                                                   \
  X(TRAVELER, "traveler", "Wegelagerer", "viandante")                                                                      \
  X(KNIGHT, "knight", "Ritter", "cavaliere")                                                                               \
  X(MONK, "monk", "Mönch", "monaco")                                                                                       \
  X(GARDENER, "abbot", "Abt", "abate")                                                                                     \
  X(FARMER, "farmer", "Bauer", "contadino")                                                                                \
  X(SMALL, "small", "klein", "piccolo")                                                                                    \
  X(LARGE, "large", "groß", "grande")                                                                                      \
  X(PLAIN, "meeple", "Meeple", "meeple")                                                                                   \
  X(ABBOT, "abbot", "Abt", "abate")                                                                                        \
  X(RED, "red", "Rot", "rosso")                                                                                            \
  X(GREEN, "green", "Grün", "verde")                                                                                       \
  X(BLACK, "black", "Schwarz", "nero")                                                                                     \
  X(WHITE, "white", "Weiß", "bianco")                                                                                      \
  X(ORANGE, "orange", "Orange", "arancione")                                                                               \
  X(BLUE, "blue", "Blau", "blu")                                                                                           \
  X(YELLOW, "yellow", "Gelb", "giallo")                                                                                    \
  X(REBELS, "Rebel Alliance", "Rebellenallianz", "Alleanza dei ribelli")                                                   \
  X(EMPIRE, "Empire", "Imperium", "Impero")                                                                                \
  X(HUNTERS, "Bounty Hunters", "Kopfgeldjäger", "Cacciatori di taglie")                                                    \
  X(LEFT, "{1} tiles left", "noch {1} Plättchen", "{1} tessere rimaste")                                                   \
  X(HAND, "The tile in hand is {1}, in the rotations that fit:", "Gezogen: {1}, in den passenden Drehungen:",              \
    "La tessera pescata è {1}, nelle rotazioni possibili:")                                                                \
  X(ASK_PLACE, "{1}, where? (letter and rotation, as in {2}; or help)",                                                    \
    "{1}, wohin? (Buchstabe und Drehung, etwa {2}; oder help)", "{1}, dove? (lettera e rotazione, come {2}; o help)")      \
  X(ASK_MEEPLE, "{1}, a meeple? (number, Enter for none; or help)",                                                        \
    "{1}, ein Meeple? (Nummer, Enter für keinen; oder help)", "{1}, un meeple? (numero, Invio per nessuno; o help)")       \
  X(NO_MEEPLE, "none", "keiner", "nessuno")                                                                                \
  X(TAKE_ABBOT, "call the abbot back", "den Abt heimrufen", "richiamare l'abate")                                          \
  X(NOT_POSSIBLE, "Not possible: {1}.", "Nicht möglich: {1}.", "Impossibile: {1}.")                                        \
  X(NO_SUCH_CELL, "'{1}' is no letter on the board", "'{1}' ist kein Buchstabe auf dem Spielfeld",                         \
    "'{1}' non è una lettera sul tavolo")                                                                                  \
  X(WHICH_ROTATION, "say which rotation: {1}", "welche Drehung? {1}", "quale rotazione? {1}")                              \
  X(NO_SUCH_CHOICE, "choose a number from 0 to {1}", "bitte eine Nummer von 0 bis {1}", "scegli un numero da 0 a {1}")     \
  X(UNDONE, "Taken back.", "Zurückgenommen.", "Annullato.")                                                                \
  X(NO_UNDO, "There is no step of yours to take back.", "Es gibt keinen eigenen Zug zurückzunehmen.",                      \
    "Non c'è nessuna mossa tua da annullare.")                                                                             \
  X(SAVED, "Saved in {1}; go on with: tessera play --resume {1}",                                                          \
    "Gespeichert in {1}; weiter mit: tessera play --resume {1}",                                                           \
    "Salvato in {1}; riprendi con: tessera play --resume {1}")                                                             \
  X(SAVED_BESIDE, "{1} was changed by another program since it was read; it stays, and this game goes beside it.",         \
    "{1} wurde seit dem Lesen von einem anderen Programm geändert; es bleibt, und dieses Spiel kommt daneben.",            \
    "{1} è stato modificato da un altro programma dopo la lettura; resta, e questa partita va accanto.")                   \
  X(KEPT, "The game is kept in {1}.", "Das Spiel steht in {1}.", "La partita è in {1}.")                                   \
  X(NO_SAVES, "No game was broken off.", "Kein Spiel wurde abgebrochen.", "Nessuna partita è stata interrotta.")           \
  X(SAVE_LINE, "{1}  {2}  {3}: {4}; move {5}; {6}", "{1}  {2}  {3}: {4}; Zug {5}; {6}",                                    \
    "{1}  {2}  {3}: {4}; mossa {5}; {6}")                                                                                  \
  X(SAVES_GO_ON, "Go on with one of them: tessera play --resume NUMBER",                                                   \
    "Weiter mit einem von ihnen: tessera play --resume NUMMER", "Riprendine una con: tessera play --resume NUMERO")        \
  X(NOT_SAVED, "Could not be saved: {1}.", "Speichern ging nicht: {1}.", "Salvataggio fallito: {1}.")                      \
  X(QUIT_REFUSED, "The game is in no file: save FILE, or quit again, and its record is shown here.",                       \
    "Das Spiel ist in keiner Datei: save DATEI, oder noch einmal quit, dann steht seine Aufzeichnung hier.",               \
    "La partita non è in nessun file: save FILE, oppure di nuovo quit per averne qui la registrazione.")                   \
  X(RECORD_HERE,                                                                                                           \
    "The game is in no file. This is its record; from a file it goes on with: tessera play --resume FILE",                 \
    "Das Spiel ist in keiner Datei. Dies ist seine Aufzeichnung; aus einer Datei geht es weiter mit: "                     \
    "tessera play --resume DATEI",                                                                                         \
    "La partita non è in nessun file. Questa è la sua registrazione; da un file riprende con: "                          \
    "tessera play --resume FILE")                                                                                          \
  X(MEANT, " (did you mean {1}?)", " (meintest du {1}?)", " (intendevi {1}?)")                                             \
  X(NOTHING_AFTER, "nothing comes after {1}", "nach {1} kommt nichts", "dopo {1} non va nulla")                            \
  X(NO_SUCH_MEEPLE, "'{1}' is none of the choices", "'{1}' ist nicht dabei", "'{1}' non è tra le scelte")                  \
  X(WHICH_MEEPLE, "say which: {1}", "welcher? {1}", "quale? {1}")                                                          \
  X(CONTROL, "the line has a control character in it", "in der Zeile steht ein Steuerzeichen",                             \
    "nella riga c'è un carattere di controllo")                                                                            \
  X(THINKING, "{1} is thinking…", "{1} denkt nach…", "{1} sta pensando…")                                                  \
  X(THINKING_FOR, "looking for a hint for {1}…", "ein Tipp für {1} wird gesucht…", "cerco un suggerimento per {1}…")       \
  X(HINT, "Hint: {1}", "Tipp: {1}", "Suggerimento: {1}")                                                                   \
  X(SAVE_WHERE, "say where: save FILE", "wohin? save DATEI", "dove? save FILE")                                            \
  X(WINS, "{1} wins with {2}.", "{1} gewinnt: {2}.", "{1} vince con {2}.")                                                 \
  X(SHARE, "{1} share the first rank with {2}.", "{1} teilen sich den ersten Platz: {2}.",                                 \
    "{1} condividono il primo posto con {2}.")                                                                             \
  X(REVIEW_GAME, "{2}, game {1}:", "{2}, Spiel {1}:", "{2}, partita {1}:")                                                 \
  X(REVIEW_RATED, "{4}: performance rating {1} ± {2} over {3} counted decisions.",                                         \
    "{4}: Leistungswert {1} ± {2} über {3} gezählte Entscheidungen.",                                                      \
    "{4}: valore di gioco {1} ± {2} su {3} decisioni contate.")                                                            \
  X(REVIEW_LIKE, "  Plays like level {1} ({2} to {3}).", "  Spielt wie Stufe {1} ({2} bis {3}).",                          \
    "  Gioca come il livello {1} (da {2} a {3}).")                                                                         \
  X(REVIEW_UNRATED, "{1}: no decision counts.", "{1}: Keine Entscheidung zählt.", "{1}: nessuna decisione conta.")         \
  X(REVIEW_GIVEN, "  Given away: {1} points, {2} % of a win. Luck: {3} points by draws, {4} by dice.",                     \
    "  Verschenkt: {1} Punkte, {2} % eines Siegs. Glück: {3} Punkte beim Ziehen, {4} beim Würfeln.",                       \
    "  Regalato: {1} punti, {2} % di una vittoria. Fortuna: {3} punti con le tessere, {4} con i dadi.")                    \
  X(REVIEW_RESULT, "  Result: {1} points ahead, {2} % of the win. Without luck: {3} points ahead, {4} %.",                 \
    "  Ergebnis: {1} Punkte Vorsprung, {2} % des Siegs. Ohne Glück: {3} Punkte Vorsprung, {4} %.",                         \
    "  Risultato: {1} punti di vantaggio, {2} % della vittoria. Senza fortuna: {3} punti di vantaggio, {4} %.")            \
  X(SEED, "Seed: {1}.", "Startwert: {1}.", "Seme: {1}.")                                                                   \
  X(HELP_PLACE,                                                                                                            \
    "Lay the tile: the letter of a cell and the rotation, as in b2 (the rotation may be left out where there is one "      \
    "only); or a cell and rotation as 1,0r2; or a whole move as in a record.",                                             \
    "Lege das Plättchen: Buchstabe des Feldes und Drehung, etwa b2 (ohne Drehung, wo es nur eine gibt); oder Feld "       \
    "und "                                                                                                                 \
    "Drehung als 1,0r2; oder ein ganzer Zug wie in einer Aufzeichnung.",                                                   \
    "Piazza la tessera: lettera della casella e rotazione, come b2 (senza rotazione dove ce n'è una sola); oppure "       \
    "casella e rotazione come 1,0r2; oppure una mossa intera come in una registrazione.")                                  \
  X(HELP_MEEPLE,                                                                                                           \
    "Choose a meeple: its number; or words of its line, as in large or merchant E, which may be cut short; or as in "      \
    "a "                                                                                                                   \
    "record, as in small:route.E. Enter or 0 places none.",                                                                \
    "Wähle einen Meeple: seine Nummer; oder Wörter seiner Zeile, etwa groß oder Händler E, auch abgekürzt; oder wie " \
    "in einer Aufzeichnung, etwa small:route.E. Enter oder 0 setzt keinen.",                                               \
    "Scegli un meeple: il suo numero; o parole della sua riga, come grande o commerciante E, anche abbreviate; o "         \
    "come "                                                                                                                \
    "in una registrazione, ad esempio small:route.E. Invio o 0: nessuno.")                                                 \
  X(HELP_STAR_WARS_BOARD,                                                                                                  \
    "On the board a number on a colour is a meeple of that seat, [n] a large one; R, E, H are symbols of the "             \
    "Rebel Alliance, the Empire, the Bounty Hunters.",                                                                     \
    "Auf dem Spielfeld ist eine Zahl auf einer Farbe ein Meeple dieses Platzes, [n] ein großer; R, E, H sind "            \
    "Symbole der Rebellenallianz, des Imperiums, der Kopfgeldjäger.",                                                      \
    "Sul tavolo un numero su un colore è un meeple di quel posto, [n] uno grande; R, E, H sono simboli "                  \
    "dell'Alleanza dei ribelli, dell'Impero, dei Cacciatori di taglie.")                                                   \
  X(HELP_CLASSIC_BOARD,                                                                                                    \
    "On the board a number on a colour is a meeple of that seat, <n> an abbot; {1} is a coat of arms, {2} a "              \
    "monastery, {3} a garden, {4} a village, at which roads end.",                                                         \
    "Auf dem Spielfeld ist eine Zahl auf einer Farbe ein Meeple dieses Platzes, <n> ein Abt; {1} ist ein Wappen, "         \
    "{2} ein Kloster, {3} ein Garten, {4} ein Dorf, an dem Straßen enden.",                                                \
    "Sul tavolo un numero su un colore è un meeple di quel posto, <n> un abate; {1} è uno stemma, {2} un "               \
    "monastero, {3} un giardino, {4} un villaggio, dove finiscono le strade.")                                             \
  X(HELP_COMMANDS,                                                                                                         \
    "Commands: help (h, ?), board, scores (score), bag, hint, undo, save FILE, quit (q, exit), which saves. The "          \
    "cells "                                                                                                               \
    "h and q are h0 and q0 with their rotation.",                                                                          \
    "Befehle: help (h, ?), board, scores (score), bag, hint, undo, save DATEI, quit (q, exit), das speichert. Die "        \
    "Felder h und q heißen mit ihrer Drehung h0 und q0.",                                                                  \
    "Comandi: help (h, ?), board, scores (score), bag, hint, undo, save FILE, quit (q, exit), che salva. Le caselle "      \
    "h "                                                                                                                   \
    "e q sono h0 e q0, con la rotazione.")

/* The rows of MESSAGES as constants. */
enum message {
#define X(name, en, de, it) MESSAGE_##name,
  MESSAGES(X)
#undef X
};

/* The values for {1}, {2} ...: WITH("a", "b"). */
#define WITH(...) ((const char *const[]){__VA_ARGS__, NULL})

/* Appends a message; `values` is NULL if it has no placeholders. */
void message_add(struct text *out, enum language language, enum message message, const char *const *values);

/* Appends the message for a number of things: `one` or `many`, with {1} replaced by the number. */
void message_count(struct text *out, enum language language, enum message one, enum message many, int32_t count);

/* The language that a code or locale names ("de", "de_DE.UTF-8"), or English; and the language of the environment. */
enum language language_of(const char *locale);
enum language language_of_environment(void);

/* The messages for numbers of the engine. */
enum message message_of_type(tess_type type);
enum message message_of_role(tess_type type); /* the name of the meeple there: merchant, knight ... */
enum message message_of_piece(tess_rules rules, tess_piece piece);
enum message message_of_colour(tess_colour colour);
enum message message_of_faction(tess_faction faction);

/* ---- Sentences and tables ---- */

/* The language and the names for sentences about a game. */
struct narrator {
  enum language language;
  const char *names[TESS_MAX_PLAYERS]; /* by seat */
};

/* The option `--lang` of commands that print sentences; and the language that it or the environment selects. */
#define LANGUAGE_OPTION                                                                                                \
  { "lang", 'l', OPTION_CHOICE, "en|de|it", 0, 0, "the language (default: that of the locale, else English)" }
enum language language_read(const struct arguments *arguments);

/* Appends one line about an event, with its line end; `game` is the game after the step of the event. */
void narrate_event(const struct narrator *narrator, const tess_game *game, const tess_event *event, struct text *out);

/* Appends a realm with its place: "trading route E at 1,0". */
void narrate_spot(const struct narrator *narrator, const tess_game *game, tess_spot spot, struct text *out);

/* Appends the name of a side: that of its player, or those of a team. */
void narrate_side(const struct narrator *narrator, const tess_game *game, int side, struct text *out);

/* Appends the line about the winners of a finished game. */
void narrate_winner(const struct narrator *narrator, const tess_game *game, struct text *out);

/* Appends a line for each seat: name, colour, points, supply, and a mark at the seat to act; then the number of tiles
 * left. */
void scoreboard_print(const struct narrator *narrator, const tess_game *game, struct text *out);

/* Appends the ranks of a finished game, and its winners. Equal points share a rank (SW-6.3, CL-5.3). */
void ranking_print(const struct narrator *narrator, const tess_game *game, struct text *out);

#endif
