package dev.baton.quorum.step;

import dev.baton.testkit.quorum.NodeFactory;

/** One rule of the protocol broken, in one line. The node's own assertions are off: others have to notice. */
@SuppressWarnings("ImmutableEnumChecker") // The rules have no fields.
enum PlantedBug {
    SECOND_VOTE("votes again in the same term", new SafetyRules() {
        @Override
        boolean mayVote(Vote cast, long term, String candidate) {
            return term >= cast.term();
        }
    }),
    VOTE_NOT_PERSISTED("tells its vote without waiting for the disk", new SafetyRules() {
        @Override
        boolean isTold(Vote wanted, Vote durable) {
            return true;
        }
    }),
    QUORUM_OFF_BY_ONE("takes half of the members for a majority", new SafetyRules() {
        @Override
        boolean isMajority(int yes, int members, int answered) {
            return yes >= (members + 1) / 2;
        }
    }),
    QUORUM_OF_THE_ALIVE("takes a majority of those that answered for one of the members", new SafetyRules() {
        @Override
        boolean isMajority(int yes, int members, int answered) {
            return yes > answered / 2 && yes > members / 3;
        }
    }),
    LEASE_FROM_RECEIPT("counts a lease from when the acknowledgement came", new SafetyRules() {
        @Override
        long countsFrom(long sent, long answered) {
            return answered;
        }
    }),
    LEASE_AS_LONG_AS_THE_PROMISE("ignores that clocks drift", new SafetyRules() {
        @Override
        long leaderLease(TimingNanos pace) {
            return pace.lease;
        }
    }),
    LEASE_TOO_LONG("leads a quarter longer than its followers promised", new SafetyRules() {
        @Override
        long leaderLease(TimingNanos pace) {
            return pace.lease * 5 / 4;
        }
    }),
    MONOTONIC_LEASE(
            "counts a lease on the monotonic clock alone, which stands still in a suspended machine",
            new SafetyRules() {
                @Override
                long passed(long monotonic, long wall) {
                    return monotonic;
                }
            }),
    PROMISE_FORGOTTEN("forgets its promise when its process is restarted", new SafetyRules() {
        @Override
        LeasePromise kept(LeasePromise remembered) {
            return LeasePromise.NONE;
        }
    }),
    NO_ABSTENTION("votes after a reboot without waiting for the end of a promise it forgot", new SafetyRules() {
        @Override
        boolean isAbstaining(long until, long nanos) {
            return false;
        }
    }),
    VOTE_IGNORES_PROMISE("votes although it has promised not to", new SafetyRules() {
        @Override
        boolean bindsVote(LeasePromise promise, String candidate, long nanos) {
            return false;
        }
    }),
    LATE_HEARTBEAT("acknowledges whoever says that it leads, late or not", new SafetyRules() {
        @Override
        boolean mayAcknowledge(LeasePromise promise, String leader, long beatTerm, long term, long nanos) {
            return true;
        }
    }),
    TRANSFER_KEEPS_LEASE("hands over without giving up its own lease", new SafetyRules() {
        @Override
        MemberRole afterHandingOver(MemberRole role) {
            return role;
        }
    }),
    ANY_PROCESS_IS_DEAD("takes the death of an earlier process for the death of the present one", new SafetyRules() {
        @Override
        boolean frees(LeasePromise promise, String dead, long incarnation) {
            return promise.leader().equals(dead);
        }
    }),
    FORGED_CLOSE_BELIEVED("believes a closed connection whatever the settings say", new SafetyRules() {
        @Override
        boolean believes(TransportTrust trust, boolean loopback) {
            return true;
        }
    }),
    ANY_DISK_VOTES("votes with a new disk before its peers have noted it", new SafetyRules() {
        @Override
        boolean isRegistered(int noted, int members) {
            return true;
        }
    });

    private static final Invariants OFF = new Invariants() {
        @Override
        void check(ElectionState before, StepDraft turn, NodeEvent event, int first) {}
    };

    final String what;
    private final SafetyRules rules;

    PlantedBug(String what, SafetyRules rules) {
        this.what = what;
        this.rules = rules;
    }

    /** Nodes with this bug. */
    NodeFactory maker() {
        return (settings, start, saved, now) -> new MemberNode(settings, rules, OFF, start, saved, now);
    }
}
