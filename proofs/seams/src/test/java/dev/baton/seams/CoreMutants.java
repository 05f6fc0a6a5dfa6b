package dev.baton.seams;

import java.util.List;

/** Bugs planted in core and its leadership. */
final class CoreMutants {
    private static final String LEADERSHIP = "dev/baton/internal/runtime/TimedLeadership.java";
    private static final String REQUESTS = "dev/baton/internal/runtime/StoreRequests.java";
    private static final String WORK = "dev/baton/internal/runtime/TenureWork.java";
    private static final String LISTENERS = "dev/baton/internal/runtime/CandidateListeners.java";
    private static final String ENVIRONMENT = "dev/baton/internal/runtime/RuntimeEnvironment.java";
    private static final String SHORTAGE = "dev.baton.testkit.MemoryShortageTest";
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
                            REQUESTS,
                            "highestEpoch = Math.max(highestEpoch, epoch);",
                            "highestEpoch = 0 * epoch;")),
                    "dev.baton.lease.EditedRecordsTest",
                    "liveCandidatesRestoreTheEpochOfAnEmptiedStore"),
            new SeamMutant(
                    "CORE_UNREADABLE_COMMAND_IGNORED",
                    "a command that cannot be read counts as ended",
                    List.of(edit(
                            "core",
                            "dev/baton/spi/LiveCommandCheck.java",
                            "case UNREADABLE -> delayForUnreadable(holder, epoch, recorded.place());",
                            "case UNREADABLE -> Optional.empty();")),
                    "dev.baton.spi.LiveCommandCheckTest",
                    "waitsForACommandOfThisMachineThatCannotBeRead"),
            new SeamMutant(
                    "CORE_LATE_ANSWER_AWAITED",
                    "the answer to an earlier request counts as that to the present one",
                    List.of(edit(
                            "core",
                            "dev/baton/internal/machine/Machine.java",
                            "!answer.isAwaited(candidacy.awaited())",
                            "candidacy.epoch() < 0")),
                    MEMORY,
                    "lateAnswerOfAnEarlierTenureDoesNotEndTheNextOne"),
            new SeamMutant(
                    "CORE_ATTEMPT_OVERTAKES",
                    "an attempt is sent before the withdrawal of the earlier one has completed",
                    List.of(edit("core", REQUESTS, "if (current.isIdle()) {", "if (request >= 0) {")),
                    "dev.baton.testkit.RestartTest",
                    "attemptIsSentOnlyAfterTheWithdrawalOfTheEarlierOneHasCompleted"),
            new SeamMutant(
                    "CORE_WORK_NOT_AWAITED",
                    "a claim is released while work or an action of a gate runs",
                    List.of(edit("core", WORK, "idle = running == 0;", "idle = true;")),
                    "dev.baton.testkit.GateTest",
                    "claimIsReleasedOnlyAfterTheActionHasReturned"),
            new SeamMutant(
                    "CORE_WORK_NOT_INTERRUPTED",
                    "work and actions of gates go on after the end of the leadership",
                    List.of(edit("core", WORK, "thread.interrupt();", "entry.interrupted = false;")),
                    "dev.baton.internal.runtime.TenureWorkTest",
                    "actionOfAGateIsInterruptedAtTheEndAndAwaited"),
            new SeamMutant(
                    "CORE_FAILED_WORK_IGNORED",
                    "a leader whose work has failed goes on leading",
                    List.of(edit(
                            "core",
                            "dev/baton/internal/runtime/CandidateDriver.java",
                            "if (tenure.stepsDownOnWorkFailure()) {",
                            "if (tenure.hasExpired()) {")),
                    "dev.baton.testkit.WorkTest",
                    "failedWorkStepsDownWithItsOwnDelay"),
            new SeamMutant(
                    "CORE_END_NOT_AWAITED",
                    "a stop returns before the listeners have received the end",
                    List.of(edit(
                            "core",
                            "dev/baton/internal/runtime/CandidateRuntime.java",
                            "if (!FutureWait.isDoneWithin(delivered, limit)) {",
                            "if (delivered.isCancelled()) {")),
                    "dev.baton.testkit.ListenerTest",
                    "stopAndCloseReturnAfterTheListenersOfTheEnd"),
            new SeamMutant(
                    "CORE_LISTENERS_SHARE_A_QUEUE",
                    "a listener that blocks delays the others",
                    List.of(
                            edit(
                                    "core",
                                    LISTENERS,
                                    "    private final Object owner;\n",
                                    "    private final Object owner;\n    private EventDispatcher shared;\n"),
                            edit(
                                    "core",
                                    LISTENERS,
                                    "new EventDispatcher(owner, environment, lag, this::failed, this::blocked);",
                                    "shared = shared != null ? shared"
                                            + " : new EventDispatcher(owner, environment, lag, this::failed, this::blocked);")),
                    "dev.baton.testkit.ListenerTest",
                    "listenerThatBlocksDelaysNoOtherListener"),
            new SeamMutant(
                    "CORE_OUTCOME_FORGOTTEN",
                    "the outcome of a renewal is lost when there is no memory to handle it",
                    List.of(edit(
                            "core",
                            "dev/baton/internal/runtime/BatchedRenewals.java",
                            "                    batch.forEach(",
                            "                    timers.forEach(EventLoop.Timer::cancel);\n"
                                    + "                    batch.forEach(")),
                    SHORTAGE,
                    "renewalWhoseOutcomeCouldNotBeHandledIsRepeated"),
            new SeamMutant(
                    "CORE_INPUT_FORGOTTEN",
                    "a start, a stop or the end of work is lost when there is no memory to handle it",
                    List.of(edit("core", ENVIRONMENT, "                after(MEMORY_RETRY, task);\n", "")),
                    SHORTAGE,
                    "startAndStopTakeEffectLater"),
            new SeamMutant(
                    "CORE_WORK_ON_THE_LOOP",
                    "an executor of the application that runs tasks in its caller stops all renewals",
                    List.of(edit(
                            "core",
                            "dev/baton/internal/runtime/OffLoopExecutor.java",
                            "Thread.currentThread() == caller && submitting",
                            "caller.isInterrupted() && submitting")),
                    "dev.baton.testkit.OwnExecutorsTest",
                    "executorThatRunsTasksInItsCallerDelaysNoRenewal"),
            new SeamMutant(
                    "CORE_ROSTER_UNCONFIRMED",
                    "the roster shows a leader that the store does not confirm",
                    List.of(edit(
                            "core",
                            "dev/baton/internal/runtime/ElectionRuntime.java",
                            "leader == null ? listed : confirmed(listed, leader)",
                            "listed")),
                    "dev.baton.testkit.RosterLeaderTest",
                    "rosterHasTheLeaderThatTheStoreRecords"));

    private CoreMutants() {}

    private static List<SourceEdit> core(String original, String replacement) {
        return List.of(edit("core", LEADERSHIP, original, replacement));
    }

    private static SourceEdit edit(String module, String source, String original, String replacement) {
        return new SourceEdit(module, source, original, replacement);
    }
}
