/* Effects. Each is one write with a precondition that is checked when the write lands (P5). */

SCRATCH mtype : row effect;
SCRATCH byte newOrdinal;
SCRATCH byte newEpoch;
SCRATCH byte keySet;   /* what a write is about to list */
SCRATCH byte removed;
SCRATCH byte first;
SCRATCH byte isAccepted;
SCRATCH byte isRefused;
SCRATCH byte byOutdatedLook;

/* The next ordinal of the record's epoch, above everything in sight; a new epoch likewise. */
#define NEXT_ORDINAL (EPOCH(newestSeen) == look.record.epoch \
  -> newestSeen + 1 : FIRST(look.record.epoch))
#define NEXT_EPOCH (MAXIMUM(look.record.epoch, EPOCH(newestSeen)) + 1)

#define RECORDED_TWO (BIT(ACTIVE) | BIT(TARGET))
#if LOST
/* Keys of the newest copy, if it is at or above every stamp (P9). */
#define COPIED (kept.ordinal >= newestSeen -> kept.keys : 0)
#else
#define COPIED 0
#endif
#if LOST && defined(CREATE_BY_COPY)
/* P9 orders the keys by the record. But a record may have come back older within its epoch; the
   newest copy cannot. */
#define CREATED_WRITER (COPIED != 0 -> kept.writer : ACTIVE)
#else
#define CREATED_WRITER ACTIVE
#endif

#define WRITES_CONFIGURATION(row) \
  (row == create || row == addReaders || row == dropCancelled || row == promote || row == drop)

#ifdef NO_CAS_ON_RECORD
#define RECORD_IS_AS_READ 1
#else
#define RECORD_IS_AS_READ (!recordMoved)
#endif
#ifdef NO_FENCE_ON_CONFIGURATION
#define CONFIGURATION_IS_AS_READ 1
#else
/* A lost one is created: nothing may stand there, or the older one that was read. */
#define CONFIGURATION_IS_AS_READ (!liveMoved && newOrdinal > live.ordinal)
#endif

/* Deletes what is older than the configuration that was looked at, if there is anything. */
#if HANDS
#define IS_OLDER(n) (old[n].ordinal != 0 && old[n].ordinal < look.live.ordinal)
#define TAKES_AWAY ((superseded && live.ordinal == look.live.ordinal) \
  || IS_OLDER(0) || IS_OLDER(1) || IS_OLDER(2) || IS_OLDER(3))
#else
#define TAKES_AWAY (superseded && live.ordinal == look.live.ordinal)
#endif

/* Would the API server accept the effect of an outdated look? Needs decide() of that look. */
inline checkPrecondition() {
  newOrdinal = NEXT_ORDINAL;
  isAccepted = (
    chosen == nothing            -> 0 : (
    WRITES_CONFIGURATION(chosen) -> (CONFIGURATION_IS_AS_READ) : (
    chosen == stamp              -> (template.ordinal < look.live.ordinal) : (
    chosen == withdraw           -> (TAKES_AWAY) : (
    chosen == migrate            -> (migration.ordinal < look.live.ordinal
                                      || (migration.ordinal == look.live.ordinal
                                        && !migrationMoved && migration.state == Failed)) :
                                    (RECORD_IS_AS_READ)
  )))))
}

inline writeRecord(newActive, newTarget, newState, epoch_, newOlder) {
  /* S7: a target changes or clears only before the commit, by a finish that has its migration,
     by a reverse that swaps, or by a rebuild. */
  check(P_S7, record.targetKey == 0 || newTarget == record.targetKey
    || record.state == ReadOnlyDeploy
    || (newTarget == 0 && newActive == record.targetKey && migration.state == Succeeded
      && EPOCH(migration.ordinal) == record.epoch)
    || (newTarget == record.activeKey && newActive == record.targetKey)
    || effect == rebuild || effect == adopt);
  check(P_S6, epoch_ >= record.epoch);
  record.activeKey = newActive;
  record.targetKey = newTarget;
  record.state = newState;
  record.epoch = epoch_;
  record.older = newOlder;
#if RESTORED
  unread = 0;
#endif
  recordMoved = ((frozen & K_RECORD) -> 1 : 0)
}

