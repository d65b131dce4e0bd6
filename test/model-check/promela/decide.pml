/*
 * The decision table of section 5: the first row whose guard holds on `look` is chosen.
 * It reads nothing but `look`; it is total and has no memory (P13).
 */
mtype : row = {
  nothing,            /* a gate, a refusal, or a goal: no effect */
  lostEpoch,          /* record: a new epoch above everything, before a lost configuration is made */
  create,             /* configuration, from record and newest copy */
  rebuild,            /* record, from the live configuration, two data keys live */
  adopt,              /* record, from the live configuration, one data key live */
  writerAhead,        /* record: a live writer that is the target counts as committed (P3) */
  cancel,             /* record */
  replace,            /* record */
  reverse,            /* record */
  addReaders,         /* configuration */
  dropCancelled,      /* configuration */
  promote,            /* configuration */
  stamp,              /* template */
  withdraw,           /* superseded configurations leave the pods' reach (P15) */
  commit,             /* record: the commit point (P2) */
  startMigrating,     /* record */
  voidEpoch,          /* record: evidence whose continuity broke (P6) */
  migrate,            /* migration: first or next attempt */
  finish,             /* record (P8) */
  start,              /* record */
  reencrypt,          /* record: from = to */
  retire,             /* record: evidence is in, the old keys may leave */
  drop                /* configuration: Retiring */
}

/* What the look says, in the words of section 2. */
#define TARGET look.record.targetKey
#define ACTIVE look.record.activeKey
#define STAGE look.record.state
#define WRITER look.live.writer
#define ORDINAL look.live.ordinal
#define RECORDED (BIT(ACTIVE) | BIT(TARGET) | look.record.older)
#define COMMITTED (TARGET != 0 && (STAGE == WritePromote || STAGE == Migrating))
#define UNCOMMITTED (TARGET != 0 && STAGE == ReadOnlyDeploy)
#define MAY_LEAVE (look.live.keys & ~(BIT(ACTIVE)))
#define LIVE_IS_OF_OLDER_EPOCH (EPOCH(ORDINAL) < look.record.epoch)
#define CONVERGED (look.convergedOn == ORDINAL && look.templateOrdinal == ORDINAL)
/* Evidence (P6): by the ordinal of the newest configuration write that is not a drop. */
#define HAS_EVIDENCE \
  (look.migrationState == Succeeded && look.migrationOrdinal == ORDINAL && look.continuous)

SCRATCH byte newestSeen;    /* above every ordinal on configuration, template, pods, migration */
SCRATCH byte isLost;
SCRATCH byte isRegressed;
SCRATCH byte waitsForServers;
SCRATCH byte mayCreate;      /* a migration is to be created: none of this ordinal, or it failed */
SCRATCH mtype : row chosen;

#define MAXIMUM(a, b) ((a) > (b) -> (a) : (b))

inline readSituation() {
  newestSeen = MAXIMUM(look.templateOrdinal, look.podsNewest);
  newestSeen = MAXIMUM(newestSeen, look.migrationOrdinal);
  isLost = (ORDINAL == 0 || ORDINAL < newestSeen);
  newestSeen = MAXIMUM(newestSeen, ORDINAL);
#if LOST
  newestSeen = MAXIMUM(newestSeen, kept.ordinal); /* copies count among the epochs seen (P9) */
#endif
  isRegressed = (EPOCH(newestSeen) > look.record.epoch);
  mayCreate = (look.migrationOrdinal != ORDINAL || look.migrationState == NotCreated
    || look.migrationState == Failed);
  /* Row 25: a stage waits for the servers, unless its migration runs already. */
#ifdef PROMOTE_BEFORE_CONVERGENCE
  waitsForServers = !CONVERGED && STAGE != ReadOnlyDeploy && !(STAGE == Migrating && !mayCreate && look.migrationState == Running)
#elif defined(EVIDENCE_IS_SUCCEEDED)
  waitsForServers = !CONVERGED && !COMMITTED
#else
  waitsForServers = !CONVERGED && !(STAGE == Migrating && !mayCreate && look.migrationState == Running)
#endif
}

#if defined(NO_READ_STAGE) || defined(PROMOTE_BEFORE_CONVERGENCE)
#define MAY_WRITE_TARGET 1
#else
/* P3: a new writer is a reader in the live configuration and in every one still in sight. */
#if HANDS && defined(REACH_COUNTS)
/* And in every one that a pod could still be started on. */
#define REACHABLE look.reachable
#else
#define REACHABLE ALL_KEYS
#endif
#define MAY_WRITE_TARGET \
  (look.live.keys & look.templateKeys & look.podsRead & REACHABLE & BIT(TARGET))
#endif

#ifdef NO_READ_STAGE
#define LACKS_READERS 0
#else
#define LACKS_READERS ((RECORDED & ~(look.live.keys)) || (UNCOMMITTED && LIVE_IS_OF_OLDER_EPOCH))
#endif

