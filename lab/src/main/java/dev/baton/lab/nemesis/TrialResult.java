package dev.baton.lab.nemesis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What one trial on one store did and found. Its line is the last one that the trial prints.
 *
 * @param faults the numbers of faults by their kinds
 */
record TrialResult(
        String store, long seed, long seconds, int steps, long failovers, int violations, Map<String, Integer> faults) {
    private static final String COMMAND = "nemesis";

    TrialResult {
        faults = Map.copyOf(faults);
    }

    int faultCount() {
        return faults.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Returns the line that {@link #parse} reads. */
    String line() {
        List<String> words = new ArrayList<>(List.of(
                COMMAND,
                "on=" + store,
                "seed=" + seed,
                "seconds=" + seconds,
                "steps=" + steps,
                "faults=" + faultCount(),
                "failovers=" + failovers,
                "violations=" + violations));
        new TreeMap<>(faults).forEach((kind, count) -> words.add(kind + "=" + count));
        return String.join(" ", words);
    }

    /** Reads a line; empty if it is another one. */
    static Optional<TrialResult> parse(String line) {
        List<String> words = List.of(line.split(" ", -1));
        if (!words.get(0).equals(COMMAND)) {
            return Optional.empty();
        }
        Map<String, String> fields = new LinkedHashMap<>();
        for (String word : words.subList(1, words.size())) {
            int at = word.indexOf('=');
            if (at <= 0) {
                return Optional.empty();
            }
            fields.put(word.substring(0, at), word.substring(at + 1));
        }
        try {
            String store = text(fields, "on");
            long seed = Long.parseLong(text(fields, "seed"));
            long seconds = Long.parseLong(text(fields, "seconds"));
            int steps = Integer.parseInt(text(fields, "steps"));
            int all = Integer.parseInt(text(fields, "faults"));
            long failovers = Long.parseLong(text(fields, "failovers"));
            int violations = Integer.parseInt(text(fields, "violations"));
            Map<String, Integer> faults = new TreeMap<>();
            fields.forEach((kind, count) -> faults.put(kind, Integer.parseInt(count)));
            TrialResult result = new TrialResult(store, seed, seconds, steps, failovers, violations, faults);
            return result.faultCount() == all ? Optional.of(result) : Optional.empty();
        } catch (IllegalArgumentException damaged) {
            return Optional.empty();
        }
    }

    private static String text(Map<String, String> fields, String name) {
        return Optional.ofNullable(fields.remove(name))
                .orElseThrow(() -> new IllegalArgumentException("no field " + name));
    }
}
