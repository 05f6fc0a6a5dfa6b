package dev.baton.seams;

import java.util.List;

/** Bugs planted in the job controller. */
final class NodeMutants {
    private static final String DATABASE = "dev.baton.node.database.SqliteJobDatabaseTest";
    private static final String SERVER = "dev.baton.node.http.NodeHttpServerTest";
    private static final String OPERATION = "dev.baton.node.http.NodeOperationTest";
    private static final String RULES = "job/JobRules";
    private static final String CONTROLLER = "control/Controller";

    static final List<SeamMutant> ALL = List.of(
            new SeamMutant(
                    "NODE_LOST_LOCK_TAKES_THE_EPOCH_BACK",
                    "a term begins with the epoch of the lock although the database has a higher one",
                    node("database/JobDatabase", "Math.max(lockEpoch, known + 1)", "lockEpoch"),
                    DATABASE,
                    "leaderEpochIsTheLockEpochOrOneAboveTheHighestInTheStore"),
            new SeamMutant(
                    "NODE_LEASES_NOT_INHERITED",
                    "a new leader does not know the leases of the earlier one",
                    node(
                            "database/JobDatabase",
                            "new StartedTerm(term, LeaseTable.current(sql))",
                            "new StartedTerm(term, List.of())"),
                    DATABASE,
                    "newTermInheritsTheCurrentLeases"),
            new SeamMutant(
                    "NODE_RESULT_OF_AN_ENDED_LEASE",
                    "the result of an agent whose lease has expired is committed",
                    node(
                            RULES,
                            "? ResultCheck.REPEATED : ResultCheck.STALE",
                            "? ResultCheck.REPEATED : ResultCheck.ACCEPT"),
                    DATABASE,
                    "expiredLeaseQueuesItsJobWithTheNextEpoch"),
            new SeamMutant(
                    "NODE_RENEWAL_OF_ANY_EPOCH",
                    "a lease is renewed under another job_epoch",
                    node("database/TermWriter", "lease.get().jobEpoch() != jobEpoch || !JobRules", "!JobRules"),
                    DATABASE,
                    "renewalWithAnotherJobEpochIsStale"),
            new SeamMutant(
                    "NODE_RETURNED_LEASE_USES_AN_ATTEMPT",
                    "an attempt that was interrupted from outside counts",
                    node(RULES, "Math.max(0, job.attempt() - 1)", "job.attempt()"),
                    "dev.baton.node.database.SqliteJobLifetimeTest",
                    "leaseThatIsGivenBackQueuesItsJobWithoutUsingAnAttempt"),
            new SeamMutant(
                    "NODE_EXPECTED_EPOCH_IGNORED",
                    "a write that expects another leader_epoch is accepted",
                    node(CONTROLLER, "expectedEpoch.get() != term.epoch()", "expectedEpoch.get() < 0"),
                    SERVER,
                    "writeWithAnotherLeaderEpochIsRefused"),
            new SeamMutant(
                    "NODE_FENCED_LEADER_GOES_ON",
                    "a leader whose epoch the database has refused stays leader",
                    node(CONTROLLER, "            fenced(permit.leaderEpoch(), current);\n", ""),
                    SERVER,
                    "fencedLeaderReportsStaleEpochOnceAndThenIsStandby"),
            new SeamMutant(
                    "NODE_DRAINING_LEADER_ACCEPTS_JOBS",
                    "a leader that drains accepts new jobs and leases",
                    node(CONTROLLER, " || (draining && admission == Admission.LEADER_ONLY)", ""),
                    SERVER,
                    "drainingLeaderAcceptsOnlyRequestsAboutItsLeasesAndThoseItFound"),
            new SeamMutant(
                    "NODE_DRAINING_LEADER_NAMED",
                    "a leader that drains names itself to those whose writes it refuses",
                    node(CONTROLLER, "return self || drains", "return drains"),
                    OPERATION,
                    "drainingNodeDoesNotNameItselfAsTheLeader"),
            new SeamMutant(
                    "NODE_READY_WITHOUT_WRITES",
                    "a leader whose writes fail is ready",
                    node("control/WriteHealth", "leads && failing ?", "leads && failing && !reachable ?"),
                    OPERATION,
                    "nodeIsNotReadyWhileNoWriteSucceeds"),
            new SeamMutant(
                    "NODE_READ_TOKEN_WRITES",
                    "the token for reads allows writes",
                    node("http/NodeAccess", "if (token.isPresent() && !full) {", "if (token.isPresent() && !reads) {"),
                    "dev.baton.node.http.NodeAccessTest",
                    "readsOffLoopbackNeedAToken"),
            new SeamMutant(
                    "NODE_UNKNOWN_HOLDER_IS_ALIVE",
                    "a node is refused because of a process that may have ended",
                    node("supervisor/NodeIdHolder", "== Evidence.NO", "!= Evidence.YES"),
                    "dev.baton.node.supervisor.NodeIdHolderTest",
                    "samePidOnAHostOfTheSameNameProvesNothing"));

    private NodeMutants() {}

    private static List<SourceEdit> node(String source, String original, String replacement) {
        return List.of(new SourceEdit("apps/node", "dev/baton/node/" + source + ".java", original, replacement));
    }
}
