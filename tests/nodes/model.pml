/*
 * Several nodes and one table in one database: what nodes have of the table in memory, and what the database lets them
 * write (docs/understand/nodes.md). Tables share nothing but the round in which they are stored, and a table that has
 * moved on leaves the others of its round alone, so one table stands for all.
 *
 * Whatever time could bring can come at any moment here: an answer of the database is late or never comes, a round is
 * carried out although nobody waits for it any more, a claim runs out while its node works, a cache is old. So safety
 * rests on no clock. Failures are counted in `faults`, so that every path ends; `timeout` is that end.
 *
 * In the code: the swap is the statement SWAP, which store_commit() (src/store/store.c) sends before the changes of a
 * round; lobby_commit() (src/lobby/lobby_round.c) discards the cache of a table that has moved on, and all caches of a
 * round whose fate is unknown. The version is read first by slot_look() and in src/lobby/following.c.
 *
 * Checked: no acknowledged entry is lost; an entry has the next number; each change was decided on the state that it
 * changes; a request takes effect once; nobody who was told that they hold a seat is refused by a node that does not
 * know it; in the end what is due is done.
 *
 * tests/nodes/model.py removes one precaution after another, by these names, and sees what is found then:
 *   NO_SWAP       a round does not compare the version
 *   NO_LOCK       it compares, but another round may write between the comparison and the commit
 *   READ_LAST     a node reads the version after the rest
 *   KEEP          a node whose table has moved on takes the new version and keeps its cache
 *   KEEP_UNKNOWN  a node that lost its connection keeps the cache with what the round made of it
 *   EARLY         an entry is acknowledged before it is stored
 *   NO_IDS        nobody looks in the log whether a request was carried out
 *   REFUSE        a node refuses without comparing the version
 *   NO_CLAIM      nobody claims a table that is due and in nobody's memory
 *   CLAIM_STAYS   a claim does not run out
 *   RESTORE       an older copy of the database takes its place once; and COUNTED besides: versions are counted
 */
#ifndef NODES
#define NODES 2
#endif
#ifndef ROUNDS
#define ROUNDS 2 /* that people's requests begin, at all nodes together */
#endif
#ifndef FAULTS
#define FAULTS 2
#endif
#define NOBODY NODES
#define FLIGHTS 3 /* rounds under way at the same time, with those for which nobody waits any more */
#define ENTRIES (2 * ROUNDS)

/* A request's entry, after which a computer is to move; that move; a change of a seat without an entry. What became of
 * a round. */
mtype = { ENTRY, WORK, SEAT, COMMITTED, MOVED, REFUSED, NOTHING };

/* ---- The database ---- */

byte version;             /* of the round that changed the table last */
byte last, seat;          /* the last entry; how often the seat was changed */
byte log[ENTRIES + 1];    /* entry n: 1 and 2 are those of the requests, 3 is a computer's; 0: there is none */
bool due;                 /* a computer is to move */
byte claim = NOBODY;      /* the node that claimed the table, as it is due */
bool locked;              /* a round holds the row of the table */

/* Rounds under way: `from` waits for it (NOBODY: nobody does), with what its node knew when it decided. */
typedef flight {
  mtype kind = NOTHING;
  byte from, known, entries, changes, request
}
flight way[FLIGHTS];

/* ---- The nodes ---- */

bool alive[NODES], cached[NODES], reading[NODES], waits[NODES];
byte own_version[NODES], own_last[NODES], own_seat[NODES], own_log[NODES];
bool own_due[NODES];
mtype answer[NODES] = NOTHING, asked_for[NODES] = NOTHING;
byte asked_request[NODES];

byte living = NODES, begun, faults = FAULTS, starts = 1;
byte told[ENTRIES + 1]; /* the entry n of which a client heard; 0: none did */
byte told_seat;         /* the change of the seat that a client heard of last */
#ifdef RESTORE
bool restored;
#endif

#ifdef COUNTED
#define FIRST 1
#else
#define FIRST 50 /* behind an older copy of the database no version comes again */
#endif

#define GRANTED(n, which) ((n & (1 << which)) != 0)

/* The requests that the log has, a bit each. */
inline read_granted(to) {
  to = 0;
  d_step {
    byte n;
    for (n : 1 .. ENTRIES) {
      if
      :: log[n] == 1 || log[n] == 2 -> to = to | log[n]
      :: else -> skip
      fi
    }
    n = 0
  }
}

