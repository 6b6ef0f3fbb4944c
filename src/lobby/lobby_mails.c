#include "lobby/lobby_mails.h"

#include <stdio.h>
#include <string.h>

#include "club/mails.h"
#include "lobby/lobby_find.h"
#include "store/store_people.h"

enum { AT_ONCE = 16, CHALLENGES = 20 };

/* What a player is to learn: links to the tables that wait, and the number of challenges. */
struct awaited {
  struct text tables;
  int challenges;
};

/* Appends the link to a table if it waits for this seat. Returns false if the table cannot be read now. */
static bool look_at_table(struct lobby *lobby, struct span id, int seat, struct text *tables) {
  struct answer unheard = {0};
  struct fault fault;
  struct slot *slot = lobby_find_known(lobby, id, &unheard);
  answer_free(&unheard);
  if (slot == NULL) return true;
  if (!lobby_compare_if_older(lobby, slot, LOBBY_FRESH) || !lobby_load(lobby, slot, &fault) ||
      !comparing_is_whole(&lobby->comparing, slot))
    return slot->damaged;
  if (seat > slot->table->setup.players || notices_task(table_task(slot->table, seat))[0] == '\0') return true;
  notices_put_link(lobby->notices, "t", slot->table->id, tables);
  text_add_char(tables, '\n');
  return true;
}

/* Finds out what waits for a player. Returns false if that is not known now. */
static bool find_news(struct lobby *lobby, int64_t player, struct awaited *news) {
  struct lobby_place places[CLUB_MOST_PLACES];
  struct fault unheard;
  const int count = lobby_find_places(lobby, player, places);
  if (count < 0) return false;
  for (int i = 0; i < count; i++)
    if (!look_at_table(lobby, span_of(places[i].table), places[i].seat, &news->tables)) return false;
  struct store_rows *rows = store_challenges(lobby->store, player, CHALLENGES);
  for (struct store_challenge challenge; store_next_challenge(rows, &challenge);) news->challenges++;
  return store_close_rows(rows, &unheard);
}

static void send_words(struct lobby *lobby, const struct store_mail *mail, struct mail_words *words) {
  char about[NOTICE_ABOUT_SIZE];
  snprintf(about, sizeof about, "%016llx", (unsigned long long)mail->player);
  const struct mail letter = {.to = mail->address,
                              .subject = text_span(&words->subject),
                              .body = text_span(&words->body),
                              .stop = words->stop.length > 0 ? words->stop.bytes : ""};
  sender_mail(notices_sender(lobby->notices), &letter, about);
  mail_words_free(words);
}

/* Sends the mail that is due to an address. A table that is being read makes it wait for the next look. */
static void send_mail(struct lobby *lobby, const struct store_mail *mail) {
  const struct club club = lobby_club(lobby);
  const char *base = lobby->settings.base_url;
  struct store_player player;
  struct fault unheard;
  struct mail_words words = {0};
  struct awaited news = {0};
  if (store_find_player(lobby->store, mail->player, &player, &unheard) != STORE_FOUND) return;
  if (player.ended != 0) { /* another version of the server, which knows no mails, has deleted the player */
    store_drop_mail(lobby->store, mail->player);
  } else if (!mail->confirmed) {
    mails_write_question(&club, mail, base, &words);
    send_words(lobby, mail, &words);
    mails_went(&club, mail, false);
  } else if (!mails_rest(&club, mail) && find_news(lobby, mail->player, &news)) {
    const bool any = news.tables.length > 0 || news.challenges > 0;
    if (any) {
      mails_write_news(&club, mail, base, text_span(&news.tables), news.challenges, &words);
      send_words(lobby, mail, &words);
    }
    mails_went(&club, mail, any);
  }
  text_free(&news.tables);
}

void lobby_send_mails(struct lobby *lobby) {
  const struct club club = lobby_club(lobby);
  struct store_mail due[AT_ONCE];
  struct fault unheard;
  struct answer later = {0};
  int count = 0;
  if (lobby->settings.smtp == NULL || (club.now < lobby->mailed + MAILS_EVERY && club.now >= lobby->mailed)) return;
  lobby->mailed = club.now;
  if (!store_is_keeper(lobby->store)) return;
  struct store_rows *rows = store_due_mails(lobby->store, club.now, AT_ONCE);
  while (count < AT_ONCE && store_next_mail(rows, &due[count])) count++;
  if (store_close_rows(rows, &unheard) && count > 0 && club_lock(&club, &later))
    for (int i = 0; i < count; i++) send_mail(lobby, &due[i]);
  answer_free(&later);
}
