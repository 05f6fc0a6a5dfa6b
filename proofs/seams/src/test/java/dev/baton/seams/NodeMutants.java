package dev.baton.seams;

import java.util.List;

/** Bugs planted in the job controller. */
final class NodeMutants {
    private static final String DATABASE = "dev.baton.node.database.SqliteJobDatabaseTest";
    private static final String SERVER = "dev.baton.node.http.NodeHttpServerTest";
    private static final String OPERATION = "dev.baton.node.http.NodeOperationTest";
    private static final String LIFETIME = "dev.baton.node.database.SqliteJobLifetimeTest";
    private static final String AGENT = "dev.baton.node.agent.JobAgentTest";
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
                    node("database/TermWriter", "lease.jobEpoch() != jobEpoch || !JobRules", "!JobRules"),
                    DATABASE,
                    "renewalWithAnotherJobEpochIsStale"),
            new SeamMutant(
                    "NODE_RETURNED_LEASE_USES_AN_ATTEMPT",
                    "an attempt that was interrupted from outside counts",
                    node(RULES, "Math.max(0, job.attempt() - 1)", "job.attempt()"),
                    LIFETIME,
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
                    "dev.baton.node.control.WriteHealthTest",
                    "leaderWhoseWriteFailedIsNotReadyAlthoughTheDatabaseCanBeRead"),
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
                    "samePidOnAHostOfTheSameNameProvesNothing"),
            new SeamMutant(
                    "NODE_OWN_KILL_IS_A_RESULT",
                    "a command that the agent has ended is reported as failed",
                    node(
                            "agent/JobExecution",
                            "return isInterrupted() ? new Interrupted() : new Lost();",
                            "return new Finished(143, tail.soFar());"),
                    AGENT,
                    "stoppedAgentGivesItsJobBackWithoutUsingAnAttempt"),
            new SeamMutant(
                    "NODE_LISTS_WITH_PAYLOADS",
                    "a list has the payloads and outputs that nobody asked for",
                    node("http/JobJson", "if (!include.contains(part)) {", "if (include.size() > 2) {"),
                    "dev.baton.node.http.StoredJobsTest",
                    "everyAcceptedJobIsReadBackThroughEveryEndpoint(java.lang.String)"),
            new SeamMutant(
                    "NODE_LIVE_JOBS_REMOVED",
                    "the retention removes jobs that have not ended",
                    node(
                            "database/RetentionTables",
                            "WHERE state NOT IN ('queued', 'leased') AND updated_ms",
                            "WHERE updated_ms"),
                    LIFETIME,
                    "oldJobsAndEventsAreRemovedInBatchesButNothingThatIsNeeded"),
            new SeamMutant(
                    "NODE_WAITING_AGENTS_UNLIMITED",
                    "an agent beyond the limit gets an empty answer at once instead of 429",
                    node(
                            "http/AgentRoutes",
                            "granted.isEmpty() && !mayWait && !wait.isZero()",
                            "granted.isEmpty() && !mayWait && wait.isZero()"),
                    "dev.baton.node.http.AgentRequestsTest",
                    "agentsBeyondTheLimitAreToldToReturnLaterButGetJobs"),
            new SeamMutant(
                    "NODE_RENEWAL_IS_NO_CONTACT",
                    "last_seen does not move while an agent runs a job",
                    node(
                            "database/TermWriter",
                            "            AgentTable.recordSeen(sql, lease.agent(), Optional.empty(), epoch);\n            JobLease current",
                            "            JobLease current"),
                    LIFETIME,
                    "agentIsSeenWithEveryContact"),
            new SeamMutant(
                    "NODE_CANCELLED_DRAIN_GOES_ON",
                    "a leader whose drain was cancelled accepts no jobs",
                    node("http/DrainRoutes", "                controller.undrain();\n", ""),
                    OPERATION,
                    "laterDrainRequestChangesTheDrainAndACancelledOneLetsTheNodeLead"),
            new SeamMutant(
                    "NODE_FOREIGN_HOST_ACCEPTED",
                    "a web page can make its own host name resolve to a node on a loopback address",
                    node(
                            "http/NodeAccess",
                            "if (!host.accepts(sender.host())) {",
                            "if (sender.host() != null && sender.host().isEmpty()) {"),
                    "dev.baton.node.http.NodeAccessTest",
                    "nodeOnLoopbackRefusesForeignHostNames"),
            new SeamMutant(
                    "NODE_TOKEN_READ_ONCE",
                    "a token that was replaced stays valid",
                    List.of(new SourceEdit(
                            "apps/http",
                            "dev/baton/http/TokenFile.java",
                            "if (!found.equals(version)) {",
                            "if (version.isEmpty()) {")),
                    "dev.baton.http.TokenFileTest",
                    "replacedTokenIsUsedWithoutARestart"),
            new SeamMutant(
                    "NODE_HEAD_WITHOUT_THE_ROUTE",
                    "HEAD is answered with 200 where GET is answered with 503",
                    List.of(new SourceEdit(
                            "apps/http",
                            "dev/baton/http/HttpServers.java",
                            "                jetty.insertHandler(new HeadRequests());\n",
                            "")),
                    "dev.baton.node.http.NodeProbesTest",
                    "headIsAnsweredAsGetInEveryRole"),
            new SeamMutant(
                    "NODE_STANDBY_IGNORES_ITS_LEADER",
                    "a standby is ready although the leader cannot store jobs",
                    node("http/LeaderReadiness", "head.statusCode() == 503", "head.statusCode() == 504"),
                    "dev.baton.node.http.NodeProbesTest",
                    "standbyIsNotReadyWhileTheLeaderCannotStoreAJob"),
            new SeamMutant(
                    "NODE_DROPPED_OUTPUT_IS_SILENT",
                    "a command that follows a job loses output without a word",
                    List.of(new SourceEdit(
                            "apps/cli",
                            "dev/baton/cli/FollowedOutput.java",
                            "total - before - fresh, new String",
                            "0, new String")),
                    "dev.baton.cli.FollowedOutputTest",
                    "outputThatWasDroppedBetweenTwoReadsIsCounted"));

    private NodeMutants() {}

    private static List<SourceEdit> node(String source, String original, String replacement) {
        return List.of(new SourceEdit("apps/node", "dev/baton/node/" + source + ".java", original, replacement));
    }
}
