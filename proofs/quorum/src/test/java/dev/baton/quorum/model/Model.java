package dev.baton.quorum.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One run of the model checker.
 *
 * @param module the TLA+ module
 * @param constants the bounds and the enabled rules
 * @param invariants what must hold in every state
 * @param fails whether a rule is disabled, so that the run must fail
 */
record Model(String name, String module, Map<String, String> constants, String invariants, boolean fails) {

    /** All members. A constant of the configuration cannot be the value of another one. */
    static final String ALL = "{s1, s2, s3}";

    /** Returns a run among three members with all rules. The names in all runs are the same. */
    static Model of(String name, String module, List<String> rules, String invariants) {
        Map<String, String> constants = new LinkedHashMap<>();
        for (String each : List.of("s1", "s2", "s3", "Nobody")) {
            constants.put(each, each);
        }
        constants.put("Server", ALL);
        rules.forEach(rule -> constants.put(rule, "TRUE"));
        return new Model(name, module, constants, invariants, false);
    }

    Model with(String constant, int value) {
        return with(constant, Integer.toString(value));
    }

    Model with(String constant, String value) {
        Map<String, String> changed = new LinkedHashMap<>(constants);
        changed.put(constant, value);
        return new Model(name, module, changed, invariants, fails);
    }

    /** Returns this run without a rule, under the name of the rule. */
    Model without(String rule) {
        if (!constants.containsKey(rule)) {
            throw new IllegalArgumentException(module + " has no rule " + rule);
        }
        return with(rule, "FALSE").broken(rule);
    }

    /** Returns this run as one that must fail. */
    Model broken(String what) {
        return new Model(module + "-" + what, module, constants, invariants, true);
    }

    /** Returns the configuration file of the model checker. */
    String settings() {
        StringBuilder text = new StringBuilder("SPECIFICATION Spec\nCONSTANTS\n");
        constants.forEach((constant, value) -> text.append(String.format("  %s = %s%n", constant, value)));
        return text.append("SYMMETRY Names\nINVARIANTS ")
                .append(invariants)
                .append("\nCHECK_DEADLOCK FALSE\n")
                .toString();
    }
}
