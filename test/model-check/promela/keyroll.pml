/*
 * keyroll's protocol, written a second time, from the design alone. Rules P1..P16 and sections
 * are those of the design; README.md says what is modelled and what is not.
 *
 * One process makes one move after another: a move of the environment, or a decision of the
 * controller together with its write. A move and the bookkeeping behind it are one step, so that
 * a stored state is always one between moves.
 */
#include "bounds.pml"
#include "world.pml"
#include "look.pml"
#include "decide.pml"
#include "properties.pml"
#include "perform.pml"
#include "environment.pml"

mtype : row due = nothing;       /* what the controller would do now */
mtype : row dueByView = nothing; /* what it would do on the outdated look, if it were accepted */
SCRATCH byte kinds;

inline begin() {
  wish = A;
  record.activeKey = A; record.state = Completed; record.epoch = 1;
  live.ordinal = FIRST(1); live.writer = A;
  live.keys = BIT(A) | (START_READER -> BIT(C) : 0);
  copyConfiguration(template, live);
#if LOST
  copyConfiguration(kept, live);
#endif
  migration.state = NotCreated;
  i = 1;
  do
  :: i == SLOTS -> break
  :: else -> startServer(i, live); server[i].life = Ready; i++
  od;
  i = 0;
  do
  :: i == OBJECTS -> break
  :: else -> stored[i] = A; i++
  od;
  i = 0
}

inline changeWish(key) {
#ifdef RETIRED_KEYS
  retired = retired & ~(BIT(key));
#endif
  wishes--; wish = key
}

/* Servers and objects are interchangeable: keep one order of each. */
inline swap(x, y) { kinds = x; x = y; y = kinds }
inline sortWorld() {
  i = SLOTS - 1;
  do
  :: i == 0 -> break
  :: else ->
    j = 0;
    do
    :: j == i -> break
    :: else ->
      if
      :: (server[j].life > server[j + 1].life ||
          (server[j].life == server[j + 1].life && server[j].ordinal > server[j + 1].ordinal)) ->
        swap(server[j].life, server[j + 1].life);
        swap(server[j].ordinal, server[j + 1].ordinal);
        swap(server[j].writer, server[j + 1].writer);
        swap(server[j].keys, server[j + 1].keys)
      :: else
      fi;
      j++
    od;
    i--
  od;
  j = 0;
#if OBJECTS == 2
  if
  :: (stored[0] > stored[1] ||
      (stored[0] == stored[1] && (migration.done & 1) > (migration.done >> 1))) ->
    swap(stored[0], stored[1]);
    migration.done = ((migration.done & 1) << 1) | (migration.done >> 1)
  :: else
  fi;
#endif
  kinds = 0
}

/*
 * Only the order of epochs matters: number those in use 1, 2, 3, ... This keeps ordinals in a
 * byte, and runs of any length within a finite number of states.
 */
SCRATCH int epochs;
SCRATCH byte gap;
#define USES(epoch) epochs = epochs | (1 << (epoch))
#define SERVER_USES(i) USES(EPOCH(server[i].ordinal))
#define LOWER(ordinal_) ordinal_ = (EPOCH(ordinal_) > gap -> ordinal_ - 8 : ordinal_)
#define LOWER_EPOCH(epoch_) epoch_ = (epoch_ > gap -> epoch_ - 1 : epoch_)

