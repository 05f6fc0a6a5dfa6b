package dev.baton.quorum.model;

import java.util.List;

/** The runs of the module {@code Election}. */
final class ElectionModels {
    static final List<String> RULES = List.of(
            "OneVote",
            "DurableVote",
            "WholeMajority",
            "VoteHonoursPromise",
            "AckHonoursOthers",
            "CountFromSend",
            "AckOfTerm",
            "ResignEndsLease",
            "ResignOfTerm",
            "TrueEvidence",
            "EvidenceOfProcess",
            "EndProven",
            "PromiseKept",
            "AbstentionKept",
            "AbstainAfterBoot",
            "AbstainAfterMove");

    private ElectionModels() {}

    /** Returns a run with two terms, one tick and no fault. */
    private static Model election(String name) {
        return Model.of("Election-" + name, "Election", RULES, "OneReignPerTerm OneLeaseAtATime")
                .with("MaxTerm", 2)
                .with("MaxTime", 2)
                .with("MaxRestarts", 0)
                .with("MaxBoots", 0)
                .with("MaxMoves", 0)
                .with("MaxLost", 0)
                .with("Rates", "{1}")
                .with("Successors", "{}")
                .with("NewDisks", "FALSE")
                .with("Promised", 1)
                .with("Leased", 1)
                .with("Witnesses", 2);
    }

    private static Model drifting(String name) {
        return election(name).with("Rates", "{1, 2}").with("Promised", 2);
    }

    /** Returns a run that starts with new disks and votes in one term. */
    private static Model disks(String name) {
        return election(name).with("MaxTerm", 1).with("MaxTime", 1).with("NewDisks", "TRUE");
    }

    /** The protocol, with one kind of fault in each run. */
    static List<Model> correct() {
        return List.of(
                election("lease"),
                election("transfer").with("MaxTime", 1).with("Successors", Model.ALL),
                election("restart").with("MaxTime", 1).with("MaxRestarts", 1),
                election("boot").with("MaxTime", 1).with("MaxBoots", 1),
                election("move").with("MaxTime", 1).with("MaxMoves", 1),
                drifting("drift"),
                disks("lost").with("MaxLost", 2));
    }

    /** The protocol with larger bounds, for a machine with time. */
    static List<Model> large() {
        return List.of(
                election("large")
                        .with("MaxTime", 3)
                        .with("MaxRestarts", 1)
                        .with("Promised", 2)
                        .with("Leased", 2),
                election("large-boot").with("MaxBoots", 1).with("MaxRestarts", 1),
                drifting("large-drift"),
                drifting("large-move").with("MaxMoves", 1),
                disks("large-lost").with("MaxTerm", 2).with("MaxLost", 2));
    }

    /** Every rule is broken once, with the smallest bounds in which that produces two leaders. */
    static List<Model> broken() {
        Model small = election("small").with("MaxTime", 1);
        return List.of(
                small.without("OneVote"),
                small.with("MaxRestarts", 1).without("DurableVote"),
                small.without("WholeMajority"),
                small.without("VoteHonoursPromise"),
                small.without("AckHonoursOthers"),
                election("two").without("CountFromSend"),
                small.with("MaxTerm", 3).without("AckOfTerm"),
                small.without("ResignEndsLease"),
                small.with("MaxTerm", 3).without("ResignOfTerm"),
                small.without("TrueEvidence"),
                small.with("MaxRestarts", 1).without("EvidenceOfProcess"),
                small.with("MaxMoves", 1).without("EndProven"),
                small.with("MaxRestarts", 1).without("PromiseKept"),
                small.with("MaxBoots", 1).with("MaxRestarts", 1).without("AbstentionKept"),
                small.with("MaxBoots", 1).without("AbstainAfterBoot"),
                small.with("MaxMoves", 1).without("AbstainAfterMove"),
                election("two").with("Leased", 2).broken("LeaseTooLong"),
                drifting("two").with("Leased", 2).broken("DriftIgnored"),
                disks("lost").with("MaxLost", 1).with("Witnesses", 1).broken("OneWitness"),
                disks("lost")
                        .with("NewDisks", "FALSE")
                        .with("MaxLost", 1)
                        .with("Witnesses", 0)
                        .broken("AnyDiskVotes"));
    }
}
