/*
 * Several nodes and one table in one database: who owns the table, and what the database lets an owner write
 * (docs/understand/nodes.md). Tables share nothing but the leases of the nodes, so one table stands for all.
 *
 * What time would bring can come at any moment here: a lease ends while its node goes on without knowing (it was
 * stopped, cut off, or its clock is wrong), an answer of the database is late or never comes, and a round that nobody
 * waits for is carried out after all. Safety therefore rests on no clock. What goes wrong is counted in `faults`, so
 * that every path ends; `timeout` is that end.
 *
 * In the code: taking a table is store_take() and a round's look at the epoch store_hold() (src/lobby/store.h), for all
 * tables of a round in lobby_commit() (src/lobby/lobby_round.c); what is refused is dropped by slot_failed(). The lease is
 * say() in src/lobby/nodes.c, which drops all tables by forget_all() when it had ended or no answer was heard; it is the
 * database that says who may take a table, in the statement TAKE of src/lobby/store_postgres.c.
 *
 * Checked: no acknowledged entry is lost, no number is given to two entries, no change of a seat is made without
 * knowing the one before, and in the end a living node owns the table and knows all of it.
 *
 * tests/nodes/model.py takes out one precaution after another, by these names, and sees what is found then:
 *   NO_EPOCH      a round does not look whether its epoch is still the table's
 *   NO_LOCK       it looks, but the table may be taken between the look and the commit
 *   NO_KEY        the database would take a second entry of a number
 *   SAME_EPOCH    who reads a table that it owns already takes no new epoch
 *   EARLY         an entry is acknowledged before it is stored
 *   KEEP          who finds that its lease ended keeps the tables that it has in memory
 *   TRUST         who hears no answer when it says that it lives keeps them, too
 *   NO_TAKEOVER   nobody takes a table whose owner's lease has ended
 *   LOG_ALONE     seats do not change, and what an owner has in memory at the end is not looked at
 */
#ifndef NODES
#define NODES 2
#endif
#ifndef ROUNDS
#define ROUNDS 3 /* that all nodes begin together */
#endif
#ifndef FAULTS
#define FAULTS 3
#endif
#define NOBODY NODES

mtype = { ENTRY, SEAT, COMMITTED, REFUSED, NOTHING };

/* ---- The database ---- */

byte owner = NOBODY, epoch; /* the row of the table */
bool lease[NODES];          /* the node's lease runs, by the clock of the database */
byte locks;                 /* rounds that hold the row of the table as it is */
byte last, log[ROUNDS + 1]; /* entry n is what round log[n] wrote; 0: there is none */
byte seat;                  /* the round that changed the seat last */

/* ---- The nodes ---- */

bool alive[NODES], loaded[NODES], waits[NODES];
bool unheard[NODES]; /* the database has begun the node's lease anew, and the node has not heard of it yet */
byte own_epoch[NODES], own_last[NODES], own_seat[NODES]; /* the table as the node has it in memory */
byte connection[NODES];                                  /* its number; an answer on an older one is not heard */
mtype answer[NODES] = NOTHING;
byte asked_number[NODES], asked_round[NODES];
mtype asked_for[NODES] = NOTHING;

byte living = NODES, begun, faults = FAULTS, starts = 1;
byte told[ROUNDS + 1]; /* the round of which a client heard that it wrote entry n; 0: none did */

/* A round as the database carries it out, on the connection `over` of node `from`: entry `number`, or a change of the
 * seat that round `base` made. It goes on whether its node waits for it or not. */
proctype round(byte from; byte over; byte mine; mtype kind; byte number; byte base; byte value) {
  mtype outcome = REFUSED;

  /* 1. The statement: the epoch is looked at, and the row of the table stays as it is until the end of the round. */
  atomic {
    if
#ifdef NO_EPOCH
    :: true ->
#else
    :: epoch == mine ->
#endif
#ifndef NO_LOCK
      locks++
#endif
    :: else -> goto told_so
    fi
  }

  /* 2. The commit; or the database gives the round up. */
  atomic {
    if
    :: kind == ENTRY && log[number] == 0 ->
      assert(number == last + 1);
      log[number] = value;
      last = number;
      outcome = COMMITTED
#ifdef NO_KEY
    :: kind == ENTRY && log[number] != 0 ->
      assert(false) /* two entries of one number */
#else
    :: kind == ENTRY && log[number] != 0 -> skip
#endif
    :: kind == SEAT ->
      assert(seat == base); /* else a change is lost that somebody made and that this one does not know */
      seat = value;
      outcome = COMMITTED
    :: faults > 0 -> faults--
    fi;
#ifndef NO_LOCK
    locks--
#endif
  }

told_so:
  atomic {
    if
    :: alive[from] && connection[from] == over && waits[from] -> answer[from] = outcome
    :: else -> skip
    fi
  }
}

