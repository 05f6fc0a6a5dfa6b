package dev.baton.fence;

import dev.baton.Leadership;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The epoch of a writer.
 *
 * @param tenureId the id of the tenure, if its store keeps one
 */
record WriterEpoch(String election, long epoch, Optional<String> tenureId) {

    static WriterEpoch of(Leadership leadership) {
        return new WriterEpoch(leadership.election(), leadership.epoch(), leadership.tenureId());
    }

    /** Returns the text that the table keeps. It has the epoch, because a program of release 0.1 raises only the epoch. */
    String mark() {
        return epoch + " " + tenureId.orElse("");
    }

    /** Returns the pattern of the marks of all tenures with this epoch. */
    String anyMark() {
        return epoch + " %";
    }

    /** Returns what a row with these columns means for this writer. */
    SeenEpoch seen(long highest, @Nullable String mark) {
        boolean other = mark != null && mark.startsWith(epoch + " ") && !mark.equals(mark());
        return new SeenEpoch(highest, highest == epoch && other);
    }
}
