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
    private static final String POISON = PACKAGE + "PoisonResourcesTest";
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
                    "a leader whose only thread hangs leads for ever",
                    List.of(edit(
                            "ReconcileProgress",
                            "if (now - activeAt > limit.toNanos()) {",
                            "if (limit.isNegative()) {")),
                    IDLE,
                    "leaderWhoseOnlyThreadHangsBetweenSweepsStepsDown"),
            new SeamMutant(
                    "RECONCILE_SWEEP_STALL_UNNOTICED",
                    "a leader whose sweep hangs for one resource leads for ever while it reconciles another",
                    List.of(edit(
                            "ReconcileProgress", "if (sweepActiveAt.isPresent() && ", "if (limit.isNegative() && ")),
                    IDLE,
                    "leaderWhoseSweepHangsStepsDownAlthoughAnotherResourceIsReconciled"),
            new SeamMutant(
                    "RECONCILE_SESSION_WITHOUT_LIMIT",
                    "a session check that hangs for one resource ends all sweeps",
                    List.of(edit(
                            "DriverCalls",
                            "if (!settings.needsSessions()) {\n            return true;",
                            "if (!id.isEmpty()) {\n            return settings.session().test(id);")),
                    IDLE,
                    "sessionCheckThatHangsForOneResourceEndsNoSweeps"),
            new SeamMutant(
                    "RECONCILE_SLOW_CALL_DELAYS_OTHERS",
                    "a call that hangs for one resource delays the others of its batch",
                    List.of(edit(
                            "ResourceWork",
                            "new ResourceLook.Attempt(asked, false)",
                            "new ResourceLook.Attempt(asked, true)")),
                    FAULTS,
                    "hangingCallsForSomeResourcesDelayNoneOfALargeSweep"),
            new SeamMutant(
                    "RECONCILE_ONLY_RESOURCE_FAILS_UNNOTICED",
                    "a leader whose only resource fails for ever leads for ever",
                    List.of(edit("ReconcileProgress", "return failedLooks >= SEVERAL;", "return failedLooks < 0;")),
                    POISON,
                    "leaderWhoseOnlyResourceFailsForEverStepsDown"),
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
                            "if (!LifecycleRules.isEnding(record.value(), watched)) {",
                            "if (watched.epoch() != -1) {")),
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
                    "RECONCILE_SESSION_STOPS_SWEEPS",
                    "a session check that fails for one resource fails every sweep",
                    List.of(
                            edit(
                                    "ResourceSweep",
                                    "if (waits) {",
                                    "if (context.settings().session().test(record.id()) && waits) {"),
                            edit(
                                    "ResourceSweep",
                                    "needsLook(record.get(), resource) && ",
                                    "differs(record.get(), resource) && ")),
                    POISON,
                    "sessionCheckThatFailsForOneResourceStopsNoOther"),
            new SeamMutant(
                    "RECONCILE_POISON_UNSEATS_LEADERS",
                    "a leader steps down because of three resources, although the others work",
                    List.of(edit(
                            "ResourceSweep",
                            "probe(resources.keySet()).ifPresent(items::add);",
                            "context.progress().everyResourceFails();")),
                    POISON,
                    "severalPoisonResourcesDoNotCountWhileAnotherOneWorks"),
            new SeamMutant(
                    "RECONCILE_CALL_WITHOUT_THREAD_HANGS",
                    "a call of the driver that found no thread counts as hanging for ever",
                    List.of(edit(
                            "DriverCalls",
                            "catch (RuntimeException | Error notBegun) {",
                            "catch (RuntimeException notBegun) {")),
                    PACKAGE + "ReconcilerErrorsTest",
                    "callThatFoundNoThreadIsRepeated"),
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
                    "STORE_LISTING_INCOMPLETE",
                    "a list ends before the ids that begin with the last code point",
                    List.of(store("ObjectStore", ".repeat(StoredText.LONGEST_NAME);", ".repeat(1);")),
                    STORE,
                    "listContainsTheLastCodePointAndHalfACharacterIsNoId"),
            new SeamMutant(
                    "STORE_BATCHES_UNSORTED",
                    "batches lock their rows in orders of their own and wait for each other",
                    List.of(store(
                            "ObjectStore",
                            "                .sorted(Comparator.comparing(index -> writes.get(index).key(), BY_KEY))\n",
                            "")),
                    "dev.baton.store.PostgresStoreTest",
                    "batchesInOppositeOrdersCauseNoDeadlock"),
            new SeamMutant(
                    "STORE_LISTENER_ENDS",
                    "a listener that throws is not called again",
                    List.of(store(
                            "FileChangeListener",
                            "SessionPool.LOG.error(\"a listener for changes of {} failed\", name, failed);",
                            "throw new ClosedWatchServiceException();")),
                    STORE,
                    "listenerThatThrowsAnErrorIsCalledAgain"),
            new SeamMutant(
                    "STORE_VERSIONS_OVERFLOW",
                    "versions have no limit",
                    List.of(store("StoreStatements", "if (version == Long.MAX_VALUE) {", "if (version == 0) {")),
                    "dev.baton.store.SqlitePlaceTest",
                    "versionsRefuseToOverflow"),
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

    private static SourceEdit store(String type, String original, String replacement) {
        return new SourceEdit("store", "dev/baton/store/" + type + ".java", original, replacement);
    }

    private static SourceEdit edit(String type, String original, String replacement) {
        return new SourceEdit("reconcile", "dev/baton/reconcile/" + type + ".java", original, replacement);
    }
}
