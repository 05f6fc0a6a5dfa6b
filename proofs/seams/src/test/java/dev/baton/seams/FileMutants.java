package dev.baton.seams;

import java.util.List;

/** Bugs planted in the file backend. */
final class FileMutants {
    private static final String FILE = "dev.baton.file.FileBackendContractTest";
    private static final String SECTION = "dev.baton.file.disk.CriticalSectionTest";

    static final List<SeamMutant> ALL = List.of(
            new SeamMutant(
                    "FILE_ACQUISITION_COUNTS_FROM_THE_LOCK",
                    "a new validity counts from after the lock",
                    file("FileAcquisition", """
                                    ClockReading countsFrom = context.clock().now();
                                    try (CriticalSection section = context.enter(contender.election(), context.timeout())) {
                            """, """
                                    try (CriticalSection section = context.enter(contender.election(), context.timeout())) {
                                        ClockReading countsFrom = context.clock().now();
                            """),
                    FILE,
                    "validityCountsFromBeforeTheStoreIsTouched"),
            new SeamMutant(
                    "FILE_RENEWAL_COUNTS_FROM_THE_LOCK",
                    "a renewed validity counts from after the lock",
                    file("FileRenewals", """
                                        ClockReading countsFrom = context.clock().now();
                                        try (CriticalSection section = context.enter(claim.election(), lockTimeout)) {
                            """, """
                                        try (CriticalSection section = context.enter(claim.election(), lockTimeout)) {
                                            ClockReading countsFrom = context.clock().now();
                            """),
                    FILE,
                    "validityCountsFromBeforeTheStoreIsTouched"),
            new SeamMutant(
                    "FILE_EPOCH_NOT_DURABLE",
                    "an epoch is not durable before its claim",
                    file("FileAcquisition", "            section.makeEpochDurable();\n", ""),
                    FILE,
                    "epochIsDurableBeforeTheClaim"),
            new SeamMutant(
                    "FILE_LOCK_PATH_UNCHECKED",
                    "a lock on a deleted lock file counts",
                    file("disk/CriticalSection", "&& lock.isStillAtPath()", ""),
                    SECTION,
                    "claimInADeletedLockFileIsNotVerified"),
            new SeamMutant(
                    "FILE_EPOCH_PATH_UNCHECKED",
                    "a lock on a deleted epoch file counts",
                    file("disk/CriticalSection", "&& epochFile().isStillAtPath()", ""),
                    SECTION,
                    "claimInADeletedEpochFileIsNotVerified"),
            new SeamMutant(
                    "FILE_RENEWAL_OF_ANY_EPOCH",
                    "a leader renews its own record under another epoch",
                    file(
                            "FileRenewals",
                            "record.owner().isSameAs(held.owner()) && record.epoch() == claim.epoch()",
                            "record.owner().isSameAs(held.owner())"),
                    FILE,
                    "ownRecordWithAnotherEpochIsNotRenewed"),
            new SeamMutant(
                    "FILE_CLAIM_OF_ANY_EPOCH",
                    "a claim matches by owner alone",
                    file("LocalClaims", "held.epoch() == claim.epoch()\n                        && ", ""),
                    FILE,
                    "renewalMatchesOwnerAndEpoch"),
            new SeamMutant(
                    "FILE_RELEASE_OF_ANY_EPOCH",
                    "a late release frees the claim of a later tenure",
                    file(
                            "FileRelease",
                            "\n                && epoch.map(expected -> expected == actual).orElse(true)",
                            ""),
                    FILE,
                    "releaseMatchesOwnerAndEpochAndNeverAffectsASuccessor"),
            new SeamMutant(
                    "FILE_EPOCH_OVERFLOWS",
                    "epochs have no limit",
                    file("FileAcquisition", "if (highest >= LockRecord.HIGHEST_EPOCH)", "if (highest < 0)"),
                    "dev.baton.file.EpochOverflowTest",
                    "refusesTheHighestEpochInAnEpochFile"),
            new SeamMutant(
                    "FILE_FLOOR_IGNORED",
                    "an epoch may be one that a candidate has seen",
                    file("FileAcquisition", "LongStream.of(floor, recorded", "LongStream.of(recorded"),
                    FILE,
                    "epochsGrowPastTheHighestKnownToACandidate"),
            new SeamMutant(
                    "FILE_UNKNOWN_IS_DEAD",
                    "a process without evidence counts as ended",
                    file(
                            "TakeoverRules",
                            "if (evidence.hasEnded(owner).isProof()) {",
                            "if (evidence.hasEnded(owner) != dev.baton.support.process.Evidence.NO) {"),
                    "dev.baton.file.TakeoverRulesTest",
                    "waitsForFreshClaimWithoutEvidence"));

    private FileMutants() {}

    private static List<SourceEdit> file(String source, String original, String replacement) {
        return List.of(edit("backends/file", "dev/baton/file/" + source + ".java", original, replacement));
    }

    private static SourceEdit edit(String module, String source, String original, String replacement) {
        return new SourceEdit(module, source, original, replacement);
    }
}
