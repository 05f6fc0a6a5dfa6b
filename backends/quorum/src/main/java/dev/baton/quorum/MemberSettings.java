package dev.baton.quorum;

import dev.baton.quorum.step.QuorumTiming;
import dev.baton.quorum.wire.MemberTransport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/**
 * Who a member is to be, and how it reaches the others.
 *
 * @param place where it is found, in words that are safe to log
 * @param url what was asked for: connections of one process share a member when theirs are equal
 * @param state the folder of its votes
 * @param founders the members that the group starts with, this one included
 */
public record MemberSettings(
        String self,
        String place,
        Object url,
        Path state,
        Set<String> founders,
        QuorumTiming settings,
        TransportMaker transport) {
    public MemberSettings {
        founders = Set.copyOf(founders);
    }

    /** Makes what carries the messages of a member. */
    @FunctionalInterface
    public interface TransportMaker {

        /**
         * A transport for one start of the member.
         *
         * @param incarnation which start it is
         */
        MemberTransport make(long incarnation) throws IOException;
    }
}