inline writeConfiguration(newWriter, newKeys) {
#if LOST
  removed = kept.keys & ~(newKeys);
#else
  removed = live.keys & ~(newKeys);
#endif
  /* S5: a key leaves only if nothing lies under it and nobody writes, or wrote, with it. */
  check(P_S5, !(removed & (STORED_UNDER | SOME_SERVER_WRITES | BIT(flight))));
  assert(EPOCH(newOrdinal) == look.record.epoch); /* or the steps of an epoch do not fit a byte */
  check(P_S6, newOrdinal > live.ordinal && newOrdinal > template.ordinal);
  check(P_S8, (newKeys) & BIT(newWriter));
#ifdef RETIRED_KEYS
  /* R1: a key that was retired is not listed again, unless it is active or the target. */
  check(P_R1, !(retired & (newKeys) & ~(BIT(record.activeKey) | BIT(record.targetKey))));
#endif
  superseded = (live.ordinal != 0 || superseded);
  live.ordinal = newOrdinal; live.writer = newWriter; live.keys = newKeys;
#if LOST
  copyConfiguration(kept, live);
#endif
  liveMoved = ((frozen & K_LIVE) -> 1 : 0)
}

inline rememberOldReplicaSet() {
#if HANDS
  /* The template's configuration is superseded now, unless it was deleted. When all places are
     taken the oldest is forgotten. */
  i = 0;
  do
  :: i == OLD_SLOTS - 1 || old[i].ordinal == 0 -> break
  :: else -> i++
  od;
  if
  :: old[i].ordinal != 0 ->
    copyConfiguration(old[0], old[1]); copyConfiguration(old[1], old[2]);
    copyConfiguration(old[2], old[3])
  :: else
  fi;
#if LOST
  if
  :: !templateLost -> copyConfiguration(old[i], template)
  :: else
  fi;
#else
  copyConfiguration(old[i], template);
#endif
  i = 0;
#endif
#if LOST
  templateLost = 0;
#endif
  skip
}

/* All that are older than the one looked at; the look saw every pod on that one. */
inline withdrawSuperseded() {
  superseded = (live.ordinal != look.live.ordinal);
#if HANDS
  i = 0; j = 0;
  do
  :: i == OLD_SLOTS -> break
  :: else ->
    if
    :: old[i].ordinal >= look.live.ordinal ->
      if
      :: i != j ->
        copyConfiguration(old[j], old[i]);
        old[i].ordinal = 0; old[i].writer = 0; old[i].keys = 0
      :: else
      fi;
      j++
    :: else -> old[i].ordinal = 0; old[i].writer = 0; old[i].keys = 0
    fi;
    i++
  od;
  i = 0; j = 0
#endif
}

