package dev.baton.quorum.mutant;

import java.util.List;

/** Bugs planted in the state directory. */
final class DiskMutants {
    static final List<QuorumMutant> ALL = List.of(
            QuorumMutant.protocol("NO_SYNC", "a vote is not made durable before it is sent", slotFile("""
                            put(each.getKey(), each.getValue()));
                                    }
                                    file.force();
                            """, """
                            put(each.getKey(), each.getValue()));
                                    }
                            """)),
            QuorumMutant.unit(
                    "NO_SYSTEM_CALL",
                    "a write reaches the kernel, but is never forced to the disk",
                    new SourceChange("disk/DiskDirectory.java", "channel.force(false);", "channel.size();"),
                    "disk.DiskDirectoryTest",
                    "forcedWriteLeavesNoPageThatIsNotOnDisk"),
            QuorumMutant.unit(
                    "WRITE_ERROR_IGNORED",
                    "a write that the kernel refuses counts as done",
                    new SourceChange("disk/DiskDirectory.java", """
                                        at += channel.write(left, at);
                            """, """
                                        try {
                                            at += channel.write(left, at);
                                        } catch (IOException ignored) {
                                            break;
                                        }
                            """),
                    "FullDiskTest",
                    "membersWithFullDisksAbstainUntilSpaceIsFreed"),
            QuorumMutant.unit(
                    "PROMISE_IN_ONE_SLOT",
                    "a promise overwrites the one before",
                    new SourceChange(
                            "disk/PromiseFile.java", "(seq % 2 == 0 ? SlotRecords.SLOT : 0)", "(int) (seq - seq)"),
                    "disk.AbstentionTest",
                    "restartInSameBootAndFolderKeepsPromisesAndVotesAtOnce"),
            QuorumMutant.unit(
                    "VOTE_IN_ONE_SLOT",
                    "a vote overwrites the one before",
                    slotFile(
                            "before.isPresent() && !before.get().isSecond() ? slotSize : 0",
                            "before.isPresent() && before.get().isSecond() ? slotSize : 0"),
                    "dev.baton.testkit.quorum.PowerLossTest",
                    "confirmedVoteSurvivesEveryLossOfPower"),
            QuorumMutant.unit(
                    "READ_VOTE_NOT_WRITTEN_AGAIN",
                    "a start trusts a vote that it has read, although a sync of it may have failed",
                    slotFile("new boolean[] {true, false}", "new boolean[] {true}"),
                    "dev.baton.testkit.quorum.PowerLossTest",
                    "voteThatIsReadAfterFailedSyncSurvivesLossOfPowerDuringNextWrite"),
            QuorumMutant.protocol(
                    "NO_ABSTENTION_ELSEWHERE",
                    "a disk on another machine votes at once",
                    folder(": nanos + longest;", ": nanos;")),
            QuorumMutant.unit(
                    "ANY_PROMISES_ARE_COMPLETE",
                    "promises of any boot and directory count as all that were given",
                    folder("saved.complete() && last.provesPlace(machine.boot(), place)", "!isNew"),
                    "disk.AbstentionTest",
                    "otherMachineAbstainsFromItsOwnStartWhateverItsUptime"),
            QuorumMutant.unit(
                    "ABSTENTION_ENDS_WITH_THE_PROCESS",
                    "a second start forgets that the first one abstained",
                    folder("kept ? Math.max(nanos, saved.abstainUntil())", "kept ? nanos"),
                    "disk.AbstentionTest",
                    "secondStartAfterRebootAbstainsAsLongAsFirst"),
            QuorumMutant.unit(
                    "REVERTED_VOTES_ACCEPTED",
                    "votes that are older than the promises are used",
                    folder("if (samePlace && saved.votes() > generation) {", "if (generation < 0) {"),
                    "disk.StateFolderTest",
                    "olderVotesBesideNewerPromisesAreRefused"),
            QuorumMutant.unit(
                    "MISSING_VOTES_ACCEPTED",
                    "a directory that lacks votes is used",
                    folder("if (places.size() < member.votes()) {", "if (places.size() < 0) {"),
                    "disk.StateFolderTest",
                    "damagedMissingOrForeignStateIsRefusedWithNextStep"),
            QuorumMutant.unit(
                    "DAMAGED_VOTE_SKIPPED",
                    "a vote with two damaged copies is left out",
                    folder("if (!isNew && place >= member.votes()) {", "if (!isNew) {"),
                    "disk.StateFolderTest",
                    "damagedMissingOrForeignStateIsRefusedWithNextStep"),
            QuorumMutant.unit(
                    "PREDECESSOR_ALWAYS_ENDED",
                    "a start on another machine reports that the process before it has ended",
                    folder("abstainUntil, random.nextLong(), kept)", "abstainUntil, random.nextLong(), !isNew)"),
                    "disk.AbstentionTest",
                    "otherMachineAbstainsFromItsOwnStartWhateverItsUptime"),
            QuorumMutant.unit(
                    "ANY_LOCK_PROVES_THE_END",
                    "a lock in place of a deleted one proves that the process before has ended",
                    new SourceChange("disk/DiskDirectory.java", " + \":\" + lock;", ";"),
                    "disk.AbstentionTest",
                    "freeLockInPlaceOfADeletedOneProvesNoEnd"),
            QuorumMutant.unit(
                    "LOCK_OF_ONE_CLASS_LOADER",
                    "an opening by another class loader of the process ends the lock",
                    new SourceChange(
                            "disk/FolderLock.java",
                            "\"dev.baton.quorum.locked.\";",
                            "\"dev.baton.quorum.locked.\" + FolderLock.class.hashCode();"),
                    "disk.StateFolderTest",
                    "openingByAnotherClassLoaderOfThisProcessIsRefusedAndLeavesTheLock"),
            QuorumMutant.unit(
                    "SHIFTED_CLOCK_IS_THE_CLOCK",
                    "promises of a process with another monotonic clock are used",
                    new SourceChange("disk/BootInfo.java", "SystemBoot.shared()", "SystemBoot.current()"),
                    "disk.BootInfoTest",
                    "bootOfAProcessWithAShiftedClockIsUnknown"),
            QuorumMutant.unit(
                    "NUMBER_OF_A_FAILED_WRITE_USED_AGAIN",
                    "a write of votes that failed after it reached the disk shares its number with the next one",
                    folder("long number = ++lastWrite;", "long number = lastWrite = generation + 1;"),
                    "disk.FailedWriteTest",
                    "numberOfFailedWriteIsNotUsedAgain"));

    private DiskMutants() {}

    private static SourceChange slotFile(String original, String replacement) {
        return new SourceChange("disk/SlotFile.java", original, replacement);
    }

    private static SourceChange folder(String original, String replacement) {
        return new SourceChange("disk/StateFolder.java", original, replacement);
    }
}
