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
                    "otherMachineAbstainsFromItsOwnStartWhateverItsUptime"));

    private DiskMutants() {}

    private static SourceChange slotFile(String original, String replacement) {
        return new SourceChange("disk/SlotFile.java", original, replacement);
    }

    private static SourceChange folder(String original, String replacement) {
        return new SourceChange("disk/StateFolder.java", original, replacement);
    }
}
