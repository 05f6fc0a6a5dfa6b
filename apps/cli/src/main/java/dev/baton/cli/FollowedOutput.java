package dev.baton.cli;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The output of a job as far as it was printed. A node has only the end of it, and says how much there was in all. */
final class FollowedOutput {
    /** The part of the output that must be found again in a later one, if the agent does not count it. */
    private static final int LONGEST_MARK = 1024;

    private String end = "";
    private Optional<Long> bytes = Optional.empty();
    private long epoch;

    /**
     * What an output has in addition to the one before.
     *
     * @param skipped the number of bytes before the text that are not known any more
     */
    record Addition(long skipped, String text) {
        static final Addition NONE = new Addition(0, "");
    }

    /**
     * Returns what is new.
     *
     * @param now the end of the output
     * @param total the length of the whole output in bytes of UTF-8, if the agent counts it
     * @param jobEpoch the epoch of the job; in another one, the output begins again
     */
    Addition next(String now, Optional<Long> total, long jobEpoch) {
        // After the end of a lease, a job keeps its output until the next attempt has some.
        if (now.equals(end) && total.equals(bytes)) {
            return Addition.NONE;
        }
        Addition addition = total.isEmpty() ? new Addition(0, added(end, now)) : counted(now, total.get(), jobEpoch);
        end = now;
        bytes = total;
        epoch = jobEpoch;
        return addition;
    }

    private Addition counted(String now, long total, long jobEpoch) {
        long before = jobEpoch == epoch ? bytes.filter(count -> count <= total).orElse(0L) : 0;
        byte[] known = now.getBytes(StandardCharsets.UTF_8);
        int fresh = (int) Math.min(total - before, known.length);
        return new Addition(
                total - before - fresh, new String(known, known.length - fresh, fresh, StandardCharsets.UTF_8));
    }

    /** Returns what a later end of an output has in addition to an earlier one; all of it if they do not overlap. */
    private static String added(String before, String now) {
        if (before.isEmpty() || now.startsWith(before)) {
            return now.substring(before.length());
        }
        String mark = before.substring(Math.max(0, before.length() - LONGEST_MARK));
        int found = now.lastIndexOf(mark);
        return found < 0 ? now : now.substring(found + mark.length());
    }
}
