package dev.baton.seams;

import java.util.List;

/** Bugs planted in the lease backend. */
final class LeaseMutants {
    private static final String SQLITE = "dev.baton.lease.SqliteBackendContractTest";
    private static final String ONE_FILE = "dev.baton.lease.OneFileTest";
    private static final String OPENER = "dev/baton/store/SqliteOpener.java";
    private static final String FILES = "dev/baton/store/SqliteFiles.java";

    static final List<SeamMutant> ALL = List.of(
            new SeamMutant(
                    "LEASE_ACQUISITION_COUNTS_FROM_THE_REPLY",
                    "a new validity counts from after the write",
                    lease("LeaseAcquisition", """
                                    ClockReading before = context.clock().now();
                                    if (!(context.store().applyAndNotify(writes) instanceof BatchOutcome.Applied applied)) {
                                        return Optional.empty();
                                    }
                            """, """
                                    if (!(context.store().applyAndNotify(writes) instanceof BatchOutcome.Applied applied)) {
                                        return Optional.empty();
                                    }
                                    ClockReading before = context.clock().now();
                            """),
                    SQLITE,
                    "validityCountsFromBeforeTheStoreIsTouched"),
            new SeamMutant(
                    "LEASE_RENEWAL_COUNTS_FROM_THE_REPLY",
                    "a renewed validity counts from after the write",
                    lease("LeaseRenewal", """
                                    ClockReading before = context.clock().now();
                                    Map<String, Long> touched = context.store().touchAll(RecordKeys.LEASE, versions);
                            """, """
                                    Map<String, Long> touched = context.store().touchAll(RecordKeys.LEASE, versions);
                                    ClockReading before = context.clock().now();
                            """),
                    SQLITE,
                    "validityCountsFromBeforeTheStoreIsTouched"),
            new SeamMutant(
                    "LEASE_RENEWAL_IGNORES_THE_ROW",
                    "a renewal that touched no row counts",
                    lease(
                            "LeaseRenewal",
                            "version == null ? restore(election, held)",
                            "version == null ? renewed(election, held, held.version(), before)"),
                    SQLITE,
                    "ownRecordWithAnotherEpochIsNotRenewed"),
            new SeamMutant(
                    "LEASE_TENURE_OF_ANY_EPOCH",
                    "a leader restores its own record over another epoch",
                    lease(
                            "LeaseRecord",
                            "epoch == other.epoch && isOfSameCandidate(other)",
                            "isOfSameCandidate(other)"),
                    SQLITE,
                    "ownRecordWithAnotherEpochIsNotRenewed"),
            new SeamMutant(
                    "LEASE_CLAIM_OF_ANY_EPOCH",
                    "a claim matches by owner alone",
                    lease("HeldLeases", "held.lease().epoch() == claim.epoch()\n                        && ", ""),
                    SQLITE,
                    "renewalMatchesOwnerAndEpoch"),
            new SeamMutant(
                    "LEASE_CLAIM_OF_ANY_OWNER",
                    "a claim matches by epoch alone",
                    lease(
                            "HeldLeases",
                            "\n                        && held.lease().holder().equals(claim.instanceId())",
                            ""),
                    SQLITE,
                    "renewalMatchesOwnerAndEpoch"),
            new SeamMutant(
                    "LEASE_FLOOR_IGNORED",
                    "an epoch may be one that a candidate has seen",
                    lease("LeaseAcquisition", "Math.max(floor, snapshot.highestEpoch())", "snapshot.highestEpoch()"),
                    SQLITE,
                    "epochsGrowPastTheHighestKnownToACandidate"),
            new SeamMutant(
                    "LEASE_TTL_IGNORED",
                    "a standby does not wait for the end of a lease",
                    lease("LeaseDecision", "if (unchangedFor.compareTo(ttl) >= 0) {", "if (!ttl.isZero()) {"),
                    "dev.baton.lease.ClockStepTest",
                    "newStandbyObservesForAWholeTtlHoweverOldTheRecordLooks"),
            new SeamMutant(
                    "LEASE_UNKNOWN_IS_DEAD",
                    "a process without evidence counts as ended",
                    lease(
                            "LeaseContext",
                            "evidence.hasEnded(other).isProof()",
                            "evidence.hasEnded(other) != dev.baton.support.process.Evidence.NO"),
                    "dev.baton.lease.PostgresFaultContractTest",
                    "leaderInOtherNamespacesIsNotTakenForDead"),
            new SeamMutant(
                    "LEASE_IN_A_LOG_OF_ITS_OWN",
                    "a lease is in a write-ahead log, which can be deleted under a leader",
                    List.of(
                            edit(
                                    "backends/lease",
                                    "dev/baton/lease/LeaseBackend.java",
                                    "settings.with(SqliteJournal.ROLLBACK)",
                                    "settings.with(SqliteJournal.LOG)"),
                            edit("store", OPENER, "        requireSharedLog();\n", ""),
                            edit(
                                    "store",
                                    "dev/baton/store/SqliteFiles.java",
                                    "return new SqliteFiles(id(real), id(beside(real, \"-wal\")), id(beside(real, \"-shm\")));",
                                    "return new SqliteFiles(id(real), id(real), id(real));")),
                    ONE_FILE,
                    "deletingTheFilesBesideItUnderALeaderMakesNoSecondOne"),
            new SeamMutant(
                    "LEASE_IN_A_LOG",
                    "a lease is in a write-ahead log",
                    lease("LeaseBackend", "settings.with(SqliteJournal.ROLLBACK)", "settings.with(SqliteJournal.LOG)"),
                    ONE_FILE,
                    "leaseOfALeaderIsInTheFileItself"),
            new SeamMutant(
                    "LEASE_UNDER_TWO_NAMES",
                    "a lease file may have several names",
                    List.of(edit("store", FILES, "main.get().links() > 1", "main.get().links() > 99")),
                    ONE_FILE,
                    "hardLinkUnderALeaderEndsItsLeadershipInsteadOfMakingASecondOne"),
            new SeamMutant(
                    "LEASE_IN_TWO_PLACES",
                    "a lease file may be a mount point",
                    List.of(edit(
                            "store", FILES, " && MountPoints.isMountPoint(realOrSame(file))", " && file.equals(null)")),
                    ONE_FILE,
                    "fileOfALeaderThatIsMountedIntoAnotherFolderIsRefusedThere"),
            new SeamMutant(
                    "LEASE_EDITED_TTL_TRUSTED",
                    "a ttl that was edited in the lease shortens the wait",
                    lease("LeaseDecision", "snapshot.ttl().orElse(wanted.ttl())", "holder.orElse(wanted).ttl()"),
                    "dev.baton.lease.LeaseDecisionTest",
                    "editedTtlDoesNotShortenTheWait"),
            new SeamMutant(
                    "LEASE_EARLIER_TENURE_TRUSTED",
                    "an old copy of the lease counts although a later tenure has begun",
                    lease("ElectionSnapshot", "lease.epoch() >= last", "last >= 0"),
                    "dev.baton.lease.LeaseDecisionTest",
                    "leaseOfAnEarlierTenureIsNotTakenFromALiveLeader"),
            new SeamMutant(
                    "LEASE_COMMAND_UNSEEN",
                    "a candidate does not wait for the command of the tenure before",
                    lease(
                            "LeaseContender",
                            "recorded.epoch(), Optional.of(recorded.command()))",
                            "recorded.epoch(), Optional.empty())"),
                    SQLITE,
                    "commandDelaysItsSuccessorAfterARelease"),
            new SeamMutant(
                    "LEASE_EPOCH_OVERFLOWS",
                    "epochs have no limit",
                    lease("LeaseAcquisition", "if (highest == Long.MAX_VALUE) {", "if (highest < 0) {"),
                    "dev.baton.lease.CommandRecordsTest",
                    "epochRefusesToOverflowAndChangesNothing"));

    private LeaseMutants() {}

    private static List<SourceEdit> lease(String source, String original, String replacement) {
        return List.of(edit("backends/lease", "dev/baton/lease/" + source + ".java", original, replacement));
    }

    private static SourceEdit edit(String module, String source, String original, String replacement) {
        return new SourceEdit(module, source, original, replacement);
    }
}
