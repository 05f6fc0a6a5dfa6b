package dev.baton.quorum.step;

import dev.baton.testkit.quorum.NodeMaker;

/** One rule of the protocol broken, in one line. The node's own assertions are off: others have to notice. */
@SuppressWarnings("ImmutableEnumChecker") // The rules have no fields.
enum PlantedBug {
    SECOND_VOTE("votes again in the same term", new Rules() {
        @Override
        boolean mayVote(Ballot cast, long term, String candidate) {
            return term >= cast.term();
        }
    }),
    VOTE_NOT_PERSISTED("tells its vote without waiting for the disk", new Rules() {
        @Override
        boolean isTold(Ballot wanted, Ballot durable) {
            return true;
        }
    }),
    QUORUM_OFF_BY_ONE("takes half of the members for a majority", new Rules() {
        @Override
        boolean isMajority(int yes, int members, int answered) {
            return yes >= (members + 1) / 2;
        }
    }),
    QUORUM_OF_THE_ALIVE("takes a majority of those that answered for one of the members", new Rules() {
        @Override
        boolean isMajority(int yes, int members, int answered) {
            return yes > answered / 2 && yes > members / 3;
        }
    }),
    LEASE_FROM_RECEIPT("counts a lease from when the acknowledgement came", new Rules() {
        @Override
        long countsFrom(long sent, long answered) {
            return answered;
        }
    }),
    LEASE_AS_LONG_AS_THE_PROMISE("ignores that clocks drift", new Rules() {
        @Override
        long leaderLease(Pace pace) {
            return pace.lease;
        }
    }),
    LEASE_TOO_LONG("leads a quarter longer than its followers promised", new Rules() {
        @Override
        long leaderLease(Pace pace) {
            return pace.lease * 5 / 4;
        }
    }),
    MONOTONIC_LEASE(
            "counts a lease on the monotonic clock alone, which stands still in a suspended machine", new Rules() {
                @Override
                long passed(long monotonic, long wall) {
                    return monotonic;
                }
            }),
    PROMISE_FORGOTTEN("forgets its promise when its process is restarted", new Rules() {
        @Override
        Promise kept(Promise remembered) {
            return Promise.NONE;
        }
    }),
    NO_ABSTENTION("votes after a reboot without waiting for the end of a promise it forgot", new Rules() {
        @Override
        boolean isAbstaining(long until, long nanos) {
            return false;
        }
    }),
    VOTE_IGNORES_PROMISE("votes although it has promised not to", new Rules() {
        @Override
        boolean bindsVote(Promise promise, String candidate, long nanos) {
            return false;
        }
    }),
    LATE_HEARTBEAT("acknowledges whoever says that it leads, late or not", new Rules() {
        @Override
        boolean mayAcknowledge(Promise promise, String leader, long beatTerm, long term, long nanos) {
            return true;
        }
    }),
    TRANSFER_KEEPS_LEASE("hands over without giving up its own lease", new Rules() {
        @Override
        Role afterHandingOver(Role role) {
            return role;
        }
    }),
    ANY_PROCESS_IS_DEAD("takes the death of an earlier process for the death of the present one", new Rules() {
        @Override
        boolean frees(Promise promise, String dead, long incarnation) {
            return promise.leader().equals(dead);
        }
    }),
    FORGED_CLOSE_BELIEVED("believes a closed connection whatever the settings say", new Rules() {
        @Override
        boolean believes(TransportTrust trust, boolean loopback) {
            return true;
        }
    }),
    ANY_DISK_VOTES("votes with a new disk before its peers have noted it", new Rules() {
        @Override
        boolean isRegistered(int noted, int members) {
            return true;
        }
    });

    private static final Invariants OFF = new Invariants() {
        @Override
        void check(Seat before, Turn turn, Event event, int first) {}
    };

    final String what;
    private final Rules rules;

    PlantedBug(String what, Rules rules) {
        this.what = what;
        this.rules = rules;
    }

    /** Nodes with this bug. */
    NodeMaker maker() {
        return (settings, start, saved, now) -> new Node(settings, rules, OFF, start, saved, now);
    }
}
