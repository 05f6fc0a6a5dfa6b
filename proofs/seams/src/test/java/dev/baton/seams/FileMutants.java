package dev.baton.seams;

import java.util.List;

/** Bugs planted in the file backend. */
final class FileMutants {
    private static final String FILE = "dev.baton.file.FileBackendContractTest";
    private static final String PLACE = "dev.baton.cli.StorePlaceTest";
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
                    "waitsForFreshClaimWithoutEvidence"),
            new SeamMutant(
                    "FILE_COPY_PROVES_DEATH",
                    "a copy of a liveness file counts as the original",
                    file(
                            "process/DeathEvidence",
                            "LiveProcess.isOriginal(file.read(), file.identity())",
                            "file.isStillAtPath()"),
                    "dev.baton.file.process.DeathEvidenceTest",
                    "copyIsRecognisedFromAnotherPidNamespaceToo"),
            new SeamMutant(
                    "FILE_RUNNING_PROCESS_IGNORED",
                    "an unlocked liveness file outweighs a running process",
                    file("process/DeathEvidence", "byPid(pids, owner) == Evidence.NO;", "owner.pid() < 0;"),
                    "dev.baton.file.process.DeathEvidenceTest",
                    "runningProcessHasNotEndedWhateverItsLivenessFileSays"),
            new SeamMutant(
                    "FILE_NEW_FOLDER_TRUSTED",
                    "a candidate claims in a folder that has just appeared",
                    file("FileAcquisition", "if (nothingKnown && ", "if (floor < 0 && "),
                    "dev.baton.file.DeletedFolderTest",
                    "newCandidateLeavesALeaderTheTimeToRestoreADeletedFolder"),
            new SeamMutant(
                    "FILE_FOLDER_UNWATCHED",
                    "a leader notices a deleted folder with its next renewal",
                    file("FileAcquisition", "        context.peers().watchFolders();\n", ""),
                    "dev.baton.file.DeletedFolderTest",
                    "restoresDeletedFolder"),
            new SeamMutant(
                    "FILE_CHANGED_LINK_IGNORED",
                    "a leader goes on in a folder that the link of its store has left",
                    file("disk/FolderNames", "!resolve(name).equals(directory)", "name.equals(directory)"),
                    "dev.baton.file.LinkedFolderTest",
                    "leaderEndsAtOnceWhenTheLinkLeadsElsewhere"),
            new SeamMutant(
                    "FILE_MOUNT_UNNOTICED",
                    "a leader does not notice a file system that covers its folder",
                    file("posix/DirectoryEvents", "awaitReadable(fd, mounts, timeout)", "awaitReadable(fd, timeout)"),
                    "dev.baton.file.process.FolderWatchTest",
                    "noticesAFileSystemThatIsMountedOverTheFolder"),
            new SeamMutant(
                    "FILE_EARLIER_TENURE_TRUSTED",
                    "an old copy of the lock file counts although a later tenure has begun",
                    file("record/LockRecord", "return epoch > 0 && epoch < other;", "return epoch < 0;"),
                    "dev.baton.file.OldCopyTest",
                    "recordOfAnEarlierTenureIsNotTakenFromALiveLeader"),
            new SeamMutant(
                    "FILE_EARLIER_RENEWAL_TRUSTED",
                    "an old copy of the lock file counts although a later renewal was seen",
                    file("FileAcquisition", "context.timers().isOldCopy(election, record)", "election.isEmpty()"),
                    "dev.baton.file.OldCopyTest",
                    "oldRecordOfTheSameTenureIsNotTakenByAStandbyThatHasSeenALaterOne"),
            new SeamMutant(
                    "FILE_DELETED_EPOCH_UNNOTICED",
                    "a leader does not restore a deleted epoch file, which has its running command",
                    file("FileRenewals", "return section.hasEpoch()", "return bytes.length > 0"),
                    "dev.baton.file.LiveCommandTest",
                    "leaderRestoresTheCommandOfADeletedEpochFileBesideAnIntactRecord"),
            new SeamMutant(
                    "FILE_NEXT_TENURE_FORGETS_COMMAND",
                    "the next tenure removes the record of a command that still runs",
                    file("record/EpochState", "command.filter(last -> !last.hasEnded())", "Optional.empty()"),
                    "dev.baton.file.FileBackendContractTest",
                    "candidateThatIgnoresCommandsLeadsAndHidesNoneFromOthers"),
            new SeamMutant(
                    "FILE_ON_NETWORK",
                    "a candidate leads in a directory that other machines use too",
                    file("FileAcquisition", "        context.scope().disk().require();\n", ""),
                    PLACE,
                    "noCandidateLeadsInADirectoryOnANetworkFileSystem"),
            new SeamMutant(
                    "FILE_OF_MOUNTED_PARTS",
                    "a part of a directory may be mounted by itself, with other epochs beside it",
                    file("disk/LocalDisk", "if (MountPoints.isMountedWithin(folder)) {", "if (folder.equals(null)) {"),
                    PLACE,
                    "noCandidateLeadsInADirectoryOfWhichAPartIsMounted(java.lang.String)"),
            new SeamMutant(
                    "FILE_IN_ANOTHER_FOLDER",
                    "a relative path is resolved in a folder that Java cannot name",
                    List.of(edit(
                            "support",
                            "dev/baton/support/text/LocalPath.java",
                            "if (!path.isAbsolute()) {",
                            "if (path.getNameCount() < 0) {")),
                    PLACE,
                    "relativePathBelowAFolderThatJavaCannotNameIsRefused(java.lang.String)"),
            new SeamMutant(
                    "FILE_COMMAND_UNSEEN",
                    "a candidate does not wait for the command of the tenure before",
                    file(
                            "FileContender",
                            "liveCommands.delay(last.holder().instanceId(), last.epoch(), last.command())",
                            "liveCommands.delay(last.holder().instanceId(), last.epoch(), Optional.empty())"),
                    FILE,
                    "commandDelaysItsSuccessorAfterARelease"),
            new SeamMutant(
                    "FILE_FOLDER_OF_OTHERS",
                    "a directory may belong to another user",
                    file("posix/FileOwnership", "        checkOwner(folder, user, \"chown -R \");\n", ""),
                    "dev.baton.file.posix.FileOwnershipTest",
                    "acceptsOnlyADirectoryOfThisUserAlone"),
            new SeamMutant(
                    "FILE_FOLDER_WRITABLE_BY_OTHERS",
                    "others may write to a directory",
                    file("posix/FileOwnership", "WRITABLE_BY_OTHERS = 0022;", "WRITABLE_BY_OTHERS = 0000;"),
                    "dev.baton.file.FilesOfOthersTest",
                    "refusesFoldersThatOthersCanWrite"));

    private FileMutants() {}

    private static List<SourceEdit> file(String source, String original, String replacement) {
        return List.of(edit("backends/file", "dev/baton/file/" + source + ".java", original, replacement));
    }

    private static SourceEdit edit(String module, String source, String original, String replacement) {
        return new SourceEdit(module, source, original, replacement);
    }
}
