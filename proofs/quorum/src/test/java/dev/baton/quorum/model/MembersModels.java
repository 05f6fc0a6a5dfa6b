package dev.baton.quorum.model;

import java.util.List;

/** The runs of the module {@code Members}. */
final class MembersModels {
    static final List<String> RULES = List.of(
            "OldListRefused",
            "MajorityFirst",
            "LeaderIsLatest",
            "WaitForLeases",
            "FloorKept",
            "WrittenFirst",
            "DiskOfList");

    private MembersModels() {}

    /** Returns a run with one change by one leader of the group, and one term of the other election. */
    private static Model members(String name) {
        return Model.of("Members-" + name, "Members", RULES, "OneReignPerTerm OneLeaseAtATime OneListOfAName")
                .with("Founders", Model.ALL)
                .with("Operators", Model.ALL)
                .with("Candidates", Model.ALL)
                .with("First", "Nobody")
                .with("MaxGroupTerm", 1)
                .with("MaxTerm", 1)
                .with("MaxTime", 2)
                .with("MaxVersion", 1)
                .with("MaxRestarts", 0)
                .with("MaxWipes", 0)
                .with("Promised", 1)
                .with("Leased", 1);
    }

    /** Returns a run in which one member leads the group from the start, with two changes. */
    private static Model led(String name) {
        return members(name).with("First", "s1").with("Operators", "{s1}").with("MaxVersion", 2);
    }

    /** The protocol, with one kind of disturbance in each run. */
    static List<Model> correct() {
        return List.of(
                led("changes").with("MaxTime", 3),
                led("rivals")
                        .with("MaxTime", 1)
                        .with("Promised", 0)
                        .with("Leased", 0)
                        .with("MaxVersion", 1)
                        .with("MaxGroupTerm", 2)
                        .with("Operators", "{s2}")
                        .with("Candidates", "{s1, s2}"),
                led("newcomer")
                        .with("Founders", "{s1, s2}")
                        .with("MaxVersion", 1)
                        .with("MaxRestarts", 1),
                led("replaced").with("MaxVersion", 1).with("MaxWipes", 1));
    }

    /** The protocol with larger bounds, for a machine with time. */
    static List<Model> large() {
        return List.of(
                led("large").with("MaxTerm", 2).with("MaxTime", 3),
                members("large-rivals")
                        .with("MaxGroupTerm", 2)
                        .with("MaxTime", 3)
                        .with("MaxVersion", 2),
                led("large-newcomer")
                        .with("Founders", "{s1, s2}")
                        .with("MaxTerm", 2)
                        .with("MaxRestarts", 1)
                        .with("MaxWipes", 1));
    }

    /** Every rule is broken once, with the smallest bounds in which that produces two leaders. */
    static List<Model> broken() {
        // Without leases no time has to pass. Two leaders in one term need none.
        Model timeless = led("timeless").with("MaxTime", 1).with("Promised", 0).with("Leased", 0);
        return List.of(
                timeless.without("OldListRefused"),
                timeless.without("MajorityFirst"),
                timeless.with("MaxGroupTerm", 2)
                        .with("Operators", "{s2}")
                        .with("Candidates", "{s1, s2}")
                        .without("LeaderIsLatest"),
                led("one-tick").with("MaxTime", 1).with("MaxTerm", 2).without("WaitForLeases"),
                timeless.without("FloorKept"),
                timeless.with("MaxRestarts", 1).without("WrittenFirst"),
                timeless.with("MaxWipes", 1).with("MaxVersion", 1).without("DiskOfList"));
    }
}
