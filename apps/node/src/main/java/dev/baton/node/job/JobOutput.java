package dev.baton.node.job;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The output of a job so far.
 *
 * @param end its last part
 * @param bytes the length of all of it in bytes of UTF-8, if the agent counts it
 */
public record JobOutput(String end, Optional<Long> bytes) {

    /** Returns an output of which nothing is missing. */
    public static JobOutput whole(String text) {
        return new JobOutput(text, Optional.of((long) text.getBytes(StandardCharsets.UTF_8).length));
    }
}
