package dev.baton.lab.peers;

import java.util.List;
import java.util.Locale;

/** The prose of the page. */
final class PeersText {
    /** The faults for which two leaders are looked for on the page. */
    static final List<PeerFault> JUDGED = List.of(PeerFault.FREEZE, PeerFault.CUT, PeerFault.CLOCK);

    static final String TAKEOVERS = """
            The median of the rounds, and the longest in parentheses. The time runs from before the signal, from the end of
            the cut, or from before the call that releases, until the reading with which the next process found that it
            leads. A frozen process gets SIGSTOP. Of a process that is cut off, no packet arrives and no connection is
            closed. Most systems wait for a lease or session here, so that the time follows from the setting below, and a
            shorter one is faster everywhere.
            """;

    static final String OVERLAPS = """
            Every process asks its system every 2 ms whether it leads, and records the times before and after each answer. Foreign
            programs are asked every 10 ms.
            Two leaders were seen if an earlier leader still led at a reading that began after a later leader was announced.
            This is the rule of the checker of `./baton lab nemesis`. The time is the longest for which it was seen. A leader
            is frozen until another one leads and for 2 s more. It is cut off for as long, and then both are watched for 5 s.
            The clock of one standby is an hour ahead for 30 s, by libfaketime; its monotonic clock stays right. A short time
            after a thaw means that a process learns of its loss by a message or a timer. A leader that freezes between its
            check and its write is not seen here, and no lock prevents that ([Guarantees](guarantees.md#limits)).
            """;

    static final String COST = """
            Requests are TCP segments with data that the three processes send, as the kernel counts them (`ss`). A request
            and its parts that are sent together are one. Threads are those beyond the threads of a JVM that does nothing;
            for other programs all of them. Files and Unix-domain sockets do not count. Three connections of etcd as such are
            those over which it is asked for its leader; they are silent here.
            """;

    private PeersText() {}

    static String introduction(RunFacts facts) {
        return String.format(
                Locale.ROOT,
                """
                # Baton beside other systems

                This page is generated: `./baton lab peers --write FILE`. It shows Baton on each store beside
                what you could pick instead, from one run on one machine. Each system runs alone, as three processes with one
                election. Read the settings in the last table before you compare two rows.

                - %s, %s; %s.
                - Rounds of each fault: %d, and one clock step. Idle processes were measured for %d s. Load average of the machine
                  before: %.1f, at the end: %.1f. If it is above the number of cores, the times contain waiting for a core, and
                  short ones say little.
                - The server of a store is alone and on the same machine. PostgreSQL, ZooKeeper and a real Kubernetes API server do
                  not sync their commits here; the others do what they do by default. Faults of servers are not part of this
                  page.
                """,
                facts.date(),
                facts.machine(),
                facts.java(),
                facts.rounds(),
                facts.idleSeconds(),
                facts.loadBefore(),
                facts.loadNow());
    }
}
