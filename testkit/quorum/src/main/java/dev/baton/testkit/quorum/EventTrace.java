package dev.baton.testkit.quorum;

/** What happened, line by line, for somebody who wants to understand a failing seed; empty unless asked for. */
final class EventTrace {
    private final boolean wanted;
    private final StringBuilder text = new StringBuilder();

    EventTrace(boolean wanted) {
        this.wanted = wanted;
    }

    boolean isWanted() {
        return wanted;
    }

    void add(long real, String node, String what) {
        if (wanted) {
            text.append(String.format("%11.6f  %-4s %s%n", real / 1e9, node, what));
        }
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
