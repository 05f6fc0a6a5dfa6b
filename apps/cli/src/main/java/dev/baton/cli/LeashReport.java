package dev.baton.cli;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the processes of a leash have reported so far; see {@code leash.sh}. The command can write to the same file, so
 * that nothing here decides whether a process has ended.
 */
record LeashReport(List<String> lines) {
    static final String GATE_CLOSED = "w\n";
    static final String GATE_OPEN = "o\n";
    static final String GATE_SHUT = "s\n";

    static LeashReport parse(String text) {
        // The last line can be incomplete.
        return new LeashReport(
                text.substring(0, text.lastIndexOf('\n') + 1).lines().skip(1).toList());
    }

    /** Returns whether the command starts as soon as the gate opens. */
    boolean isReady() {
        return lines.contains("ready");
    }

    /** Returns the pid of the namespace's first process. */
    Optional<Long> init() {
        return number("init").findFirst();
    }

    /** Returns the pid of the command, which is also its process group. */
    Optional<Long> command() {
        return number("command").findFirst();
    }

    /** Returns the exit code of the command, if it has ended. */
    Optional<Integer> exitCode() {
        return number("ended").findFirst().map(Long::intValue);
    }

    /** Returns whether the command ended before the watchdog sent it a signal. */
    boolean endedByItself() {
        int stopping = lines.indexOf("stopping");
        return (stopping < 0 ? lines : lines.subList(0, stopping)).stream().anyMatch(line -> line.startsWith("ended "));
    }

    /** Returns whether the watchdog saw the end of every process of the command. */
    boolean isGone() {
        return lines.contains("gone");
    }

    private Stream<Long> number(String word) {
        return lines.stream()
                .filter(line -> line.matches(word + " [0-9]{1,9}"))
                .map(line -> Long.valueOf(line.substring(word.length() + 1)));
    }
}
