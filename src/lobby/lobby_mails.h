/* Sends the mails that are due. */
#ifndef LOBBY_LOBBY_MAILS_H
#define LOBBY_LOBBY_MAILS_H

struct lobby;

enum { MAILS_EVERY = 3000 /* ms between two looks for mails that are due */ };

/* Sends the mails that are due, a few at a time. Of several servers one does so. */
void lobby_send_mails(struct lobby *lobby);

#endif
