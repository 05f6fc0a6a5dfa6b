package dev.baton.seams;

import java.util.List;

/** Bugs planted in the leash of a command. */
final class LeashMutants {
    private static final String DEADLINE = "dev.baton.cli.LeashDeadlineTest";

    static final List<SeamMutant> ALL = List.of(
            new SeamMutant(
                    "LEASH_DEADLINE_READ_ONCE",
                    "the watchdog trusts a deadline that it read while it changed",
                    leash("    read -r again </proc/self/fd/3\n", "    again=$deadline\n"),
                    DEADLINE,
                    "deadlineThatWasReadWhileItChangedIsReadAgain"),
            new SeamMutant(
                    "LEASH_DEADLINE_TAKEN_ONCE",
                    "the watchdog takes its first deadline and no later one",
                    leash(
                            "    read_deadline\n    uptime_ms",
                            "    [ -n \"${deadline:-}\" ] || read_deadline\n    uptime_ms"),
                    DEADLINE,
                    "watchdogTakesEveryNewDeadline"),
            new SeamMutant(
                    "LEASH_DEADLINE_NOT_ENFORCED",
                    "the watchdog waits although the deadline has passed",
                    leash("    [ $left -gt 0 ] || break\n", "    [ $left -gt 0 ] || left=200\n"),
                    DEADLINE,
                    "watchdogTakesEveryNewDeadline"));

    private LeashMutants() {}

    private static List<SourceEdit> leash(String original, String replacement) {
        return List.of(new SourceEdit("apps/cli", "dev/baton/cli/leash.sh", original, replacement));
    }
}
