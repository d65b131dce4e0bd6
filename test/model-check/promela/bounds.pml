/* Bounds and switches. Each can be set with -D on the command line of spin. */

#ifndef REPLICAS
#define REPLICAS 2      /* wanted servers, 2 or 3; one more may run while a rollout surges */
#endif
#ifndef LINGERING
#define LINGERING 0     /* terminating servers for which a rollout does not wait, 0 or 1 */
#endif
#ifndef OBJECTS
#define OBJECTS 1       /* stored objects of the one resource, 1 or 2 */
#endif
#ifndef SPEC_CHANGES
#define SPEC_CHANGES 2  /* how often the wish may change */
#endif
#ifndef FAULTS
#define FAULTS 1        /* evicted or restarted servers and failed migrations, together */
#endif
#ifndef STALE
#define STALE 1         /* how many outdated looks may be taken, one at a time */
#endif
#ifndef HANDS
#define HANDS 0         /* how often somebody scales an old ReplicaSet up by hand (class B) */
#endif
#ifndef LOST
#define LOST 0          /* how often the live configuration is deleted */
#endif
#ifndef RESTORED
#define RESTORED 0      /* how often an older record comes back */
#endif
#ifndef START_READER
#define START_READER 0  /* 1: C is a reader that was live before keyroll came */
#endif

/* Which properties are asserted: a sum of these. */
#define P_S1 1
#define P_S2 2
#define P_S3 4
#define P_S4 8
#define P_S5 16
#define P_S6 32
#define P_S7 64
#define P_S8 128
#define P_S9 256
#define P_L1 512
#define P_L2 1024
#define P_R1 2048       /* needs -DRETIRED_KEYS, which remembers the keys that have left */
#ifndef PROPERTIES
#define PROPERTIES 4095
#endif

#define SLOTS (REPLICAS + 1 + LINGERING)
#define OLD_SLOTS 4     /* old ReplicaSets that are remembered when HANDS > 0 */

/*
 * Amendments: the model follows the design as it is written; each of these changes one place, and
 * README.md says why. -DAMENDED switches all of them on.
 */
#ifdef AMENDED
#define FRESH_WISH             /* rows that act on the wish need a fresh look */
#define ANNOUNCED_DROP         /* a record write announces the drop of Retiring */
#define READ_TWICE             /* a fresh look ends by reading record and configuration again */
#define CREATE_BY_COPY         /* a lost configuration keeps the writer of its newest copy */
#define REACH_COUNTS           /* a new writer is listed by all that a pod could be started on */
#endif

/* Scratch variables are no part of a state. A breadth-first search cannot hide them (-DSHOWN). */
#ifdef SHOWN
#define SCRATCH
#else
#define SCRATCH hidden
#endif
