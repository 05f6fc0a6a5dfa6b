package dev.baton.quorum.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One run of the model checker.
 *
 * @param module the TLA+ module
 * @param constants the bounds and the enabled rules
 * @param fails whether a rule is disabled, so that the run must fail
 */
record Model(String name, String module, Map<String, String> constants, boolean fails) {
    private static final List<String> ELECTION_RULES = List.of(
            "OneVote",
            "DurableVote",
            "WholeMajority",
            "PromiseKept",
            "VoteHonoursPromise",
            "AckHonoursOthers",
            "CountFromSend",
            "ResignEndsLease",
            "TrueEvidence");
    private static final List<String> MEMBER_RULES =
            List.of("OldListRefused", "MajorityFirst", "LeaderIsLatest", "WaitForLeases", "FloorKept");

    /**
     * Returns all runs. The {@code large} ones combine the bounds of the small ones: two terms, three ticks and a restart
     * of an election; two leaders of the group and two terms under its memberships.
     */
    static List<Model> all(boolean large) {
        List<Model> models = new ArrayList<>();
        if (large) {
            models.add(election("Election-large"));
            models.add(members("Members-large"));
            return models;
        }
        models.add(election("Election").with("MaxRestarts", "0"));
        models.add(election("Election-restarts")
                .with("MaxTime", "2")
                .with("Promised", "1")
                .with("Leased", "1"));
        models.add(members("Members").with("MaxGroupTerm", "1"));
        models.add(members("Members-rivals").with("MaxTerm", "1"));
        models.add(brokenElection("Election-LeaseTooLong", 2, 0).with("Leased", "2"));
        for (String rule : ELECTION_RULES) {
            int time = rule.equals("CountFromSend") ? 2 : 1;
            int restarts = rule.equals("DurableVote") || rule.equals("PromiseKept") ? 1 : 0;
            models.add(brokenElection("Election-" + rule, time, restarts).with(rule, "FALSE"));
        }
        for (String rule : MEMBER_RULES) {
            boolean needsTerms = rule.equals("WaitForLeases") || rule.equals("MajorityFirst");
            models.add(members("Members-" + rule)
                    .with(rule, "FALSE")
                    .with("MaxGroupTerm", rule.equals("LeaderIsLatest") ? "2" : "1")
                    .with("MaxTerm", needsTerms ? "2" : "1")
                    .with("MaxTime", rule.equals("WaitForLeases") ? "1" : "3")
                    .broken());
        }
        return models;
    }

    /** Returns a mutant with the smallest bounds in which it fails. The protocol passes with larger ones. */
    private static Model brokenElection(String name, int time, int restarts) {
        return election(name)
                .with("MaxTime", Integer.toString(time))
                .with("MaxRestarts", Integer.toString(restarts))
                .with("Promised", "1")
                .with("Leased", "1")
                .broken();
    }

    private static Model election(String name) {
        Map<String, String> constants = common(ELECTION_RULES);
        constants.put("MaxTerm", "2");
        constants.put("MaxTime", "3");
        constants.put("MaxRestarts", "1");
        constants.put("Promised", "2");
        constants.put("Leased", "2");
        return new Model(name, "Election", constants, false);
    }

    private static Model members(String name) {
        Map<String, String> constants = common(MEMBER_RULES);
        constants.put("Founders", "{s1, s2, s3}");
        constants.put("MaxGroupTerm", "2");
        constants.put("MaxTerm", "2");
        constants.put("MaxTime", "3");
        constants.put("MaxVersion", "2");
        constants.put("Promised", "1");
        constants.put("Leased", "1");
        return new Model(name, "Members", constants, false);
    }

    private static Map<String, String> common(List<String> rules) {
        Map<String, String> constants = new LinkedHashMap<>();
        for (String name : List.of("s1", "s2", "s3", "Nobody")) {
            constants.put(name, name);
        }
        constants.put("Server", "{s1, s2, s3}");
        rules.forEach(rule -> constants.put(rule, "TRUE"));
        return constants;
    }

    private Model with(String constant, String value) {
        Map<String, String> changed = new LinkedHashMap<>(constants);
        changed.put(constant, value);
        return new Model(name, module, changed, fails);
    }

    private Model broken() {
        return new Model(name, module, constants, true);
    }

    /** Returns the configuration file of the model checker. */
    String settings() {
        StringBuilder text = new StringBuilder("SPECIFICATION Spec\nCONSTANTS\n");
        constants.forEach((constant, value) -> text.append(String.format("  %s = %s%n", constant, value)));
        return text.append("SYMMETRY Names\nINVARIANTS OneReignPerTerm OneLeaseAtATime\nCHECK_DEADLOCK FALSE\n")
                .toString();
    }
}