inline renumber() {
  epochs = 1;
  USES(record.epoch); USES(EPOCH(live.ordinal)); USES(EPOCH(template.ordinal));
  USES(EPOCH(migration.ordinal));
  USES(view.record.epoch); USES(EPOCH(view.live.ordinal)); USES(EPOCH(view.templateOrdinal));
  USES(EPOCH(view.migrationOrdinal)); USES(EPOCH(view.convergedOn)); USES(EPOCH(view.podsNewest));
  i = 0;
  do
  :: i == SLOTS -> break
  :: else -> SERVER_USES(i); i++
  od;
#if HANDS
  USES(EPOCH(old[0].ordinal)); USES(EPOCH(old[1].ordinal)); USES(EPOCH(old[2].ordinal));
  USES(EPOCH(old[3].ordinal));
#endif
#if LOST
  USES(EPOCH(kept.ordinal));
#endif
#if RESTORED
  USES(backup.epoch);
#endif
  do
  :: (epochs & (epochs + 1)) == 0 -> break
  :: else ->
    gap = 0;
    do
    :: epochs & (1 << gap) -> gap++
    :: else -> break
    od;
    LOWER_EPOCH(record.epoch); LOWER(live.ordinal); LOWER(template.ordinal);
    LOWER(migration.ordinal);
    LOWER_EPOCH(view.record.epoch); LOWER(view.live.ordinal); LOWER(view.templateOrdinal);
    LOWER(view.migrationOrdinal); LOWER(view.convergedOn); LOWER(view.podsNewest);
    i = 0;
    do
    :: i == SLOTS -> break
    :: else -> LOWER(server[i].ordinal); i++
    od;
#if HANDS
    LOWER(old[0].ordinal); LOWER(old[1].ordinal); LOWER(old[2].ordinal); LOWER(old[3].ordinal);
#endif
#if LOST
    LOWER(kept.ordinal);
#endif
#if RESTORED
    LOWER_EPOCH(backup.epoch);
#endif
    epochs = (epochs & ((1 << gap) - 1)) | ((epochs >> (gap + 1)) << gap)
  od;
  i = 0; epochs = 0; gap = 0
}

/* Scratch that a decision on the current world does not set: leave no trace of it. */
inline forget() {
  i = 0; j = 0; kinds = 0; effect = 0; byOutdatedLook = 0; isAccepted = 0; isRefused = 0;
  keySet = 0; removed = 0; first = 0; newOrdinal = 0; newEpoch = 0
}

/*
 * One line per move, seen only when a trace is replayed. Keys are letters, ordinals epoch.step;
 * a server is s (starting), r (ready) or t (terminating), its ordinal, writer and keys.
 */
#define LETTER(key) ((key) == 0 -> 45 : 64 + (key))
#define LETTERS(keys) ((keys) & 1 -> 65 : 46), ((keys) & 2 -> 66 : 46), ((keys) & 4 -> 67 : 46)
#define DOTTED(ordinal) EPOCH(ordinal), (ordinal) % 8
#define LIFE(life) ((life) == Starting -> 115 : ((life) == Ready -> 114 : 116))
inline reportServer(k) {
  if
  :: server[k].life != Gone ->
    printf(" %c%d.%d:%c/%c%c%c", LIFE(server[k].life), DOTTED(server[k].ordinal),
      LETTER(server[k].writer), LETTERS(server[k].keys))
  :: else
  fi
}
SCRATCH mtype : stage shownStage;
SCRATCH mtype : attempt shownAttempt;
inline report() {
  shownStage = record.state; shownAttempt = migration.state;
  printf("MOVE ");
  if
  :: effect != 0 && byOutdatedLook -> printf("outdated %e", effect)
  :: effect != 0 -> printf("%e", effect)
  :: else -> printf("-")
  fi;
  printf(" | wish %c record %c>%c %e epoch %d older %c%c%c | live %d.%d:%c/%c%c%c template %d.%d |",
    LETTER(wish), LETTER(record.activeKey), LETTER(record.targetKey), shownStage, record.epoch,
    LETTERS(record.older), DOTTED(live.ordinal), LETTER(live.writer), LETTERS(live.keys),
    DOTTED(template.ordinal));
  i = 0;
  do
  :: i == SLOTS -> break
  :: else -> reportServer(i); i++
  od;
  i = 0;
  printf(" | migration %e %d.%d | stored %c", shownAttempt, DOTTED(migration.ordinal),
    LETTER(stored[0]));
#if OBJECTS == 2
  printf("%c", LETTER(stored[1]));
#endif
  printf(" landing %c superseded %d read %d\n", LETTER(flight), superseded, frozen);
  shownStage = 0; shownAttempt = 0
}

