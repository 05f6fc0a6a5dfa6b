package dev.baton.quorum;

import dev.baton.BatonClock;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.Settings;
import dev.baton.quorum.wire.ClientLine;
import dev.baton.spi.Backend;
import java.util.Collection;

/** The ways into a group, whatever carries its messages. */
public final class Members {
    private Members() {}

    /** Takes part: starts the member, or shares the one that runs in this process. */
    public static Backend join(MemberPlan plan, BatonClock clock) {
        return OpenMembers.connect(
                plan, clock, (own, ticking) -> DiskArchive.open(own, Membership.founding(own.founders()), ticking));
    }

    /** Looks on: asks any of these members. */
    public static Backend observe(
            String place, Settings settings, Collection<String> members, ClientLine.Caller caller) {
        return new ObserverBackend(place, settings, new Questions(members, caller));
    }

    /** Takes no part: opens nothing, starts nothing, tells nobody. */
    public static Backend switchedOff(String place, Settings settings) {
        return new SwitchedOffBackend(place, settings);
    }
}