/* The database carries out a round, whether its node waits for it or not. */
proctype carry_out(byte f) {
  mtype outcome = NOTHING;
  byte has;
  do
  /* 1. The swap: waits for another round that holds the row, and compares. */
  :: atomic {
      way[f].kind != NOTHING && !locked ->
      if
#ifndef NO_SWAP
      :: version != way[f].known -> outcome = MOVED
      :: version == way[f].known ->
#else
      :: true ->
#endif
        outcome = NOTHING;
#ifndef NO_LOCK
        locked = true
#endif
      fi
    }
  /* 2. The changes and the commit; or the database gives the round up. */
    atomic {
      if
      :: outcome == MOVED -> skip
      :: outcome != MOVED ->
        assert(way[f].entries == last && way[f].changes == seat); /* decided on the state that it changes */
        if
        :: way[f].kind == SEAT -> seat++
        :: way[f].kind == ENTRY ->
          read_granted(has);
          assert(!GRANTED(has, way[f].request)); /* once */
          has = 0;
          last++;
          log[last] = way[f].request + 1;
          due = true;
          claim = NOBODY
        :: way[f].kind == WORK ->
          last++;
          log[last] = 3;
          due = false;
          claim = NOBODY
        fi;
        version++;
        outcome = COMMITTED
      :: outcome != MOVED && faults > 0 -> faults--; outcome = REFUSED
      fi;
      locked = (outcome == MOVED -> locked : false);
      if
      :: way[f].from != NOBODY -> answer[way[f].from] = outcome
      :: else -> skip
      fi;
      outcome = NOTHING;
      way[f].kind = NOTHING;
      way[f].from = 0;
      way[f].known = 0;
      way[f].entries = 0;
      way[f].changes = 0;
      way[f].request = 0
    }
  od
}

inline forget(i) {
  cached[i] = false;
  reading[i] = false;
  own_version[i] = 0;
  own_last[i] = 0;
  own_seat[i] = 0;
  own_log[i] = 0;
  own_due[i] = false
}

inline end_wait(i) {
  waits[i] = false;
  answer[i] = NOTHING;
  asked_for[i] = NOTHING;
  asked_request[i] = 0
}

/* Nobody waits for the node's round any more. */
inline stop_waiting(i) {
  d_step {
    byte f;
    for (f : 0 .. FLIGHTS - 1) {
      if
      :: way[f].kind != NOTHING && way[f].from == i -> way[f].from = NOBODY
      :: else -> skip
      fi
    }
    f = 0
  }
  end_wait(i)
}

inline begin(i, what, which) {
  waits[i] = true;
  asked_for[i] = what;
  asked_request[i] = which;
  d_step {
    byte g = 0;
    do
    :: way[g].kind == NOTHING -> break
    :: else -> g++
    od;
    way[g].kind = what;
    way[g].from = i;
    way[g].known = own_version[i];
    way[g].entries = own_last[i];
    way[g].changes = own_seat[i];
    way[g].request = which;
    g = 0
  }
}

#define HAS_ROOM (way[0].kind == NOTHING || way[1].kind == NOTHING || way[2].kind == NOTHING)

/* What the cache is after the round that its node waits for. */
inline change(i) {
  if
  :: asked_for[i] == SEAT -> own_seat[i]++
  :: asked_for[i] == ENTRY -> own_last[i]++; own_due[i] = true; own_log[i] = own_log[i] | (1 << asked_request[i])
  :: asked_for[i] == WORK -> own_last[i]++; own_due[i] = false
  fi
}

inline read_rest(i) {
  own_last[i] = last;
  own_seat[i] = seat;
  own_due[i] = due;
  read_granted(own_log[i])
}

#ifdef NO_IDS
#define IS_NEW(i, which) true
#else
#define IS_NEW(i, which) (!GRANTED(own_log[i], which))
#endif
#ifdef REFUSE
#define IS_COMPARED(i) true
#else
#define IS_COMPARED(i) (own_version[i] == version)
#endif
#define IS_FREE(i) (alive[i] && cached[i] && !waits[i])

