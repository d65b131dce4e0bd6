/*
 * Looks. The controller decides on a look and its effect carries a precondition (P5). An ordinary
 * look is taken and acted upon at one moment. Beside it there may be one outdated look: some kinds
 * of objects were read earlier (frozen), the others are read when it acts. It stands for an
 * informer cache, for a look whose reads lie apart, for a write that lands late and for a second
 * controller. Frozen kinds that form a beginning of the reading order (section 3) are a fresh look
 * that was torn or whose write lands late; any other frozen kind makes the look cached.
 */
#define K_WISH 1
#define K_RECORD 2
#define K_LIVE 4
#define K_TEMPLATE 8
#define K_MIGRATION 16
#define K_REPLICASETS 32
#define K_PODS 64
#define K_ALL 127
/* Reading order of a fresh look; the wish is read before the record. */
#define NEXT_KIND (frozen + 1)

typedef Look {
  byte wish;
  Record record;
  Configuration live;
  bit superseded;
#if HANDS
  byte reachable;       /* keys that every superseded configuration within reach lists */
#endif
  byte templateOrdinal;
  byte templateKeys;
  mtype : attempt migrationState;
  byte migrationOrdinal;
  bit continuous;
  byte convergedOn;     /* ordinal that exactly the wanted pods, all ready, carry; 0: none */
  byte podsRead;        /* keys that every pod in sight lists */
  byte podsNewest;      /* newest ordinal of a pod */
  bit settled           /* nothing sealed by an ended server can still land (P14) */
}

Look view;              /* frozen kinds only; all else is zero */
byte frozen;            /* kinds that view holds; 0: there is no outdated look */
bit viewIsFresh;
bit recordMoved;        /* written since it was frozen: the resourceVersion precondition fails */
bit liveMoved;
bit migrationMoved;
#if HANDS
bit replicaSetsMoved;
#endif

SCRATCH Look look;       /* scratch: the look that is decided on */
SCRATCH byte lookIsFresh;
SCRATCH byte podsNewest;
SCRATCH byte podsOldest;
SCRATCH byte podsRead;
SCRATCH byte podsInSight;
SCRATCH byte i;
SCRATCH byte j;

#ifdef TERMINATING_IGNORED
#define IN_SIGHT(i) COUNTS(i)
#else
#define IN_SIGHT(i) IS_THERE(i)
#endif

inline listPods() {
  podsInSight = 0; podsNewest = 0; podsOldest = 255; podsRead = ALL_KEYS; i = 0;
  do
  :: i == SLOTS -> break
  :: else ->
    if
    :: IN_SIGHT(i) ->
      podsInSight++;
      podsRead = podsRead & server[i].keys;
      podsNewest = (server[i].ordinal > podsNewest -> server[i].ordinal : podsNewest);
      podsOldest = (server[i].ordinal < podsOldest -> server[i].ordinal : podsOldest)
    :: else
    fi;
    i++
  od;
  i = 0
}

/* Converged (section 6), apart from the template, which is read on its own. */
#define CONVERGED_ON \
  ((podsInSight == REPLICAS && READY_PODS == REPLICAS && podsNewest == podsOldest) -> podsNewest : 0)

#define OLD_LISTS(n) (old[n].ordinal != 0 -> old[n].keys : ALL_KEYS)

#define FROM(kind, outdated, current) ((byView && (frozen & (kind))) -> outdated : current)

