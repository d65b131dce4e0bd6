/* Moves of everybody but the controller. One line per move: guard -> what it changes. */

/* --- Deployment controller, maxSurge 1, maxUnavailable 0 ------------------------------- */
/* Slots are kept sorted, so server[0] is Gone if any slot is. */
#define MAY_CREATE \
  (server[0].life == Gone && (PODS < REPLICAS || (PODS == REPLICAS && OLD_PODS > 0)))
#define MAY_DRAIN(i) (COUNTS(i) \
  && ((IS_OLD(i) && (server[i].life == Starting || READY_PODS > REPLICAS)) \
    || (PODS > REPLICAS && OLD_PODS == 0)))

inline startServer(k, from) {
  server[k].life = Starting; server[k].ordinal = from.ordinal;
  server[k].writer = from.writer; server[k].keys = from.keys
}
inline clearServer(k) {
  server[k].life = Gone; server[k].ordinal = 0; server[k].writer = 0; server[k].keys = 0
}

/* --- Writes ----------------------------------------------------------------------------- */
/* A write of object j seals it under the writer of the server it goes through. While a migration
   runs, an object that changed under it counts as rewritten, whoever changed it. */
inline seal(j, key) {
  stored[j] = key;
  migration.done = (migration.state == Running -> (migration.done | (1 << j)) : migration.done)
}
#define IS_DONE(j) ((migration.done >> j) & 1)
#define REWRITABLE(i, j) (migration.state == Running && SERVES(i) && !(IS_DONE(j)))
#define CHANGES(i, j) \
  (stored[j] != server[i].writer || (migration.state == Running && !(IS_DONE(j))))
/* Of servers or objects that are alike, only the first needs to move. */
#define SERVER_DIFFERS(i) \
  (i == 0 || server[i].life != server[i - 1].life || server[i].ordinal != server[i - 1].ordinal)
#define OBJECT_DIFFERS(j) \
  (j == 0 || stored[j] != stored[j - 1] || IS_DONE(j) != IS_DONE(j - 1))
#define ALL_DONE (migration.done == (1 << OBJECTS) - 1)

#define CLIENT_MAY_WRITE(i, j) \
  (SERVES(i) && CHANGES(i, j) && SERVER_DIFFERS(i) && OBJECT_DIFFERS(j))
#ifdef LIVENESS
/* Clients may write for ever, so their writes count as progress: see keyroll.pml. */
byte writingThrough;
byte writingObject;
#define CLIENT_MOVES(i, j)
#define CLIENT_CHOICE(i, j) :: CLIENT_MAY_WRITE(i, j) -> writingThrough = i; writingObject = j
#else
#define CLIENT_MOVES(i, j) \
  :: CLIENT_MAY_WRITE(i, j) -> d_step { seal(j, server[i].writer) }
#endif

#define OBJECT_MOVES(j) \
  :: flight != 0 && OBJECT_DIFFERS(j) -> d_step { seal(j, flight); flight = 0 }            /* lands late */

#define SERVER_OBJECT_MOVES(i, j) \
  CLIENT_MOVES(i, j) \
  :: REWRITABLE(i, j) && SERVER_DIFFERS(i) && OBJECT_DIFFERS(j) -> d_step { seal(j, server[i].writer) }         /* migrator */

#define SERVER_MOVES(i) \
  :: server[i].life == Starting && SERVER_DIFFERS(i) -> server[i].life = Ready \
  :: MAY_DRAIN(i) && SERVER_DIFFERS(i) -> \
    if \
    :: server[i].life == Ready -> server[i].life = Terminating \
    :: server[i].life == Starting -> d_step { clearServer(i) } \
    fi \
  :: server[i].life == Terminating && SERVER_DIFFERS(i) -> d_step { clearServer(i) } \
  :: server[i].life == Terminating && SERVER_DIFFERS(i) && flight == 0 -> \
    d_step { flight = server[i].writer; clearServer(i) } \
  :: faults > 0 && server[i].life == Ready && SERVER_DIFFERS(i) ->     /* evicted */ \
    d_step { faults--; server[i].life = Terminating } \
  :: faults > 0 && server[i].life == Ready && SERVER_DIFFERS(i) && flight == 0 -> /* crashed, restarts */ \
    d_step { faults--; flight = server[i].writer; server[i].life = Starting }

#if SLOTS == 3
#define EACH_SERVER(f) f(0) f(1) f(2)
#define EACH_SERVER_AND(f, j) f(0, j) f(1, j) f(2, j)
#elif SLOTS == 4
#define EACH_SERVER(f) f(0) f(1) f(2) f(3)
#define EACH_SERVER_AND(f, j) f(0, j) f(1, j) f(2, j) f(3, j)
#else
#define EACH_SERVER(f) f(0) f(1) f(2) f(3) f(4)
#define EACH_SERVER_AND(f, j) f(0, j) f(1, j) f(2, j) f(3, j) f(4, j)
#endif
#define EVERY_SERVER_MOVES EACH_SERVER(SERVER_MOVES)
#if OBJECTS == 1
#define EVERY_CLIENT_CHOICE EACH_SERVER_AND(CLIENT_CHOICE, 0)
#define EVERY_OBJECT_MOVES OBJECT_MOVES(0) EACH_SERVER_AND(SERVER_OBJECT_MOVES, 0)
#else
#define EVERY_CLIENT_CHOICE \
  EACH_SERVER_AND(CLIENT_CHOICE, 0) EACH_SERVER_AND(CLIENT_CHOICE, 1)
#define EVERY_OBJECT_MOVES \
  OBJECT_MOVES(0) EACH_SERVER_AND(SERVER_OBJECT_MOVES, 0) \
  OBJECT_MOVES(1) EACH_SERVER_AND(SERVER_OBJECT_MOVES, 1)
#endif

/* --- An old ReplicaSet scaled up by hand: only while its configuration exists (P15) -------- */
#if HANDS
#define HAND_MOVES(n) \
  :: hands > 0 && server[0].life == Gone && old[n].ordinal != 0 -> \
    d_step { \
      hands--; startServer(0, old[n]); migration.continuous = 0; \
      replicaSetsMoved = ((frozen & (K_MIGRATION | K_REPLICASETS)) -> 1 : 0) \
    }
#define EVERY_HAND_MOVE HAND_MOVES(0) HAND_MOVES(1) HAND_MOVES(2) HAND_MOVES(3)
#else
#define EVERY_HAND_MOVE
#endif

/* --- Lost and restored objects ------------------------------------------------------------ */
#if LOST
#define LOSS_MOVES \
  :: losses > 0 && live.ordinal != 0 -> \
    d_step { \
      losses--; templateLost = (template.ordinal == live.ordinal); \
      live.ordinal = 0; live.writer = 0; live.keys = 0; \
      liveMoved = ((frozen & K_LIVE) -> 1 : 0) \
    }
#else
#define LOSS_MOVES
#endif
#if RESTORED
#define RESTORE_MOVES \
  :: restores > 0 && backup.epoch == 0 -> d_step { copyRecord(backup, record) } \
  :: restores > 0 && backup.epoch != 0 -> \
    d_step { \
      restores--; unread = 1; copyRecord(record, backup); \
      backup.activeKey = 0; backup.targetKey = 0; backup.state = 0; backup.epoch = 0; backup.older = 0; \
      recordMoved = ((frozen & K_RECORD) -> 1 : 0) \
    }
#else
#define RESTORE_MOVES
#endif
