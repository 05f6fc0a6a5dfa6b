package dev.baton.quorum.step;

/**
 * A message on its way.
 *
 * @param incarnation which start of the sender's process it was; grows with every start
 * @param election the contest it is about; {@link MemberNode#GROUP} for the list of members
 * @param config the sender's list of members
 */
public record Envelope(
        String from, String to, String election, long incarnation, ConfigId config, PeerMessage message) {}
