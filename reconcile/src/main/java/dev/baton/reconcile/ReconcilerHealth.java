package dev.baton.reconcile;

/**
 * What a reconciler does at this moment, and why.
 *
 * <pre>{@code
 * ReconcilerHealth health = reconciler.health();
 * if (!health.isGood()) {
 *     log.warn("{}", health.reason());
 * }
 * }</pre>
 *
 * @param state what it does
 * @param reason the state in words; for a bad state with its cause and, where one is known, the cure
 */
public record ReconcilerHealth(State state, String reason) {

    /** What a reconciler does. */
    public enum State {
        /** Not started, or closed. */
        STOPPED,
        /** Another replica leads; this one watches. */
        STANDBY,
        /** This replica leads, and has not completed a sweep yet. */
        STARTING,
        /** This replica leads and reconciles. */
        RECONCILING,
        /** The watch is cut. On the leader, sweeps go on; on a standby, {@link Reconciler#index} is outdated. */
        WATCH_CUT,
        /** This replica leads and cannot reconcile. It steps down after {@link ReconcileSettings#stepDownAfter}. */
        FAILING,
        /** This replica leads, and the store refuses its writes because of a higher epoch. It steps down likewise. */
        FENCED_OUT
    }

    /** Returns whether this replica does all that it should. */
    public boolean isGood() {
        return state == State.STANDBY || state == State.STARTING || state == State.RECONCILING;
    }
}
