package dev.baton.quorum.step;

/**
 * A message with its addresses.
 *
 * @param incarnation start of the sender's process; grows with every start
 * @param election the election of the message; {@link MemberNode#GROUP} for the membership
 * @param config the sender's membership
 */
public record Envelope(
        String from, String to, String election, long incarnation, ConfigId config, PeerMessage message) {

    /** Applies a message of an election to its state. */
    void applyTo(StepDraft draft) {
        if (message instanceof PeerMessage.OfElection ofElection) {
            ofElection.apply(draft, this);
        }
    }
}
