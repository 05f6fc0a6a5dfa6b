package dev.baton.spring;

import dev.baton.EndReason;

/**
 * A change of leadership of this replica, published as an application event. A slow listener of one kind does not delay the other
 * kinds: {@link Lost} can come before the listeners of {@link Acquired} have returned.
 *
 * <pre>{@code
 * @EventListener
 * void lost(LeadershipEvent.Lost event) {
 *     alerts.send("lost " + event.election() + ": " + event.reason().code());
 * }
 * }</pre>
 */
public sealed interface LeadershipEvent {

    /** Returns the name of the election. */
    String election();

    /** Returns the instance id of this replica. */
    String instanceId();

    /** Returns the epoch of the tenure. */
    long epoch();

    /** A tenure of this replica began. */
    record Acquired(String election, String instanceId, long epoch) implements LeadershipEvent {}

    /** A tenure of this replica ended without a release. */
    record Lost(String election, String instanceId, long epoch, EndReason reason) implements LeadershipEvent {}

    /** A tenure of this replica ended by choice, and its claim was released. */
    record Released(String election, String instanceId, long epoch, EndReason reason) implements LeadershipEvent {}

    /** The same, because leadership was transferred to another instance. */
    record Transferred(String election, String instanceId, long epoch) implements LeadershipEvent {}
}
