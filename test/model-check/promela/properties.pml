/* The properties, as asserted after every move (and in perform.pml, where an effect lands). */

#define check(property, condition) assert(!(PROPERTIES & (property)) || (condition))

/* Goal (L1): the wish is done and nothing is left over. */
#define IS_GOAL_POD(i) \
  (server[i].life == Gone || (server[i].life == Ready && server[i].ordinal == live.ordinal))
#define GOAL (record.targetKey == 0 && record.activeKey == wish && record.older == 0 \
  && live.writer == wish && live.keys == BIT(wish) && template.ordinal == live.ordinal \
  && READY_PODS == REPLICAS && OVER_SERVERS(IS_GOAL_POD, &&) \
  && STORED_UNDER == BIT(wish) && flight == 0 && EPOCH(live.ordinal) <= record.epoch)

/* Neither the platform nor the migrator has anything to do. */
#define PLATFORM_RESTS (flight == 0 && migration.state != Running \
  && PODS == REPLICAS && READY_PODS == REPLICAS && OLD_PODS == 0 \
  && OVER_SERVERS(IS_THERE, +) == REPLICAS)

/* The only hold that may end a run: record and configuration are both lost (section 5). */
#define BOTH_LOST (live.ordinal == 0 && isRegressed)

#if RESTORED
#define IS_OWN_RECORD (!unread)
#else
#define IS_OWN_RECORD 1
#endif

inline checkState() {
  /* S1: every server that serves can read every stored object. */
  check(P_S1, !(STORED_UNDER & ~(EVERY_SERVER_READS)));
  /* S2: the live configuration can read every stored object (a lost one can read nothing). */
  check(P_S2, live.ordinal == 0 || !(STORED_UNDER & ~(live.keys)));
  /* S3: Completed means that every object lies under the active key. */
  check(P_S3, record.targetKey != 0
    || !(record.state == Completed || record.state == Retired) || !(IS_OWN_RECORD)
    || STORED_UNDER == BIT(record.activeKey) || START_READER);
  /* S4: what any server writes, every server can read. */
  check(P_S4, !(SOME_SERVER_WRITES & ~(EVERY_SERVER_READS)))
}

#define NOT_ABOVE_TEMPLATE(i) (server[i].ordinal <= template.ordinal)
/* S6: no pod is ahead of the template; a Gone slot counts as 0. */
#define PODS_FOLLOW OVER_SERVERS(NOT_ABOVE_TEMPLATE, &&)

/* Witnesses: what must be seen to happen, or the checks above check nothing. */
#define THREE_LOADED (SERVES(0) && SERVES(1) && SERVES(2) \
  && server[0].ordinal != server[1].ordinal && server[1].ordinal != server[2].ordinal \
  && server[0].ordinal != server[2].ordinal)
#ifdef WITNESS
#if WITNESS == 1
#define SEEN (GOAL && wish != A)
#elif WITNESS == 2
#define SEEN (effect == cancel)
#elif WITNESS == 3
#define SEEN (effect == replace)
#elif WITNESS == 4
#define SEEN (effect == reverse)
#elif WITNESS == 5
#define SEEN (effect == reencrypt)
#elif WITNESS == 6
#define SEEN (due == migrate && migration.state == Failed)
#elif WITNESS == 7
#define SEEN (record.state == WritePromote && live.writer == B \
  && server[SLOTS - 1].life == Terminating && server[SLOTS - 1].writer == A)
#elif WITNESS == 8
#define SEEN THREE_LOADED
#elif WITNESS == 9
#define SEEN isRefused
#elif WITNESS == 10
#define SEEN (effect == create)
#elif WITNESS == 11
#define SEEN (effect == rebuild)
#endif
#endif
