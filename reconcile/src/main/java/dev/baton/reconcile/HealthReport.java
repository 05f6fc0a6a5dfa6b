package dev.baton.reconcile;

import java.util.Optional;

/** The health of a started reconciler, from what succeeds and fails in it and from its watch. */
record HealthReport(ReconcileContext<?, ?> context, ResourceWatch<?> watch) {

    ReconcilerHealth standby() {
        return watch.cut()
                .map(cut -> new ReconcilerHealth(ReconcilerHealth.State.WATCH_CUT, "standby, but " + cut))
                .orElseGet(() -> new ReconcilerHealth(
                        ReconcilerHealth.State.STANDBY,
                        context.index().isWarm()
                                ? "another replica may lead"
                                : "another replica may lead; the watch has not reported everything yet"));
    }

    /** @param begun whether the work of this tenure has begun */
    ReconcilerHealth leader(boolean begun) {
        ReconcileProgress progress = context.progress();
        Optional<String> failing = progress.failing();
        if (failing.isPresent()) {
            long millis = progress.failingFor(context.clock().nanos()).toMillis();
            return new ReconcilerHealth(
                    progress.isFencedOut() ? ReconcilerHealth.State.FENCED_OUT : ReconcilerHealth.State.FAILING,
                    "leads, but for " + millis + " ms " + failing.get());
        }
        if (!begun) {
            return new ReconcilerHealth(ReconcilerHealth.State.STARTING, "leads, and begins to reconcile");
        }
        Optional<String> cut = watch.cut();
        if (cut.isPresent()) {
            return new ReconcilerHealth(ReconcilerHealth.State.WATCH_CUT, "leads and sweeps, but " + cut.get());
        }
        return progress.hasSwept()
                ? new ReconcilerHealth(
                        ReconcilerHealth.State.RECONCILING,
                        context.index().isWarm()
                                ? "leads and reconciles"
                                : "leads and reconciles; the watch has not reported everything yet")
                : new ReconcilerHealth(ReconcilerHealth.State.STARTING, "leads, and has not completed a sweep yet");
    }
}