inline look_around() {
  sortWorld();
  renumber();
  report();
  checkState();
  check(P_S6, PODS_FOLLOW);
  listPods();
  if
  :: frozen != 0 ->
    takeLook(1); decide(); checkPrecondition();
    dueByView = (isAccepted -> chosen : nothing);
    isRefused = (chosen != nothing && !isAccepted);
    if
    :: frozen == K_ALL && dueByView == nothing -> thaw() /* will never be accepted any more */
#ifdef READ_TWICE
    /* Record and configuration are read again at the end: if one moved, the look is discarded. */
    :: viewIsFresh && (recordMoved || liveMoved) && frozen != K_ALL -> thaw(); dueByView = nothing
#endif
    :: else
    fi
  :: else -> dueByView = nothing
  fi;
  takeLook(0); decide();
  due = chosen;
  /* L1: where nothing moves any more, the goal is reached, or the hold is the known one. */
  check(P_L1, due != nothing || !(PLATFORM_RESTS) || GOAL || BOTH_LOST);
  /* L2: in the goal nothing is done, but for superseded configurations that are withdrawn. */
  check(P_L2, !(GOAL) || due == nothing || due == withdraw);
#ifdef WITNESS
  /* To show that something happens at all: this must be violated. */
  assert(!(SEEN));
#endif
  forget()
}

active proctype keyroll() {
  d_step { begin(); look_around() }
end: /* a run may end: L1 says where */
  do
  :: atomic {
    if
    /* The controller. */
    :: due != nothing ->
      d_step { listPods(); takeLook(0); decide(); effect = chosen; byOutdatedLook = 0; perform() }
    :: dueByView != nothing ->
      d_step {
        listPods(); takeLook(1); decide(); effect = chosen; byOutdatedLook = 1; perform();
        /* A fresh look serves one decision; a cache may stay outdated and serve many. */
        if
        :: viewIsFresh -> thaw()
        :: else
        fi
      }

    /* An outdated look begins: a fresh one kind by kind, at any pace, or a cache of one kind. */
    :: freezes > 0 && frozen == 0 ->
      if
      :: d_step { read(K_WISH); viewIsFresh = 1 }
      :: d_step { read(K_RECORD) }
      :: d_step { read(K_LIVE) }
      :: d_step { read(K_TEMPLATE) }
      :: d_step { read(K_MIGRATION) }
      :: d_step { read(K_PODS) }
#if HANDS
      :: d_step { read(K_REPLICASETS) }
#endif
#ifndef FRESH_WISH
      :: d_step { read(K_WISH) }
#endif
      fi;
      freezes--
    :: viewIsFresh && frozen != K_ALL -> d_step { read(NEXT_KIND) }
    :: frozen != 0 -> d_step { thaw() }

    /* The user. B and C are alike as long as neither was used: the first change is to B. */
    :: wishes > 0 && wish != A -> d_step { changeWish(A) }
    :: wishes > 0 && wish != B -> d_step { changeWish(B) }
    :: wishes > 0 && wish != C && (wishes < SPEC_CHANGES || START_READER || RESTORED) ->
      d_step { changeWish(C) }

    /* The platform, clients, the migrator. */
    :: MAY_CREATE -> d_step { startServer(0, template) }
    EVERY_SERVER_MOVES
    EVERY_OBJECT_MOVES
    :: flight != 0 -> flight = 0
    :: migration.state == Running && ALL_DONE ->
      d_step { migration.state = Succeeded; migration.done = 0; migrationMoved = ((frozen & K_MIGRATION) -> 1 : 0) }
    :: migration.state == Running && faults > 0 ->
      d_step { faults--; migration.state = Failed; migration.done = 0; migrationMoved = ((frozen & K_MIGRATION) -> 1 : 0) }
    EVERY_HAND_MOVE
    LOSS_MOVES
    RESTORE_MOVES
    fi;
    d_step { look_around() }
  }
#ifdef LIVENESS
  /* L3: no cycle without a client's write. Progress is visible only outside of an atomic step. */
  :: if
     EVERY_CLIENT_CHOICE
     fi;
progress_client_writes:
     d_step {
       seal(writingObject, server[writingThrough].writer);
       writingThrough = 0; writingObject = 0;
       look_around()
     }
#endif
  od
}