/* Needs listPods() of this moment. */
inline takeLook(byView) {
  lookIsFresh = (byView -> viewIsFresh : 1);
  look.wish = FROM(K_WISH, view.wish, wish);
  look.record.activeKey = FROM(K_RECORD, view.record.activeKey, record.activeKey);
  look.record.targetKey = FROM(K_RECORD, view.record.targetKey, record.targetKey);
  look.record.state = FROM(K_RECORD, view.record.state, record.state);
  look.record.epoch = FROM(K_RECORD, view.record.epoch, record.epoch);
  look.record.older = FROM(K_RECORD, view.record.older, record.older);
  look.live.ordinal = FROM(K_LIVE, view.live.ordinal, live.ordinal);
  look.live.writer = FROM(K_LIVE, view.live.writer, live.writer);
  look.live.keys = FROM(K_LIVE, view.live.keys, live.keys);
  look.superseded = FROM(K_LIVE, view.superseded, superseded);
#if HANDS
  look.reachable = FROM(K_LIVE, view.reachable, (OLD_LISTS(0) & OLD_LISTS(1) & OLD_LISTS(2) & OLD_LISTS(3)));
#endif
  look.templateOrdinal = FROM(K_TEMPLATE, view.templateOrdinal, template.ordinal);
  look.templateKeys = FROM(K_TEMPLATE, view.templateKeys, template.keys);
  look.migrationState = FROM(K_MIGRATION, view.migrationState, migration.state);
  look.migrationOrdinal = FROM(K_MIGRATION, view.migrationOrdinal, migration.ordinal);
  look.convergedOn = FROM(K_PODS, view.convergedOn, CONVERGED_ON);
  look.podsRead = FROM(K_PODS, view.podsRead, podsRead);
  look.podsNewest = FROM(K_PODS, view.podsNewest, podsNewest);
  look.settled = FROM(K_PODS, view.settled, (flight == 0));
  /* The token on the migration against the ReplicaSets: unequal only where a difference shows. */
#if HANDS
  look.continuous = FROM(K_MIGRATION, view.continuous, migration.continuous);
  if
  :: byView && (frozen & K_MIGRATION) && !(frozen & K_REPLICASETS) && replicaSetsMoved ->
    look.continuous = 0
  :: byView && (frozen & K_REPLICASETS) && !(frozen & K_MIGRATION) ->
    look.continuous = (migrationMoved -> 1 : view.continuous)
  :: else
  fi
#else
  look.continuous = 1
#endif
}

/* Reads these kinds now, for a look that is acted upon later. */
inline read(kinds_) {
  listPods();
  takeLook(0);
#if HANDS
  if
  :: (kinds_) == K_REPLICASETS && (frozen & K_MIGRATION) ->
    view.continuous = view.continuous && !replicaSetsMoved; replicaSetsMoved = 0
  :: (kinds_) & (K_MIGRATION | K_REPLICASETS) -> view.continuous = look.continuous
  :: else
  fi;
#endif
  if :: (kinds_) & K_WISH -> view.wish = look.wish :: else fi;
  if :: (kinds_) & K_RECORD -> copyRecord(view.record, look.record) :: else fi;
  if
  :: (kinds_) & K_LIVE ->
#if HANDS
    view.reachable = look.reachable;
#endif
    copyConfiguration(view.live, look.live); view.superseded = look.superseded
  :: else
  fi;
  if
  :: (kinds_) & K_TEMPLATE ->
    view.templateOrdinal = look.templateOrdinal; view.templateKeys = look.templateKeys
  :: else
  fi;
  if
  :: (kinds_) & K_MIGRATION ->
    view.migrationState = look.migrationState; view.migrationOrdinal = look.migrationOrdinal
  :: else
  fi;
  if
  :: (kinds_) & K_PODS ->
    view.convergedOn = look.convergedOn; view.podsRead = look.podsRead;
    view.podsNewest = look.podsNewest; view.settled = look.settled
  :: else
  fi;
  frozen = frozen | (kinds_)      /* last: kinds_ may be an expression over it */
}

inline thaw() {
  frozen = 0; viewIsFresh = 0; recordMoved = 0; liveMoved = 0; migrationMoved = 0;
#if HANDS
  replicaSetsMoved = 0; view.reachable = 0;
#endif
  view.wish = 0;
  view.record.activeKey = 0; view.record.targetKey = 0; view.record.state = 0;
  view.record.epoch = 0; view.record.older = 0;
  view.live.ordinal = 0; view.live.writer = 0; view.live.keys = 0; view.superseded = 0;
  view.templateOrdinal = 0; view.templateKeys = 0;
  view.migrationState = 0; view.migrationOrdinal = 0; view.continuous = 0;
  view.convergedOn = 0; view.podsRead = 0; view.podsNewest = 0; view.settled = 0
}
