package dev.baton.quorum;

import dev.baton.quorum.step.QuorumTiming;
import dev.baton.quorum.wire.MemberTransport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/**
 * The settings of a member.
 *
 * @param location the group and the member, as they appear in logs
 * @param url the parsed URL; backends of one process share a member if their URLs are equal
 * @param state the directory for its votes
 * @param founders the members that the group starts with, this one included
 */
public record MemberSettings(
        String self,
        String location,
        Object url,
        Path state,
        Set<String> founders,
        QuorumTiming timing,
        TransportFactory transport) {
    public MemberSettings {
        founders = Set.copyOf(founders);
    }

    /** Creates the transport of a member. */
    @FunctionalInterface
    public interface TransportFactory {

        /** Creates a transport for the start of the member with this number. */
        MemberTransport create(long incarnation) throws IOException;
    }
}