#ifdef NO_COMMIT_POINT
/* The stage is derived from the live configuration; the record only says Migrating. */
#define AHEAD 0
#define FOREIGN 0
#define TO_PROMOTE (TARGET != 0 && WRITER != TARGET && CONVERGED)
#define TO_COMMIT (TARGET != 0 && STAGE == ReadOnlyDeploy && WRITER == TARGET)
#else
#define AHEAD (WRITER != ACTIVE && ((UNCOMMITTED && WRITER == TARGET) \
  || (TARGET == 0 && WRITER == look.wish && (look.live.keys & BIT(ACTIVE)))))
#define FOREIGN (WRITER != ACTIVE && WRITER != TARGET)
#define TO_PROMOTE (COMMITTED && (WRITER != TARGET || LIVE_IS_OF_OLDER_EPOCH))
#define TO_COMMIT (TARGET != 0 && STAGE == ReadOnlyDeploy)
#endif

/* A record write before the drop lets the precondition of a start on an older look fail. */
#ifdef ANNOUNCED_DROP
#define ANNOUNCED (STAGE == Retired)
#else
#define ANNOUNCED 1
#endif

#ifdef NO_WITHDRAWAL
#define TO_WITHDRAW 0
#else
#define TO_WITHDRAW (look.superseded && STAGE != Migrating)
#endif

#ifdef NO_SETTLE
#define SETTLED 1
#else
#define SETTLED look.settled
#endif

#ifdef EVIDENCE_IS_SUCCEEDED
#define MAY_FINISH (look.migrationState == Succeeded)
#else
#define MAY_FINISH (HAS_EVIDENCE)
#endif

inline decide() {
  readSituation();
  chosen = (
    (!lookIsFresh && (isLost || isRegressed || FOREIGN)) -> nothing : (           /* StaleView */
    (isLost && isRegressed)                              -> nothing : (  /* both lost: hold */
    (isLost && newestSeen >= FIRST(look.record.epoch))   -> lostEpoch : (
    (isLost)                                             -> create : (
    (isRegressed && (look.live.keys & ~(BIT(WRITER))))   -> rebuild : (
    (isRegressed)                                        -> adopt : (
    (AHEAD)                                              -> writerAhead : (
    (FOREIGN)                                            -> nothing : (   /* StateConfigMismatch */
    (UNCOMMITTED && look.wish == ACTIVE)                 -> cancel : (
    (UNCOMMITTED && look.wish != TARGET)                 -> replace : (
    (COMMITTED && ACTIVE != TARGET && look.wish == ACTIVE
      && !((BIT(ACTIVE) | BIT(TARGET)) & ~(look.templateKeys & look.podsRead)))
                                                         -> reverse : (
    (LACKS_READERS)                                      -> addReaders : (
    (TARGET == 0 && STAGE == Interrupted && (look.live.keys & ~(RECORDED)))
                                                         -> dropCancelled : (
    (TO_PROMOTE && MAY_WRITE_TARGET)                     -> promote : (
    (look.templateOrdinal < ORDINAL)                     -> stamp : (
    (waitsForServers)                                    -> nothing : (  /* ServersNotConverged */
    (TO_WITHDRAW)                                        -> withdraw : (
    (TO_COMMIT)                                          -> commit : (
    (TARGET != 0 && STAGE == WritePromote)               -> startMigrating : (
    (STAGE == Migrating && !mayCreate && !look.continuous) -> voidEpoch : (
    (STAGE == Migrating && mayCreate && !(SETTLED))      -> nothing : (   /* Settling */
    (STAGE == Migrating && mayCreate)                    -> migrate : (
    (STAGE == Migrating && !(MAY_FINISH))                -> nothing : (   /* AwaitingMigrations */
    (STAGE == Migrating)                                 -> finish : (
    (MAY_LEAVE && TARGET == 0 && STAGE == Retired && HAS_EVIDENCE) -> drop : (
    (TARGET == 0 && look.wish != ACTIVE)                 -> start : (
    (TARGET == 0 && MAY_LEAVE && !(HAS_EVIDENCE))        -> reencrypt : (
    (TARGET == 0 && MAY_LEAVE && !(ANNOUNCED))           -> retire : (
    (TARGET == 0 && MAY_LEAVE)                           -> drop :
                                                            nothing
    ))))))))))))))))))))))))))))
  );
#ifndef CACHED_LOOKS_SUFFICE
  /* Rows that act on a fresh look only (section 3). */
  if
  :: !lookIsFresh && (chosen == addReaders || chosen == dropCancelled || chosen == promote
      || chosen == drop || chosen == retire || chosen == commit || chosen == voidEpoch || chosen == finish
      || chosen == reencrypt || chosen == writerAhead
      || (chosen == migrate && look.migrationOrdinal != ORDINAL)) -> chosen = nothing
#ifdef FRESH_WISH
  :: !lookIsFresh && (chosen == start || chosen == cancel || chosen == replace || chosen == reverse)
    -> chosen = nothing
#endif
  :: else
  fi
#endif
}
