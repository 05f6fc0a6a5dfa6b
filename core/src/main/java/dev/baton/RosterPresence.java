package dev.baton;

/**
 * The entry of this process on the roster of an election in which it is not a candidate. Close it to remove the entry.
 *
 * <pre>{@code
 * RosterPresence presence = election.joinRoster(CandidateSettings.defaults(), roster -> rebalance(roster));
 * presence.update(true, "weight=2");
 * }</pre>
 *
 * @see Election#joinRoster
 */
public interface RosterPresence extends Registration {

    /** Returns the instance id of this entry. */
    String instanceId();

    /** Publishes a new health and note for this entry. */
    void update(boolean healthy, String note);
}
