package dev.baton.lab.peers;

import dev.baton.lab.SampleSet;
import java.time.Duration;
import java.util.Optional;

/** A cell of the page. */
sealed interface PeerFigure {

    /** Not measured, with the reason. */
    record Missing(String reason) implements PeerFigure {}

    /**
     * The time until another process led.
     *
     * @param millis the times of the rounds in which one did
     * @param without the number of rounds in which none did within the limit
     */
    record Takeovers(SampleSet millis, int without, Duration limit) implements PeerFigure {}

    /**
     * Whether two processes led at the same time.
     *
     * @param rounds the number of rounds
     * @param seen the number of rounds in which two leaders were seen
     * @param longest the longest time for which they were seen
     */
    record Overlaps(int rounds, int seen, Optional<Duration> longest) implements PeerFigure {}

    /** A number, such as that of connections. */
    record Count(double value) implements PeerFigure {}
}
