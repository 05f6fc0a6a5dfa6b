package dev.baton.lab.storm;

import dev.baton.testkit.TenureChecker;
import java.util.ArrayList;
import java.util.List;

/** What the processes of a storm saw, and what of it breaks a rule. */
final class StormReport {
    private final TenureChecker tenures = new TenureChecker();
    private final List<String> violations = new ArrayList<>();
    private int leaderships;
    private long calls;

    /** Adds a line of a process. */
    void add(String process, List<String> words) {
        switch (words.get(0)) {
            case "valid" -> {
                long epoch = Long.parseLong(words.get(1));
                tenures.began(epoch, Long.parseLong(words.get(2)));
                tenures.ended(epoch, Long.parseLong(words.get(3)));
                leaderships++;
            }
            case "unconfirmed" ->
                violations.add(process + " led with epoch " + words.get(1) + ", but the store named " + words.get(2));
            case "ended" -> calls += Long.parseLong(words.get(1));
            default -> {
                // Not part of the protocol.
            }
        }
    }

    /** Notes something that no process sends. */
    void violation(String text) {
        violations.add(text);
    }

    List<String> violations() {
        List<String> all = new ArrayList<>(violations);
        all.addAll(tenures.epochViolations());
        all.addAll(tenures.overlapViolations());
        return all;
    }

    /** Returns the last line of the command, which always has this form. */
    String summary(int processes, int threads, long seconds) {
        return "restart-storm processes=" + processes + " threads=" + threads + " seconds=" + seconds + " calls="
                + calls + " leaderships=" + leaderships + " violations="
                + violations().size();
    }
}