proctype node(byte i) {
  do
  /* Reading the table, when a request came or the node has claimed it, or reading on in it, at any time: first the
   * version, then the rest. */
  :: atomic {
      alive[i] && !reading[i] && !waits[i] &&
      ((!cached[i] && (begun < ROUNDS || claim == i)) || (cached[i] && own_version[i] != version)) ->
      cached[i] = false;
      reading[i] = true;
#ifdef READ_LAST
      read_rest(i)
#else
      own_version[i] = version
#endif
    }
  :: atomic {
      alive[i] && reading[i] ->
      reading[i] = false;
      cached[i] = true;
#ifdef READ_LAST
      own_version[i] = version
#else
      read_rest(i)
#endif
    }

  /* A request, which may come again and to any node: its entry, unless the log has it; or a change of the seat. */
  :: atomic {
      IS_FREE(i) && HAS_ROOM && begun < ROUNDS && IS_NEW(i, 0) ->
      begun++;
      begin(i, ENTRY, 0);
#ifdef EARLY
      told[own_last[i] + 1] = 1
#endif
    }
  :: atomic { IS_FREE(i) && HAS_ROOM && begun < ROUNDS && IS_NEW(i, 1) -> begun++; begin(i, ENTRY, 1) }
  :: atomic { IS_FREE(i) && HAS_ROOM && begun < ROUNDS -> begun++; begin(i, SEAT, 0) }

  /* Who was told that they hold the seat is refused. */
#ifndef RESTORE
  :: atomic { IS_FREE(i) && own_seat[i] < told_seat && IS_COMPARED(i) -> assert(false) }
#endif

  /* What is due: by the timer of whoever has the table in memory, and else by a claim. */
  :: atomic { IS_FREE(i) && HAS_ROOM && own_due[i] -> begin(i, WORK, 0) }
#ifndef NO_CLAIM
  :: atomic { alive[i] && !cached[i] && !reading[i] && due && claim == NOBODY -> claim = i }
#endif

  /* The answer to its round: only what is committed is acknowledged. */
  :: atomic {
      alive[i] && waits[i] && answer[i] == COMMITTED ->
      change(i);
      own_version[i]++;
      if
      :: asked_for[i] == SEAT -> told_seat = (own_seat[i] > told_seat -> own_seat[i] : told_seat)
      :: asked_for[i] == ENTRY -> told[own_last[i]] = asked_request[i] + 1
      :: asked_for[i] == WORK -> skip
      fi;
      end_wait(i)
    }
  :: atomic {
      alive[i] && waits[i] && answer[i] == MOVED ->
      end_wait(i);
#ifdef KEEP
      own_version[i] = version
#else
      forget(i)
#endif
    }
  :: atomic { alive[i] && waits[i] && answer[i] == REFUSED -> end_wait(i); forget(i) }

  /* The connection is lost: what became of the round is not known. */
  :: atomic {
      alive[i] && waits[i] && faults > 0 ->
      faults--;
#ifdef KEEP_UNKNOWN
      change(i);
      stop_waiting(i)
#else
      stop_waiting(i);
      forget(i)
#endif
    }

  /* The node dies; it may start again. Somebody lives. */
  :: atomic { alive[i] && living > 1 && faults > 0 -> faults--; living--; alive[i] = false; stop_waiting(i); forget(i) }
  :: atomic { !alive[i] && starts > 0 -> starts--; living++; alive[i] = true }
  od
}

/* A claim runs out: when its node is dead, and, as a fault, while it works. */
proctype clock() {
  do
#ifndef CLAIM_STAYS
  :: atomic { claim != NOBODY && !alive[claim] -> claim = NOBODY }
  :: atomic { claim != NOBODY && faults > 0 -> faults--; claim = NOBODY }
#endif
#ifdef RESTORE
  :: atomic {
      !restored && !locked ->
      restored = true;
      version = FIRST - 1;
      last = 0;
      seat = 0;
      due = false;
      told_seat = 0;
      claim = NOBODY;
      d_step {
        byte n;
        for (n : 0 .. ENTRIES) {
          log[n] = 0;
          told[n] = 0
        }
        n = 0
      }
    }
#endif
  :: false -> skip
  od
}

/* When nothing is left that could happen. */
proctype end() {
  byte n;
  timeout;
#ifndef RESTORE
  for (n : 1 .. ENTRIES) {
    assert(told[n] == 0 || told[n] == log[n]); /* no acknowledged entry is lost */
    assert((log[n] != 0) == (n <= last))       /* numbers have no gap */
  }
#endif
  assert(!due)
}

init {
  byte i;
  atomic {
    for (i : 0 .. NODES - 1) {
      alive[i] = true;
      run node(i)
    }
    for (i : 0 .. FLIGHTS - 1) { run carry_out(i) }
    run clock();
    run end()
  }
}
