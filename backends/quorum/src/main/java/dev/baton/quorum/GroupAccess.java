package dev.baton.quorum;

import dev.baton.BatonClock;
import dev.baton.quorum.step.QuorumTiming;
import dev.baton.quorum.wire.ClientChannel;
import dev.baton.spi.Backend;
import java.util.Collection;

/** Opens backends of a group, for any transport. */
public final class GroupAccess {
    private GroupAccess() {}

    /** Starts the member, or shares the one that runs in this process. */
    public static Backend join(MemberSettings settings, BatonClock clock) {
        return SharedMembers.connect(settings, clock, DiskStorage::open);
    }

    /** Opens a backend that sends requests to any of these members and takes no part in elections. */
    public static Backend observe(
            String location, QuorumTiming timing, Collection<String> members, ClientChannel.Connector connector) {
        return new QuorumObserverBackend(location, timing, new GroupClient(members, connector));
    }

    /** Opens a backend that does nothing: no file, no connection, no thread. */
    public static Backend disabled(String location, QuorumTiming timing) {
        return new DisabledBackend(location, timing);
    }
}
