package dev.baton.seams;

import java.util.List;

/** Bugs planted in the PostgreSQL backend. */
final class PostgresMutants {
    private static final String POSTGRES = "dev.baton.postgres.NewestBackendContractTest";

    static final List<SeamMutant> ALL = List.of(
            new SeamMutant(
                    "POSTGRES_ACQUISITION_COUNTS_FROM_THE_REPLY",
                    "a new validity counts from the reply",
                    postgres("LockAttempts", """
                                    ClockReading countsFrom = clock.now();
                                    List<Optional<Long>> epochs = session.raise(raises);
                            """, """
                                    List<Optional<Long>> epochs = session.raise(raises);
                                    ClockReading countsFrom = clock.now();
                            """),
                    POSTGRES,
                    "validityCountsFromBeforeADelayedRequestAndReply"),
            new SeamMutant(
                    "POSTGRES_CHECK_COUNTS_FROM_THE_REPLY",
                    "the check of a new claim counts from its reply",
                    postgres("LockAttempts", """
                                        ClockReading countsFrom = clock.now();
                                        Map<String, EpochRow> rows =
                                                session.verify(all.stream().map(Pending::request).toList());
                            """, """
                                        Map<String, EpochRow> rows =
                                                session.verify(all.stream().map(Pending::request).toList());
                                        ClockReading countsFrom = clock.now();
                            """),
                    POSTGRES,
                    "validityCountsFromBeforeADelayedRequestAndReply"),
            new SeamMutant(
                    "POSTGRES_RENEWAL_COUNTS_FROM_THE_REPLY",
                    "a renewed validity counts from the reply",
                    postgres("PostgresRenewal", """
                                    ClockReading countsFrom = backend.store().clock().now();
                                    Map<String, EpochRow> rows = session.verify(elections);
                            """, """
                                    Map<String, EpochRow> rows = session.verify(elections);
                                    ClockReading countsFrom = backend.store().clock().now();
                            """),
                    POSTGRES,
                    "validityCountsFromBeforeADelayedRequestAndReply"),
            new SeamMutant(
                    "POSTGRES_RECOVERY_COUNTS_FROM_THE_REPLY",
                    "a recovered validity counts from the reply",
                    postgres("ClaimRecovery", """
                                    ClockReading countsFrom = backend.store().clock().now();
                                    EpochRow row = session.verify(List.of(claim.election())).get(claim.election());
                            """, """
                                    EpochRow row = session.verify(List.of(claim.election())).get(claim.election());
                                    ClockReading countsFrom = backend.store().clock().now();
                            """),
                    POSTGRES,
                    "validityCountsFromBeforeADelayedRequestAndReply"),
            new SeamMutant(
                    "POSTGRES_ROW_OF_ANY_LATER_EPOCH",
                    "a leader accepts a row with a later epoch",
                    postgres("EpochRow", "return epoch == claimEpoch && ", "return epoch >= claimEpoch && "),
                    POSTGRES,
                    "ownRecordWithAnotherEpochIsNotRenewed"),
            new SeamMutant(
                    "POSTGRES_RECOVERY_OF_ANY_LATER_EPOCH",
                    "a recovery accepts every epoch from its own on",
                    List.of(
                            edit(
                                    "backends/postgres",
                                    "dev/baton/postgres/EpochTable.java",
                                    "AND epoch = ? AND instance_id = ?\"\n            + \" AND (? = '' OR tenure = ?)",
                                    "AND epoch >= ? AND instance_id = ?\"\n            + \" AND (? = '' OR tenure = ? OR true)"),
                            edit(
                                    "backends/postgres",
                                    "dev/baton/postgres/EpochRow.java",
                                    "return epoch == claimEpoch && ",
                                    "return epoch >= claimEpoch && ")),
                    POSTGRES,
                    "ownRecordWithAnotherEpochIsNotReclaimed"),
            new SeamMutant(
                    "POSTGRES_CLAIM_OF_ANY_EPOCH",
                    "a claim matches by owner alone",
                    postgres("PostgresRenewal", "held.epoch() == claim.epoch()\n                        && ", ""),
                    POSTGRES,
                    "renewalMatchesOwnerAndEpoch"),
            new SeamMutant(
                    "POSTGRES_EPOCH_NOT_DURABLE",
                    "a claim does not wait until its epoch is durable",
                    postgres(
                            "SessionSettings",
                            "settings.put(\"synchronous_commit\", \"on\")",
                            "settings.put(\"synchronous_commit\", \"off\")"),
                    POSTGRES,
                    "epochsGrowOverACrashOfTheStore"),
            new SeamMutant(
                    "POSTGRES_FLOOR_IGNORED",
                    "an epoch may be one that a candidate has seen",
                    postgres(
                            "EpochTable",
                            "WHERE t.election = r.election), r.floor) + 1",
                            "WHERE t.election = r.election), 0) + 1"),
                    POSTGRES,
                    "epochsGrowPastTheHighestKnownToACandidate"),
            new SeamMutant(
                    "POSTGRES_LOCK_OF_ANY_CANDIDATE",
                    "a candidate uses the lock of another one of its process",
                    postgres(
                            "HeldLocks",
                            "return find(contender.election()).filter(held -> held.contender() == contender);",
                            "return find(contender.election());"),
                    POSTGRES,
                    "withdrawalOfAnotherCandidateKeepsTheClaim"),
            new SeamMutant(
                    "POSTGRES_RAISE_OF_ANY_ATTEMPT",
                    "an attempt takes the epoch of another one that was raised with it",
                    List.of(
                            edit(
                                    "backends/postgres",
                                    "dev/baton/postgres/EpochTable.java",
                                    "\" SELECT tenure, epoch, pg_backend_pid()",
                                    "\" SELECT election, epoch, pg_backend_pid()"),
                            edit(
                                    "backends/postgres",
                                    "dev/baton/postgres/EpochRaises.java",
                                    "epochs.get(raise.tenure())",
                                    "epochs.get(raise.election())")),
                    "dev.baton.postgres.EpochRaisesTest",
                    "ofTwoRaisesOfOneElectionOnlyOneHasTheEpoch(boolean)"),
            new SeamMutant(
                    "POSTGRES_COMMAND_UNSEEN",
                    "a candidate does not wait for the command of the tenure before",
                    postgres(
                            "PostgresContender",
                            "row.command().flatMap(RunningCommand::parse)",
                            "Optional.<RunningCommand>empty()"),
                    POSTGRES,
                    "commandDelaysItsSuccessorAfterARelease"),
            new SeamMutant(
                    "POSTGRES_FOREIGN_HOLDER_NOT_AWAITED",
                    "the end of a foreign holder wakes nobody",
                    postgres("LockAcquisition", "        backend.waiters().watchElection(contender, epoch);\n", ""),
                    "dev.baton.postgres.InteropTest",
                    "candidateWaitsForEveryForeignSession"),
            new SeamMutant(
                    "POSTGRES_FOREIGN_HOLDER_POLLED_FAST",
                    "each attempt sends six requests while a foreign session holds the lock",
                    postgres(
                            "LockAcquisition",
                            "contender.expectsFreeLock() || !contender.isForeignAfter(epoch)",
                            "contender.expectsFreeLock() || epoch >= 0"),
                    "dev.baton.postgres.ForeignHolderPollingTest",
                    "candidateThatWaitsForForeignHolderSendsOneRequestForEachAttempt(boolean)"),
            new SeamMutant(
                    "POSTGRES_DSN_IGNORED",
                    "keys do not select the database of PG_DSN",
                    List.of(edit(
                            "apps/cli",
                            "dev/baton/cli/StoreOptions.java",
                            "withKeys ? pgDsn(call.context()) : Optional.empty()",
                            "withKeys ? Optional.of(\"postgres://localhost:2/other\") : Optional.empty()")),
                    "dev.baton.cli.ElectionTargetTest",
                    "nameOfTwoKeysSelectsTheDatabaseOfPgDsn(java.lang.String)"));

    private PostgresMutants() {}

    private static List<SourceEdit> postgres(String source, String original, String replacement) {
        return List.of(edit("backends/postgres", "dev/baton/postgres/" + source + ".java", original, replacement));
    }

    private static SourceEdit edit(String module, String source, String original, String replacement) {
        return new SourceEdit(module, source, original, replacement);
    }
}
