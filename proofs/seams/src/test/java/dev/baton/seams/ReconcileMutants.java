package dev.baton.seams;

import java.util.List;

/** Bugs planted in the reconciler, and in the store's rules that it needs. */
final class ReconcileMutants {
    private static final String PACKAGE = "dev.baton.reconcile.";
    private static final String TENURE = PACKAGE + "ReconciliationTest";
    private static final String FAULTS = PACKAGE + "ReconcilerFaultsTest";
    private static final String IDLE = PACKAGE + "ReconcilerIdleTest";
    private static final String STALE = PACKAGE + "StaleReportsTest";
    private static final String LATER = PACKAGE + "LaterVersionTest";
    private static final String STORE = "dev.baton.store.SqliteStoreTest";

    static final List<SeamMutant> ALL = List.of(
            new SeamMutant(
                    "RECONCILE_WRITES_UNFENCED",
                    "a former leader that froze before its write still writes",
                    List.of(edit("FencedWrites", "        guard.ifPresent(batch::add);\n", "")),
                    TENURE,
                    "storeRefusesFormerLeaderThatFrozeBeforeItsWrite"),
            new SeamMutant(
                    "RECONCILE_FENCE_LOWERED",
                    "a leader lowers a fence that a later one has raised",
                    List.of(edit("FencedWrites", "if (highest > permission.epoch()) {", "if (highest < 0) {")),
                    FAULTS,
                    "leaderBelowTheFenceStepsDownWithWorkFailed"),
            new SeamMutant(
                    "RECONCILE_BLOCKED_LEADER_STAYS",
                    "a leader that another reconciler of its process blocks leads for ever",
                    List.of(edit(
                            "Reconciler",
                            "mutex.toString(), context.clock().nanos());\n            requireProgress();\n",
                            "mutex.toString(), context.clock().nanos());\n")),
                    IDLE,
                    "leaderThatAnotherReconcilerOfItsProcessBlocksSaysSoAndStepsDown"),
            new SeamMutant(
                    "RECONCILE_STALL_UNNOTICED",
                    "a leader whose session check hangs leads for ever",
                    List.of(edit(
                            "ReconcileProgress",
                            "if (now - activeAt > limit.toNanos()) {",
                            "if (limit.isNegative()) {")),
                    IDLE,
                    "leaderWhoseSessionCheckHangsStepsDown"),
            new SeamMutant(
                    "RECONCILE_SILENT_WATCH_STAYS",
                    "a watch that was cut without notice counts as open for ever",
                    List.of(edit("ResourceWatch", "while (why.isEmpty() && !isSilent());", "while (why.isEmpty());")),
                    IDLE,
                    "watchThatWasCutWithoutNoticeIsReopenedOnAStandby(boolean)"),
            new SeamMutant(
                    "RECONCILE_CORRECTED_WATCH_IS_ALIVE",
                    "a watch that missed something counts as alive after the sweep has corrected it",
                    List.of(edit("WatchSigns", "missedSomething = true;", "missedSomething = false;")),
                    PACKAGE + "WatchSignsTest",
                    "watchThatMissedSomethingIsNotAliveBeforeItReportsItself"),
            new SeamMutant(
                    "RECONCILE_WATCH_ENDS_RESOURCES",
                    "a late report of the watch ends a resource that exists",
                    List.of(edit(
                            "ResourceLook",
                            "watched.isPresent() && !LifecycleRules.isEnding(record.value(), watched.get())",
                            "watched.isPresent()")),
                    STALE,
                    "lateReportOfADeletionDoesNotEndAResourceThatExistsAgain"),
            new SeamMutant(
                    "RECONCILE_REPORT_FORGOTTEN",
                    "a report is forgotten before its write was acknowledged",
                    List.of(edit(
                            "ResourceWork",
                            "            Long report = unconfirmed(id);\n",
                            "            Long report = unconfirmed(id);\n            confirmed(id, report);\n")),
                    STALE,
                    "endOfAResourceIsNotForgottenWhenItsWriteFails"),
            new SeamMutant(
                    "RECONCILE_GRACE_IGNORED",
                    "a resource that is missing from one list counts as deleted",
                    List.of(edit(
                            "ResourceSweep",
                            "return missed.compareTo(context.settings().orphanGrace()) >= 0;",
                            "return !missed.isNegative();")),
                    TENURE,
                    "orphanIsMarkedDeletedAfterTheGraceAndASecondLookAndPrunedLater"),
            new SeamMutant(
                    "RECONCILE_FIELDS_ERASED",
                    "the fields of a later version are lost when a resource is created again",
                    List.of(edit(
                            "Resources",
                            "rewrite(present.get(), record.again(spec))",
                            "records.write(record.again(spec))")),
                    LATER,
                    "everyWriteKeepsTheFieldsOfTheNextVersion"),
            new SeamMutant(
                    "RECONCILE_LATER_PHASE_ENDS",
                    "a record in a phase of a later version is marked as deleted",
                    List.of(edit(
                            "LifecycleRules",
                            "record.phase() == ResourcePhase.DELETED || record.phase() == ResourcePhase.UNKNOWN",
                            "record.phase() == ResourcePhase.DELETED")),
                    LATER,
                    "recordOfTheNextVersionIsReadAndLeftAloneByEverySweep"),
            new SeamMutant(
                    "RECONCILE_POISON_HIDDEN",
                    "an unreadable record is reported nowhere",
                    List.of(edit(
                            "Resources",
                            "            unreadable.accept(object.key().id(), String.valueOf(failed.getMessage()));\n",
                            "")),
                    LATER,
                    "unreadableRecordWithoutAResourceIsReportedUntilItIsRepaired"),
            new SeamMutant(
                    "STORE_CONDITION_IGNORED",
                    "a batch is applied in part although one of its conditions does not hold",
                    List.of(new SourceEdit(
                            "store",
                            "dev/baton/store/ObjectStore.java",
                            "result -> result instanceof BatchOutcome.Applied)",
                            "result -> true)")),
                    STORE,
                    "batchIsAppliedAsAWholeOrNotAtAll"),
            new SeamMutant(
                    "STORE_ACCEPTS_HALF_CHARACTERS",
                    "an id with half a surrogate pair is stored as another id",
                    List.of(new SourceEdit(
                            "store",
                            "dev/baton/store/StoredText.java",
                            "!StandardCharsets.UTF_8.newEncoder().canEncode(text)",
                            "StandardCharsets.UTF_8.name().isEmpty()")),
                    STORE,
                    "payloadWithNulOrHalfACharacterIsRefusedAndNothingIsWritten"));

    private ReconcileMutants() {}

    private static SourceEdit edit(String type, String original, String replacement) {
        return new SourceEdit("reconcile", "dev/baton/reconcile/" + type + ".java", original, replacement);
    }
}