inline forget(i) {
  loaded[i] = false;
  waits[i] = false;
  answer[i] = NOTHING;
  own_epoch[i] = 0;
  own_last[i] = 0;
  own_seat[i] = 0;
  asked_number[i] = 0;
  asked_round[i] = 0;
  asked_for[i] = NOTHING
}

inline begin(i, kind) {
  begun++;
  waits[i] = true;
  asked_for[i] = kind;
  asked_number[i] = own_last[i] + 1;
  asked_round[i] = begun;
  run round(i, connection[i], own_epoch[i], kind, own_last[i] + 1, own_seat[i], begun)
}

#ifdef NO_TAKEOVER
#define FREE(i) (owner == NOBODY || owner == i)
#else
#define FREE(i) (owner == NOBODY || owner == i || !lease[owner])
#endif

proctype node(byte i) {
  do
  /* The lease: had at the start, and again after it ended. What the node owned then may be another's. The database
   * carries out what the node said long ago; the node hears of it later, and goes on at its tables until then. A node
   * that hears nothing does the same as soon as it was silent for too long, by its own clock. */
  :: atomic { alive[i] && !lease[i] && !unheard[i] -> lease[i] = true; unheard[i] = true }
  :: atomic {
      alive[i] && unheard[i] ->
      unheard[i] = false;
#ifndef KEEP
      connection[i]++;
      forget(i)
#endif
    }
#ifdef TRUST
  :: atomic { alive[i] && unheard[i] && faults > 0 -> faults--; unheard[i] = false }
#endif

  /* Taking the table: its row is changed once no round holds it; what is read after that is read for good. */
  :: atomic {
      alive[i] && lease[i] && !unheard[i] && !loaded[i] && FREE(i) && locks == 0 ->
#ifdef SAME_EPOCH
      if
      :: owner != i -> epoch++
      :: else -> skip
      fi;
#else
      epoch++;
#endif
      owner = i;
      own_epoch[i] = epoch
    }
    atomic {
      if
      :: alive[i] && own_epoch[i] != 0 ->
        own_last[i] = last;
        own_seat[i] = seat;
        loaded[i] = true
      :: else -> skip
      fi
    }

  /* A round begins. */
  :: atomic {
      alive[i] && loaded[i] && !waits[i] && begun < ROUNDS ->
      begin(i, ENTRY);
#ifdef EARLY
      told[asked_number[i]] = asked_round[i]
#endif
    }
#ifndef LOG_ALONE
  :: atomic { alive[i] && loaded[i] && !waits[i] && begun < ROUNDS -> begin(i, SEAT) }
#endif

  /* Its answer: only what is committed is acknowledged; who is refused drops the table and reads it again. */
  :: atomic {
      alive[i] && waits[i] && answer[i] == COMMITTED ->
      if
      :: asked_for[i] == ENTRY ->
        assert(log[asked_number[i]] == asked_round[i]);
        told[asked_number[i]] = asked_round[i];
        own_last[i] = asked_number[i]
      :: else -> own_seat[i] = asked_round[i]
      fi;
      waits[i] = false;
      answer[i] = NOTHING
    }
  :: atomic { alive[i] && waits[i] && answer[i] == REFUSED -> forget(i) }

  /* The connection is lost: what became of the round is not known, and the table is read again. */
  :: atomic { alive[i] && waits[i] && faults > 0 -> faults--; connection[i]++; forget(i) }

  /* The node dies; it may start again. Somebody lives. */
  :: atomic { alive[i] && living > 1 && faults > 0 -> faults--; living--; alive[i] = false; unheard[i] = false; connection[i]++; forget(i) }
  :: atomic { !alive[i] && starts > 0 -> starts--; living++; alive[i] = true }
  od
}

/* The lease of a node ends: for certain when it is dead, as a fault when it lives. */
proctype clock(byte i) {
  do
  :: atomic { lease[i] && !alive[i] -> lease[i] = false }
  :: atomic { lease[i] && alive[i] && faults > 0 -> faults--; lease[i] = false }
  od
}

/* When nothing is left that could happen. */
proctype end() {
  byte n;
  timeout;
  for (n : 1 .. ROUNDS) {
    assert(told[n] == 0 || told[n] == log[n]); /* no acknowledged entry is lost */
    assert((log[n] != 0) == (n <= last))       /* numbers are gapless */
  }
#ifndef LOG_ALONE
  assert(owner != NOBODY && alive[owner] && lease[owner] && loaded[owner]);
  assert(own_epoch[owner] == epoch && own_last[owner] == last && own_seat[owner] == seat)
#endif
}

init {
  byte i;
  atomic {
    for (i : 0 .. NODES - 1) {
      alive[i] = true;
      run node(i);
      run clock(i)
    }
    run end()
  }
}
