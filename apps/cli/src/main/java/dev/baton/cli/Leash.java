package dev.baton.cli;

import dev.baton.spi.CandidateTiming;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A command that ends, with its descendants, when leadership does.
 *
 * @param level how its processes are held
 * @param command the words of the command
 * @param grace the time between TERM and KILL
 * @param feedInterval the time between two new deadlines for the watchdog
 * @param environment variables of the command, in addition to those of the tenure
 * @param captured whether this process reads the output and the command has no input; otherwise it inherits both
 */
record Leash(
        LeashLevel level,
        List<String> command,
        Duration grace,
        Duration feedInterval,
        Map<String, String> environment,
        boolean captured) {

    /** Returns a leash that is fed often enough for this timing: a renewal reaches the watchdog in time. */
    static Leash of(LeashLevel level, CandidateTiming timing, List<String> command) {
        long quarter = timing.renewInterval().toMillis() / 4;
        Duration feedInterval = Duration.ofMillis(Math.max(20, Math.min(500, quarter)));
        return new Leash(level, command, timing.stopGrace(), feedInterval, Map.of(), false);
    }

    Leash with(String name, String value) {
        return new Leash(level, command, grace, feedInterval, Map.of(name, value), captured);
    }
}
