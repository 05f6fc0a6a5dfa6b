package dev.baton.seams;

import java.util.List;

/** Bugs planted in the leash of a command. */
final class LeashMutants {
    private static final String DEADLINE = "dev.baton.cli.LeashDeadlineTest";
    private static final String NO_PROCESS = "dev.baton.cli.LeashProcessLimitTest";

    static final List<SeamMutant> ALL = List.of(
            new SeamMutant(
                    "LEASH_DEADLINE_READ_ONCE",
                    "the watchdog trusts a deadline that it read while it changed",
                    leash("    read -r _b_again </proc/self/fd/3\n", "    _b_again=$_b_deadline\n"),
                    DEADLINE,
                    "deadlineThatWasReadWhileItChangedIsReadAgain"),
            new SeamMutant(
                    "LEASH_DEADLINE_TAKEN_ONCE",
                    "the watchdog takes its first deadline and no later one",
                    leash(
                            "    read_deadline\n    uptime_ms",
                            "    [ -n \"${_b_deadline:-}\" ] || read_deadline\n    uptime_ms"),
                    DEADLINE,
                    "watchdogTakesEveryNewDeadline"),
            new SeamMutant(
                    "LEASH_DEADLINE_NOT_ENFORCED",
                    "the watchdog waits although the deadline has passed",
                    leash(
                            "    [ $_b_left -gt 0 ] && ! is_past_wall_clock || break\n",
                            "    [ $_b_left -gt 0 ] || _b_left=200\n    ! is_past_wall_clock || break\n"),
                    DEADLINE,
                    "watchdogTakesEveryNewDeadline"),
            new SeamMutant(
                    "LEASH_SEARCH_TIME_IGNORED",
                    "the watchdog begins as late where a search takes long as where it takes no time",
                    leash("_b_grace - 3 * _b_scan - _b_now", "_b_grace - _b_now"),
                    DEADLINE,
                    "watchdogStopsEarlierWhereASearchTakesLong"),
            new SeamMutant(
                    "LEASH_RUNNER_NOT_WATCHED",
                    "the watchdog does not notice that the runner was killed",
                    leash("    ! is_orphan && runner_lives || break\n", "    ! is_orphan || break\n"),
                    DEADLINE,
                    "watchdogStopsWhenTheRunnerIsGone"),
            new SeamMutant(
                    "LEASH_WALL_CLOCK_IGNORED",
                    "the watchdog waits although the deadline has passed by the wall clock, which was set",
                    leash(
                            "    [ $_b_left -gt 0 ] && ! is_past_wall_clock || break\n",
                            "    [ $_b_left -gt 0 ] || break\n"),
                    DEADLINE,
                    "watchdogStopsWhenTheWallClockIsSetForward"),
            new SeamMutant(
                    "LEASH_GRACE_PAST_WALL_CLOCK",
                    "the stop grace goes on although the deadline has passed by the wall clock, which was set",
                    search(
                            "[ $_b_now -lt \"$1\" ] && ! is_past_wall_clock || return 1",
                            "[ $_b_now -lt \"$1\" ] || return 1"),
                    DEADLINE,
                    "graceEndsWhenTheWallClockIsSetForward"),
            new SeamMutant(
                    "LEASH_PAUSE_NEEDS_A_PROCESS",
                    "the watchdog ends when no process can be started",
                    leash("command eval 'sleep \"0.${_b_ms#1}\" & wait $!'", "sleep \"0.${_b_ms#1}\" & wait $!"),
                    NO_PROCESS,
                    "searchesAndKillsWithoutAnotherProcess(java.lang.String)"),
            new SeamMutant(
                    "LEASH_SEARCH_NEEDS_A_PROCESS",
                    "the watchdog ends when it cannot start grep",
                    search("command eval '_b_files=$(", "eval '_b_files=$("),
                    NO_PROCESS,
                    "searchesAndKillsWithoutAnotherProcess(java.lang.String)"),
            new SeamMutant(
                    "LEASH_FAILED_SEARCH_IS_NONE",
                    "a grep that is missing or fails means that no process is left",
                    search("    *\"/proc/$$/fd/5\")\n", "    '' | *\"/proc/$$/fd/5\")\n"),
                    "dev.baton.cli.LeashSearchTest",
                    "findsMarkedProcessAndNoOther(dev.baton.cli.LeashLevel,java.lang.String,java.lang.String)"),
            new SeamMutant(
                    "LEASH_STRANGER_SIGNALLED",
                    "the watchdog signals the group of a process that got the pid of the command",
                    search(
                            "{ ! is_strange_group && kill -s \"$1\" -- \"-$_b_group\"; }",
                            "kill -s \"$1\" -- \"-$_b_group\""),
                    "dev.baton.cli.LeashSearchTest",
                    "groupOfAStrangerWithTheSamePidIsNotSignalled(java.lang.String)"),
            new SeamMutant(
                    "LEASH_INNER_MARK_REPLACES_OUTER",
                    "the outer of two leashes does not find the processes of the inner one",
                    List.of(new SourceEdit(
                            "apps/cli",
                            "dev/baton/cli/LeashMark.java",
                            "hardLimit.substring(0, used) + digits(LENGTHS.get(outer + 1) - used)",
                            "create()")),
                    "dev.baton.cli.LeashMarkTest",
                    "limitOfAnInnerLeashIsLowerAndHasTheOuterMark"),
            new SeamMutant(
                    "CLI_COMMAND_WITHOUT_RECORD",
                    "a command starts although the store did not record it",
                    List.of(new SourceEdit(
                            "apps/cli", "dev/baton/cli/CommandHold.java", "if (!held) {", "if (held && millis < 0) {")),
                    "dev.baton.cli.CommandWorkTest",
                    "doesNotStartACommandThatTheStoreDidNotRecord"));

    private LeashMutants() {}

    private static List<SourceEdit> search(String original, String replacement) {
        return List.of(new SourceEdit("apps/cli", "dev/baton/cli/leash-search.sh", original, replacement));
    }

    private static List<SourceEdit> leash(String original, String replacement) {
        return List.of(new SourceEdit("apps/cli", "dev/baton/cli/leash.sh", original, replacement));
    }
}
