package dev.baton.testkit.quorum;

import java.util.Locale;

/** All events of a schedule, one per line, to analyse a failing seed; empty unless enabled. */
final class EventTrace {
    private final boolean enabled;
    private final StringBuilder text = new StringBuilder();

    EventTrace(boolean enabled) {
        this.enabled = enabled;
    }

    /** Adds a line. The text is computed only if the trace is enabled. */
    void add(long real, String node, String prefix, Object event) {
        if (enabled) {
            text.append(String.format(Locale.ROOT, "%11.6f  %-4s %s%s%n", real / 1e9, node, prefix, event));
        }
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
