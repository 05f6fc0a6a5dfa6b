package dev.baton.testkit.quorum;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One end of a connection between two processes. */
final class SimConnection {
    final MemberProcess owner;
    private @Nullable SimConnection other;
    boolean closed;
    /** When the first frame arrives at the other end. Later frames do not overtake it. */
    long firstArrival;

    private SimConnection(MemberProcess owner) {
        this.owner = owner;
    }

    /** Connects two processes. Returns the end of the first one. */
    static SimConnection between(MemberProcess one, MemberProcess two) {
        SimConnection first = new SimConnection(one);
        SimConnection second = new SimConnection(two);
        first.other = second;
        second.other = first;
        return first;
    }

    SimConnection other() {
        return Objects.requireNonNull(other);
    }

    /** Returns the process at the other end. */
    MemberProcess peer() {
        return other().owner;
    }
}
