package dev.baton.quorum.model;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The runs of the module {@code Enrolment}. */
final class EnrolmentModels {
    static final List<String> RULES = List.of("KnownDiskStays", "OwnDiskCounts", "EnrolledVotes");

    private EnrolmentModels() {}

    /** Returns a run in which one member starts with a new disk, and the votes of all are followed. */
    private static Model enrolment(String name, int members, int lost, int witnesses) {
        String all =
                IntStream.rangeClosed(1, members).mapToObj(i -> "s" + i).collect(Collectors.joining(", ", "{", "}"));
        Model model = Model.of("Enrolment-" + name, "Enrolment", RULES, "OneReignPerTerm OneVotePerTerm");
        for (int i = 4; i <= members; i++) {
            model = model.with("s" + i, "s" + i);
        }
        return model.with("c1", "c1")
                .with("c2", "c2")
                .with("Server", all)
                .with("Fresh", "{s1}")
                .with("Voters", all)
                .with("Candidates", "{c1, c2}")
                .with("MaxStores", 2)
                .with("MaxLost", lost)
                .with("Witnesses", witnesses);
    }

    /** Returns a run with the rule of seven members, the smallest group in which not all others are needed. */
    private static Model seven(String name, int witnesses) {
        return enrolment(name, 7, 4, witnesses).with("Voters", "{s1}");
    }

    /** The protocol: as many witnesses as {@code SafetyRules.isRegistered} requires for the disks that are lost. */
    static List<Model> correct() {
        return List.of(
                enrolment("three", 3, 2, 2).with("Fresh", Model.ALL),
                enrolment("five-lose-two", 5, 2, 3),
                enrolment("five-lose-majority", 5, 3, 4),
                seven("seven-lose-majority", 5));
    }

    /** The protocol with larger bounds, for a machine with time. */
    static List<Model> large() {
        return List.of(
                enrolment("large-five", 5, 2, 3).with("Fresh", "{s1, s2}"),
                seven("large-seven", 5).with("MaxStores", 3).with("Voters", "{s1, s2, s3}"));
    }

    /** Every rule is broken once, and one witness is left out. */
    static List<Model> broken() {
        Model small = enrolment("small", 3, 2, 2).with("Voters", "{s1}");
        return List.of(
                small.without("KnownDiskStays"),
                small.without("OwnDiskCounts"),
                small.without("EnrolledVotes"),
                enrolment("small", 5, 2, 2).with("Voters", "{s1}").broken("OneWitnessFewerOfFive"),
                seven("small", 4).broken("OneWitnessFewerOfSeven"));
    }
}
