/* The cluster: what is stored in the API, which servers run, what lies in etcd. */

/* Keys. A set of keys is a sum of bits; no key is 0, its bit is 0. */
#define A 1
#define B 2
#define C 3
#define BIT(key) ((1 << (key)) >> 1)
#define ALL_KEYS 7
#define LOWEST(keys) (((keys) & 1) -> A : (((keys) & 2) -> B : (((keys) & 4) -> C : 0)))

/* Ordinals (epoch, step) in one byte: compare as numbers. 0: none. */
#define EPOCH(ordinal) ((ordinal) / 8)
#define FIRST(epoch) ((epoch) * 8 + 1)

typedef Configuration {
  byte ordinal;
  byte writer;
  byte keys             /* the writer and all readers */
}

/* The newest entry of the history. Retired: completed, and its old keys may leave. */
mtype : stage = { Completed, Retired, Interrupted, ReadOnlyDeploy, WritePromote, Migrating }

typedef Record {
  byte activeKey;
  byte targetKey;
  mtype : stage state;
  byte epoch;
  byte older            /* readers that were live when the chain of epochs began */
}

mtype : attempt = { NotCreated, Running, Succeeded, Failed }

typedef Migration {
  mtype : attempt state;
  byte ordinal;
  byte done;            /* bit per object: rewritten or changed since this attempt began */
  bit continuous        /* the continuity token stamped on it still holds (section 6) */
}

/* A server holds for ever the configuration that it loaded at its start (P15, immutable). */
#define Gone 0
#define Starting 1
#define Ready 2
#define Terminating 3

typedef Server {
  byte life;
  byte ordinal;
  byte writer;
  byte keys
}

byte wish = A;
Record record;
Configuration live;     /* the configuration stored now; ordinal 0: lost */
bit superseded;         /* an older configuration is still within the pods' reach */
Configuration template; /* what the next pod loads */
Migration migration;
Server server[SLOTS];
byte stored[OBJECTS];   /* the key that each object lies under in etcd */
byte flight;            /* key of a write that an ended server sealed and that may still land */
#if HANDS
Configuration old[OLD_SLOTS]; /* what old ReplicaSets would load, newest last */
#endif
#if LOST
Configuration kept;     /* the newest copy, out of the pods' reach (P9) */
#endif
#if RESTORED
Record backup;          /* an older record; epoch 0: none was taken */
byte restores = RESTORED;
bit unread;              /* the record is one that came back: keyroll has not written it yet */
#endif

#ifdef RETIRED_KEYS
byte retired;           /* keys that a drop of Retiring removed and that nobody wished for since */
#endif

byte wishes = SPEC_CHANGES;
byte faults = FAULTS;
byte freezes = STALE;
#if HANDS
byte hands = HANDS;
#endif
#if LOST
byte losses = LOST;
bit templateLost;        /* what the template names was deleted: no pod can start on it again */
#endif

inline copyConfiguration(to, from) {
  to.ordinal = from.ordinal; to.writer = from.writer; to.keys = from.keys
}
inline copyRecord(to, from) {
  to.activeKey = from.activeKey; to.targetKey = from.targetKey; to.state = from.state;
  to.epoch = from.epoch; to.older = from.older
}

/* Sums over all servers and objects, without loops. */
#if SLOTS == 3
#define OVER_SERVERS(f, op) (f(0) op f(1) op f(2))
#elif SLOTS == 4
#define OVER_SERVERS(f, op) (f(0) op f(1) op f(2) op f(3))
#elif SLOTS == 5
#define OVER_SERVERS(f, op) (f(0) op f(1) op f(2) op f(3) op f(4))
#else
#error "REPLICAS must be 2 or 3, LINGERING 0 or 1"
#endif
#if OBJECTS == 1
#define OVER_OBJECTS(f, op) (f(0))
#elif OBJECTS == 2
#define OVER_OBJECTS(f, op) (f(0) op f(1))
#else
#error "OBJECTS must be 1 or 2"
#endif

#define SERVES(i) (server[i].life >= Ready)   /* ready or terminating: takes requests */
#define COUNTS(i) (server[i].life == Starting || server[i].life == Ready)
#define IS_READY(i) (server[i].life == Ready)
#define IS_OLD(i) (COUNTS(i) && server[i].ordinal != template.ordinal)
#define IS_THERE(i) (server[i].life != Gone)
#define SERVER_READS(i) (SERVES(i) -> server[i].keys : ALL_KEYS)
#define SERVER_WRITES(i) (SERVES(i) -> BIT(server[i].writer) : 0)
#define OBJECT_KEY(j) BIT(stored[j])

#define PODS OVER_SERVERS(COUNTS, +)
#define READY_PODS OVER_SERVERS(IS_READY, +)
#define OLD_PODS OVER_SERVERS(IS_OLD, +)
#define EVERY_SERVER_READS OVER_SERVERS(SERVER_READS, &)
#define SOME_SERVER_WRITES OVER_SERVERS(SERVER_WRITES, |)
#define STORED_UNDER OVER_OBJECTS(OBJECT_KEY, |)
