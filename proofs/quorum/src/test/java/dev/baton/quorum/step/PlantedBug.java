package dev.baton.quorum.step;

import dev.baton.testkit.quorum.NodeFactory;
import java.util.Collection;
import java.util.List;

/** One rule of the protocol, broken in one line. The node's assertions are disabled, so the simulator must detect it. */
@SuppressWarnings("ImmutableEnumChecker") // The rules have no fields.
public enum PlantedBug {
    SECOND_VOTE("votes again in the same term", new SafetyRules() {
        @Override
        boolean mayVote(Vote cast, long term, String candidate) {
            return term >= cast.term();
        }
    }),
    VOTE_NOT_PERSISTED("sends its vote before it is on disk", new SafetyRules() {
        @Override
        boolean mayAnnounce(Vote vote, Vote durable) {
            return true;
        }
    }),
    QUORUM_OFF_BY_ONE("accepts half of the members as a majority", new SafetyRules() {
        @Override
        boolean isMajority(int yes, int members, int answered) {
            return yes >= (members + 1) / 2;
        }
    }),
    QUORUM_OF_THE_ALIVE("counts a majority over the members that answered", new SafetyRules() {
        @Override
        boolean isMajority(int yes, int members, int answered) {
            return yes > answered / 2 && yes > members / 3;
        }
    }),
    LEASE_FROM_RECEIPT("starts a lease when the acknowledgement arrives", new SafetyRules() {
        @Override
        long leaseStart(long sent, long acknowledged) {
            return acknowledged;
        }
    }),
    LEASE_AS_LONG_AS_THE_PROMISE("ignores the drift of clocks", new SafetyRules() {
        @Override
        long leaderLease(TimingNanos timing) {
            return timing.lease;
        }
    }),
    LEASE_TOO_LONG(
            "leads 25 % longer than its followers promised",
            new SafetyRules() {
                @Override
                long leaderLease(TimingNanos timing) {
                    return timing.lease * 5 / 4;
                }
            }),
    MONOTONIC_LEASE(
            "measures a lease only on the monotonic clock, which stops while the machine is suspended",
            new SafetyRules() {
                @Override
                long elapsed(long monotonic, long wall) {
                    return monotonic;
                }
            }),
    PROMISE_FORGOTTEN("forgets its promise when its process restarts", new SafetyRules() {
        @Override
        LeasePromise restored(LeasePromise saved) {
            return LeasePromise.NONE;
        }
    }),
    NO_ABSTENTION("votes after a reboot before a forgotten promise has ended", new SafetyRules() {
        @Override
        boolean isAbstaining(long until, long nanos) {
            return false;
        }
    }),
    VOTE_IGNORES_PROMISE("votes in spite of its promise", new SafetyRules() {
        @Override
        boolean bindsVote(LeasePromise promise, String candidate, long incarnation, long nanos) {
            return false;
        }
    }),
    LATE_HEARTBEAT("acknowledges every heartbeat, even an outdated one", new SafetyRules() {
        @Override
        boolean mayAcknowledge(
                LeasePromise promise, String leader, long incarnation, long beatTerm, long term, long nanos) {
            return true;
        }
    }),
    TRANSFER_KEEPS_LEASE("transfers leadership without ending its own lease", new SafetyRules() {
        @Override
        MemberRole roleAfterRelease(MemberRole role) {
            return role;
        }
    }),
    ANY_PROCESS_IS_DEAD("takes the end of an earlier process for the end of the current one", new SafetyRules() {
        @Override
        boolean endsPromise(LeasePromise promise, String ended, long incarnation) {
            return promise.leader().equals(ended);
        }
    }),
    FORGED_CLOSE_TRUSTED("takes a closed or refused connection for the end of a process", new SafetyRules() {
        @Override
        boolean trustsEnd(boolean proven) {
            return true;
        }
    }),
    LEASES_NOT_COMPARED("ignores that other members have other leases", new SafetyRules() {
        @Override
        TimingNanos timing(TimingNanos own, Collection<AnnouncedTiming> announced) {
            return own;
        }
    }),
    ANY_DISK_VOTES("votes with a new disk before its peers have recorded it", new SafetyRules() {
        @Override
        boolean isRegistered(int recorded, int members) {
            return true;
        }
    });

    private static final Invariants DISABLED = new Invariants() {
        @Override
        void check(
                ElectionState before,
                ElectionState after,
                NodeEvent.StepEvent event,
                long nanos,
                List<NodeEffect> effects) {}
    };

    final String description;
    final SafetyRules rules;

    PlantedBug(String description, SafetyRules rules) {
        this.description = description;
        this.rules = rules;
    }

    /** Returns a factory of nodes with this bug. */
    NodeFactory factory() {
        return (settings, start, saved, now) -> new MemberNode(settings, rules, DISABLED, start, saved, now);
    }
}
