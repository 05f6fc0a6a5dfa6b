package dev.baton.quorum;

import dev.baton.quorum.step.Membership;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The peers that keep records of running commands. A peer of an earlier version keeps none and never answers: it counts as
 * asked, so that a group of two versions has a leader. Used only by the member's thread.
 */
final class RecordKeepers {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    /** How long a connected peer may take to introduce itself before it counts as one of version 0.1. */
    static final Duration INTRODUCTION_TIMEOUT = Duration.ofSeconds(1);

    private final String self;
    private final LongSupplier nanos;
    private final Map<String, Boolean> introduced = new HashMap<>();
    private final Map<String, Long> connectedAt = new HashMap<>();
    private final Set<String> logged = new HashSet<>();

    RecordKeepers(String self, LongSupplier nanos) {
        this.self = self;
        this.nanos = nanos;
    }

    /** A peer has introduced itself, or shows by its answer that it keeps records. */
    void introduced(String peer, boolean keeps) {
        introduced.put(peer, keeps);
        if (keeps) {
            logged.remove(peer);
        }
    }

    void connected(String peer) {
        connectedAt.put(peer, nanos.getAsLong());
    }

    /** The next process with this name may have another version. */
    void disconnected(String peer) {
        introduced.remove(peer);
        connectedAt.remove(peer);
    }

    /** Returns whether these answers, with those that older members cannot give, are from a majority. */
    boolean isMajority(Membership members, Set<String> answered) {
        long count = members.members().stream()
                .filter(voter -> answered.contains(voter.id()) || keepsNone(voter.id()))
                .count();
        return 2 * count > members.size();
    }

    private boolean keepsNone(String peer) {
        Long since = connectedAt.get(peer);
        if (since == null) {
            return false;
        }
        boolean mayBeLate = nanos.getAsLong() - since < INTRODUCTION_TIMEOUT.toNanos();
        if (introduced.getOrDefault(peer, mayBeLate)) {
            return false;
        }
        if (logged.add(peer)) {
            LOG.warn(
                    "member={}: member {} has an earlier version, which keeps no records of running commands; until it"
                            + " is upgraded, a successor may start its command while an earlier one still runs",
                    self,
                    peer);
        }
        return true;
    }
}
