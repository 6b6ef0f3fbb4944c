/* Stores the mail addresses of players. */
#include "store/store_mails.h"

#include "store/store_round.h"

const char store_put_mail_text[] =
    "INSERT INTO mails (" STORE_MAIL_COLUMNS ") VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (player) DO UPDATE SET"
    " address = excluded.address, language = excluded.language, confirmed = excluded.confirmed, asked = excluded.asked,"
    " sent = excluded.sent, due = excluded.due";
const char store_wake_mail_text[] = "UPDATE mails SET due = CASE WHEN sent + $1 > $2 THEN sent + $1 ELSE $2 END"
                                    " WHERE player = $3 AND confirmed = 1 AND due = 9223372036854775807";

const char store_ask_mail_text[] =
    "INSERT INTO questions (address, at) VALUES ($1, $2) ON CONFLICT (address) DO UPDATE SET at = excluded.at";

bool store_next_mail(struct store_rows *rows, struct store_mail *mail) {
  const struct store_value *row = store_next_row(rows);
  if (row == NULL) return false;
  if (!is_number(&row[0], 1, INT64_MAX) || !is_word(&row[1], STORE_ADDRESS_SIZE - 1) || !is_number(&row[2], 0, 9) ||
      !is_number(&row[3], 0, 1) || !is_number(&row[4], 0, INT64_MAX) || !is_number(&row[5], 0, INT64_MAX) ||
      !is_number(&row[6], 0, INT64_MAX))
    return store_refuse_row(rows, "a mail address");
  *mail = (struct store_mail){.player = row[0].number,
                              .language = (int)row[2].number,
                              .confirmed = row[3].number != 0,
                              .asked = row[4].number,
                              .sent = row[5].number,
                              .due = row[6].number};
  value_bytes(&row[1], mail->address, sizeof mail->address - 1);
  return true;
}

enum store_found store_find_mail(struct store *store, int64_t player, struct store_mail *mail, struct fault *fault) {
  struct store_rows *rows = store_open_rows(store, STORE_FIND_MAIL, STORE_VALUES(number_value(player)));
  const bool found = store_next_mail(rows, mail);
  if (!store_close_rows(rows, fault)) return STORE_FAILED;
  return found ? STORE_FOUND : STORE_MISSING;
}

void store_put_mail(struct store *store, const struct store_mail *mail) {
  store_carry_out(store, STORE_PUT_MAIL,
                  STORE_VALUES(number_value(mail->player), text_value(span_of(mail->address)),
                               number_value(mail->language), number_value(mail->confirmed), number_value(mail->asked),
                               number_value(mail->sent), number_value(mail->due)));
}

void store_drop_mail(struct store *store, int64_t player) {
  store_carry_out(store, STORE_DROP_MAIL, STORE_VALUES(number_value(player)));
}

void store_wake_mail(struct store *store, int64_t player, int64_t now, int64_t rest) {
  store_carry_out(store, STORE_WAKE_MAIL, STORE_VALUES(number_value(rest), number_value(now), number_value(player)));
}

void store_ask_mail(struct store *store, const uint8_t address[STORE_HASH], int64_t now, int64_t since) {
  store_carry_out(store, STORE_DROP_QUESTIONS, STORE_VALUES(number_value(since)));
  store_carry_out(store, STORE_ASK_MAIL, STORE_VALUES(bytes_value(address, STORE_HASH), number_value(now)));
}

bool store_was_asked(struct store *store, const uint8_t address[STORE_HASH], int64_t since, bool *asked,
                     struct fault *fault) {
  return store_ask_whether(store, STORE_WAS_ASKED, STORE_VALUES(bytes_value(address, STORE_HASH), number_value(since)),
                           asked, fault);
}

struct store_rows *store_due_mails(struct store *store, int64_t now, int most) {
  return store_open_rows(store, STORE_DUE_MAILS, STORE_VALUES(number_value(now), number_value(most)));
}
