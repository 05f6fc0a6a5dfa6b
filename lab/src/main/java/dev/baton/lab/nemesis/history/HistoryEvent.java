package dev.baton.lab.nemesis.history;

import java.util.Locale;

/**
 * One line of a history. Times are from {@link System#nanoTime()}, which all processes of a machine share. A line is the name
 * of the event and its fields in order, with a space between them. Spaces in a field are no-break spaces.
 */
public sealed interface HistoryEvent {

    /** Returns the time at which the event was over. */
    long nanos();

    /** An event of one tenure. */
    sealed interface OfTenure extends HistoryEvent {
        String election();

        long epoch();
    }

    /** A candidate was notified that it leads. The number distinguishes the candidates of one process. */
    record Acquired(String election, long epoch, int candidate, long nanos) implements OfTenure {}

    /** A candidate was notified of the end of a tenure, with {@code released} or {@code lost} and the reason. */
    record Ended(String election, long epoch, int candidate, long nanos, String how) implements OfTenure {}

    /** A leadership was valid at some instant between the two times. */
    record Valid(String election, long epoch, long before, long nanos) implements OfTenure {}

    /** A leader wrote to a resource. The write took effect between the two times, if it was accepted. */
    record Written(String resource, String election, long epoch, long sent, long nanos, WriteOutcome outcome)
            implements OfTenure {}

    /** A command of {@code baton run} was running at this time. */
    record Beat(String election, long epoch, long nanos) implements OfTenure {}

    /** A process has stopped all candidates in an orderly way. */
    record Closed(long nanos) implements HistoryEvent {}

    /** The trial has killed a process. */
    record Killed(String process, long nanos) implements HistoryEvent {}

    /** The trial has requested the orderly end of a process. */
    record Stopping(String process, long nanos) implements HistoryEvent {}

    /** The faults of a step begin. */
    record Injected(int step, String faults, long nanos) implements HistoryEvent {}

    /** All faults of a step have ended, and every election must have a leader within the given time. */
    record Healed(int step, long nanos, long boundNanos) implements HistoryEvent {}

    /** A record or a resource was not reconciled within the time for that after the faults of a step. */
    record Unreconciled(int step, String what, long nanos) implements HistoryEvent {}

    /** The processes changed something that does not belong to the store. */
    record Damaged(int step, String what, long nanos) implements HistoryEvent {}

    /** Something exists although all processes have ended. */
    record Left(String what, long nanos) implements HistoryEvent {}

    /** What a leader knows about a write. */
    enum WriteOutcome {
        /** A resource with a guard accepted it. */
        ACCEPTED,
        REFUSED,
        /** The reply did not arrive. */
        UNKNOWN,
        /** A resource without a guard accepted it. Recorded, not judged. */
        UNGUARDED
    }

    /** Returns the line of this event. */
    default String line() {
        StringBuilder line = new StringBuilder(getClass().getSimpleName().toLowerCase(Locale.ROOT));
        for (var component : getClass().getRecordComponents()) {
            try {
                Object value = component.getAccessor().invoke(this);
                line.append(' ').append(String.valueOf(value).replaceAll("\\s+", "\u00a0"));
            } catch (ReflectiveOperationException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
        return line.toString();
    }

    /**
     * Reads a line.
     *
     * @throws IllegalArgumentException if it is not a complete line of a history
     */
    static HistoryEvent parse(String line) {
        String[] word = line.split(" ", -1);
        try {
            return switch (word[0]) {
                case "acquired" -> new Acquired(word[1], number(word[2]), (int) number(word[3]), number(word[4]));
                case "ended" -> new Ended(word[1], number(word[2]), (int) number(word[3]), number(word[4]), word[5]);
                case "valid" -> new Valid(word[1], number(word[2]), number(word[3]), number(word[4]));
                case "written" ->
                    new Written(
                            word[1],
                            word[2],
                            number(word[3]),
                            number(word[4]),
                            number(word[5]),
                            WriteOutcome.valueOf(word[6]));
                case "beat" -> new Beat(word[1], number(word[2]), number(word[3]));
                case "closed" -> new Closed(number(word[1]));
                case "killed" -> new Killed(word[1], number(word[2]));
                case "stopping" -> new Stopping(word[1], number(word[2]));
                case "injected" -> new Injected((int) number(word[1]), word[2], number(word[3]));
                case "healed" -> new Healed((int) number(word[1]), number(word[2]), number(word[3]));
                case "unreconciled" -> new Unreconciled((int) number(word[1]), word[2], number(word[3]));
                case "damaged" -> new Damaged((int) number(word[1]), word[2], number(word[3]));
                case "left" -> new Left(word[1], number(word[2]));
                default -> throw new IllegalArgumentException("unknown event in \"" + line + "\"");
            };
        } catch (ArrayIndexOutOfBoundsException incomplete) {
            throw new IllegalArgumentException("incomplete line \"" + line + "\"", incomplete);
        }
    }

    private static long number(String word) {
        return Long.parseLong(word);
    }
}