/* Needs takeLook() and decide() of the same look. */
inline perform() {
  newOrdinal = NEXT_ORDINAL;
  newEpoch = NEXT_EPOCH;
  if
  :: effect == lostEpoch ->
    keySet = (look.record.older | look.live.keys | COPIED) & ~(RECORDED_TWO);
    if
    :: TARGET == 0 -> writeRecord(ACTIVE, ACTIVE, WritePromote, newEpoch, keySet)
    :: UNCOMMITTED -> writeRecord(ACTIVE, TARGET, ReadOnlyDeploy, newEpoch, keySet)
    :: COMMITTED -> writeRecord(ACTIVE, TARGET, WritePromote, newEpoch, keySet)
    fi
  :: effect == create ->
    keySet = RECORDED | look.live.keys | COPIED;
    first = CREATED_WRITER;
    writeConfiguration(first, keySet)
  :: effect == rebuild ->
    /* The order of readers is not modelled: the lowest one stands for the first. */
    first = LOWEST(look.live.keys & ~(BIT(WRITER)));
    keySet = look.live.keys & ~(BIT(WRITER) | BIT(first));
    writeRecord(first, WRITER, WritePromote, newEpoch, keySet)
  :: effect == adopt -> writeRecord(WRITER, 0, Interrupted, newEpoch, 0)
  :: effect == writerAhead ->
    keySet = look.live.keys & ~(BIT(ACTIVE) | BIT(WRITER));
    writeRecord(ACTIVE, WRITER, WritePromote, newEpoch, keySet)
  :: effect == cancel -> writeRecord(ACTIVE, 0, Interrupted, newEpoch, look.record.older)
  :: effect == replace ->
    /* The new target may be an older reader already; it then stays one. */
    writeRecord(ACTIVE, look.wish, ReadOnlyDeploy, newEpoch, look.record.older)
  :: effect == reverse ->
    writeRecord(TARGET, ACTIVE, WritePromote, newEpoch, look.record.older)
  :: effect == addReaders ->
    /* A replaced target leaves in the same write; nothing leaves once committed. */
    keySet = RECORDED | BIT(WRITER) | (COMMITTED -> look.live.keys : 0);
    writeConfiguration(WRITER, keySet)
  :: effect == dropCancelled ->
    keySet = RECORDED | BIT(WRITER);
    writeConfiguration(WRITER, keySet)
  :: effect == promote ->
    keySet = look.live.keys | RECORDED;
    writeConfiguration(TARGET, keySet)
  :: effect == stamp ->
    check(P_S6, look.live.ordinal > template.ordinal);
    rememberOldReplicaSet();
    copyConfiguration(template, look.live)
  :: effect == withdraw -> withdrawSuperseded()
  :: effect == commit ->
#ifdef NO_COMMIT_POINT
    writeRecord(ACTIVE, TARGET, Migrating, look.record.epoch, look.record.older)
#else
    writeRecord(ACTIVE, TARGET, WritePromote, look.record.epoch, look.record.older)
#endif
  :: effect == startMigrating ->
    writeRecord(ACTIVE, TARGET, Migrating, look.record.epoch, look.record.older)
  :: effect == voidEpoch ->
    writeRecord(ACTIVE, TARGET, WritePromote, newEpoch, look.record.older)
  :: effect == migrate ->
    /* S9, for a migration that may become evidence: one whose write lands under a superseded
       ordinal, or after the record went on, proves nothing and is not counted (P6). */
    check(P_S9, look.live.ordinal != live.ordinal || look.record.epoch != record.epoch
      || !(SOME_SERVER_WRITES & ~(BIT(TARGET))));
    migration.state = Running;
    migration.ordinal = look.live.ordinal;
    migration.done = 0;
#if HANDS
    migration.continuous = ((byOutdatedLook && (frozen & K_REPLICASETS) && replicaSetsMoved) -> 0 : 1);
#endif
    migrationMoved = ((frozen & K_MIGRATION) -> 1 : 0)
  :: effect == finish -> writeRecord(TARGET, 0, Completed, look.record.epoch, 0)
  :: effect == start ->
    keySet = MAY_LEAVE;
#ifdef NO_READ_STAGE
    writeRecord(ACTIVE, look.wish, WritePromote, newEpoch, keySet)
#else
    writeRecord(ACTIVE, look.wish, ReadOnlyDeploy, newEpoch, keySet)
#endif
  :: effect == reencrypt ->
    keySet = MAY_LEAVE;
    writeRecord(ACTIVE, ACTIVE, WritePromote, newEpoch, keySet)
  :: effect == retire -> writeRecord(ACTIVE, 0, Retired, look.record.epoch, 0)
  :: effect == drop ->
    keySet = BIT(ACTIVE);
    writeConfiguration(ACTIVE, keySet)
#ifdef RETIRED_KEYS
    ; retired = retired | removed
#endif
  fi
}
