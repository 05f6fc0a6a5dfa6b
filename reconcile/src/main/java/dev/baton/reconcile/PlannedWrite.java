package dev.baton.reconcile;

import dev.baton.store.BatchWrite;

/** A write that a closer look at a resource has led to, with the phases of the record before and after it. */
record PlannedWrite(BatchWrite write, ResourcePhase from, ResourcePhase to) {

    /** Logs the change of the phase, after the write was acknowledged. */
    void log(long epoch) {
        if (from != to) {
            Reconciler.LOG.info(
                    "phase_change type={} id={} from={} to={} epoch={}",
                    write.key().type(),
                    write.key().id(),
                    from.code(),
                    to.code(),
                    epoch);
        }
    }
}
