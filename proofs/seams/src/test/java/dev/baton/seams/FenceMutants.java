package dev.baton.seams;

import java.util.List;

/** Bugs planted in the fence. */
final class FenceMutants {
    private static final String FENCE = "dev.baton.fence.PostgresFenceTest";

    static final List<SeamMutant> ALL = List.of(
            new SeamMutant(
                    "FENCE_SHORTCUT_FOR_ANY_EPOCH",
                    "an unchanged sequence admits every epoch",
                    fence("EpochCache", "                && known.epoch() == leadership.epoch()\n", ""),
                    FENCE,
                    "otherEpochIsComparedAlthoughTheSequenceIsUnchanged"),
            new SeamMutant(
                    "FENCE_SHORTCUT_FOR_ANY_TENURE",
                    "an unchanged sequence admits every tenure of its epoch",
                    List.of(
                            edit(
                                    "fence",
                                    "dev/baton/fence/EpochCache.java",
                                    "                && known.tenureId().equals(leadership.tenureId())\n",
                                    ""),
                            edit(
                                    "fence",
                                    "dev/baton/fence/PostgresFence.java",
                                    "if (leadership.tenureId().isPresent() && !leadership",
                                    "if (leadership.tenureId().isEmpty() && !leadership")),
                    FENCE,
                    "otherTenureWithTheSameEpochIsRefused"),
            new SeamMutant(
                    "FENCE_SEQUENCE_ALWAYS_TRUSTED",
                    "a sequence that hides raises is trusted",
                    fence("PostgresFence", "if (recorded.showsRaises()) {", "if (recorded.epoch() > 0) {"),
                    FENCE,
                    "sequenceThatHidesRaisesIsNotTrusted(java.lang.String)"),
            new SeamMutant(
                    "FENCE_LIMIT_OMITTED",
                    "the server does not end a frozen guarded transaction",
                    fence(
                            "PostgresFence",
                            "Arrays.fill(parameters, Long.toString(millis));",
                            "Arrays.fill(parameters, \"0\");"),
                    "dev.baton.fence.OldestGuardedTimeTest",
                    "idleLimitEndsWithTransactionAndShorterOneIsKept"),
            new SeamMutant(
                    "FENCE_LATE_LIMIT_KEPT",
                    "what a guarded transaction begins late lasts far beyond the validity",
                    fence("StatementLimits", "now < millis / 2", "now < 0"),
                    "dev.baton.fence.StatementLimitsTest",
                    "limitsAreLoweredOnlyBeforeLateStatements(boolean)"),
            new SeamMutant(
                    "FENCE_DEADLINE_IGNORED",
                    "a guarded transaction sends after the validity",
                    fence("SendDeadline", "if (System.nanoTime() - deadline > 0) {", "if (deadline == 0) {"),
                    "dev.baton.fence.GuardedConnectionTest",
                    "sendsNothingAfterTheLeadershipHasEnded"),
            new SeamMutant(
                    "FENCE_ENDED_TRANSACTION_COMMITS",
                    "what was written after the guarded transaction is committed",
                    fence(
                            "GuardedTransaction",
                            "if (inside.isDoubtful() && !fence",
                            "if (guarded && inside.isDoubtful() && fence == null && !fence"),
                    "dev.baton.fence.GuardedConnectionTest",
                    "transactionThatWasEndedUnseenIsNotCommitted"),
            new SeamMutant(
                    "FENCE_OTHER_TRANSACTION_CHECKED",
                    "the check before the commit passes for a transaction without a guard",
                    fence("TransactionGuard", "if (connection.getAutoCommit() ||", "if (connection.getAutoCommit() &&"),
                    "dev.baton.fence.TransactionGuardTest",
                    "refusesATransactionThatBeganAfterTheGuardedOne"),
            new SeamMutant(
                    "FENCE_HIGHEST_SEEN_IGNORED",
                    "a lower epoch than the highest one seen is admitted",
                    fence("HighestSeenFence", "if (seen.epoch() > leadership.epoch()) {", "if (seen.epoch() < 0) {"),
                    "dev.baton.fence.SqliteHighestSeenTest",
                    "refusesOlderEpochAfterWriteOfNewerOne"),
            new SeamMutant(
                    "FENCE_HIGHEST_SEEN_OF_ANY_TENURE",
                    "another tenure with the highest epoch seen is admitted",
                    fence("HighestSeenFence", "if (seen.isOtherTenure()) {", "if (seen.epoch() < 0) {"),
                    "dev.baton.fence.SqliteHighestSeenTest",
                    "refusesOtherTenureWithTheSameEpoch"),
            new SeamMutant(
                    "FENCE_FILE_STAMP_IGNORED",
                    "a former leader replaces a fenced file",
                    fence("FencedFile", "if (epoch > leadership.epoch()) {", "if (epoch < 0) {"),
                    "dev.baton.fence.FencedFileTest",
                    "newerLeaderReplacesFileAndOlderOneCannot"));

    private FenceMutants() {}

    private static List<SourceEdit> fence(String source, String original, String replacement) {
        return List.of(edit("fence", "dev/baton/fence/" + source + ".java", original, replacement));
    }

    private static SourceEdit edit(String module, String source, String original, String replacement) {
        return new SourceEdit(module, source, original, replacement);
    }
}
