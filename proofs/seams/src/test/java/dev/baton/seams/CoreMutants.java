package dev.baton.seams;

import java.util.List;

/** Bugs planted in core and its leadership. */
final class CoreMutants {
    private static final String LEADERSHIP = "dev/baton/internal/runtime/TimedLeadership.java";
    private static final String MEMORY = "dev.baton.testkit.MemoryBackendContractTest";

    static final List<SeamMutant> ALL = List.of(
            new SeamMutant(
                    "CORE_WALL_CLOCK_IGNORED",
                    "a leadership outlives a suspend",
                    core("clock.wallMillis() >= deadline.wallMillis() || ", ""),
                    MEMORY,
                    "leadershipExpiresDuringSuspend"),
            new SeamMutant(
                    "CORE_MONOTONIC_CLOCK_IGNORED",
                    "a wall clock that was set back extends a leadership",
                    core(" || clock.nanos() - deadline.nanos() >= 0", ""),
                    "dev.baton.internal.runtime.TimedLeadershipTest",
                    "backwardStepOfWallClockDoesNotExtend"),
            new SeamMutant(
                    "CORE_EXPIRY_REVERSIBLE",
                    "a leadership becomes valid again",
                    core("if (CURRENT.compareAndSet(this, deadline, ENDED)) {", "if (passed(deadline)) {"),
                    "dev.baton.internal.runtime.TimedLeadershipTest",
                    "staysInvalidOnceInvalid"),
            new SeamMutant(
                    "CORE_EXPIRED_LEADERSHIP_EXTENDED",
                    "a late renewal revives an expired leadership",
                    List.of(
                            edit("core", LEADERSHIP, "while (isValid()) {", "while (epoch >= 0) {"),
                            edit("core", LEADERSHIP, "if (!passed(deadline) && CURRENT", "if (CURRENT")),
                    "dev.baton.internal.runtime.TimedLeadershipTest",
                    "lateExtensionHasNoEffectEvenIfExpiryWasNotObserved"),
            new SeamMutant(
                    "CORE_EPOCH_FORGOTTEN",
                    "a candidate forgets the highest epoch that it knows",
                    List.of(edit(
                            "core",
                            "dev/baton/internal/runtime/StoreRequests.java",
                            "highestEpoch = Math.max(highestEpoch, epoch);",
                            "highestEpoch = 0 * epoch;")),
                    "dev.baton.lease.EditedRecordsTest",
                    "liveCandidatesRestoreTheEpochOfAnEmptiedStore"));

    private CoreMutants() {}

    private static List<SourceEdit> core(String original, String replacement) {
        return List.of(edit("core", LEADERSHIP, original, replacement));
    }

    private static SourceEdit edit(String module, String source, String original, String replacement) {
        return new SourceEdit(module, source, original, replacement);
    }
}
