package dev.baton.quorum;

import dev.baton.BatonClock;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.QuorumTiming;
import dev.baton.quorum.wire.ClientChannel;
import dev.baton.spi.Backend;
import java.util.Collection;

/** The ways into a group, whatever carries its messages. */
public final class GroupAccess {
    private GroupAccess() {}

    /** Takes part: starts the member, or shares the one that runs in this process. */
    public static Backend join(MemberSettings plan, BatonClock clock) {
        return SharedMembers.connect(
                plan, clock, (own, ticking) -> DiskStorage.open(own, Membership.founding(own.founders()), ticking));
    }

    /** Looks on: asks any of these members. */
    public static Backend observe(
            String place, QuorumTiming settings, Collection<String> members, ClientChannel.Caller caller) {
        return new QuorumObserverBackend(place, settings, new GroupClient(members, caller));
    }

    /** Takes no part: opens nothing, starts nothing, tells nobody. */
    public static Backend switchedOff(String place, QuorumTiming settings) {
        return new DisabledBackend(place, settings);
    }
}
