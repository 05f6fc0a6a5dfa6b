package dev.baton.cli;

import dev.baton.spi.RunningCommand;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
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

    /** Returns whether the watchdog has begun to end the command. */
    boolean isStopping() {
        return lines.contains("stopping");
    }

    /** Returns the pid of the namespace's first process. */
    Optional<Long> init() {
        return numbers("init").map(init -> init.get(0)).findFirst();
    }

    /** Returns the process group of the command, if the command is still the process that started it; else empty. */
    OptionalLong runningGroup() {
        return numbers("command")
                .filter(command -> RunningCommand.ofPid(command.get(0))
                        .filter(found -> found.startTime() == command.get(1))
                        .isPresent())
                .mapToLong(command -> command.get(0))
                .findFirst();
    }

    /** Returns the process of the command, in the pid namespace of another process of this boot. */
    Optional<RunningCommand> command(RunningCommand beside) {
        return numbers("command")
                .filter(command -> command.get(0) > 0 && command.get(1) > 0)
                .map(command ->
                        new RunningCommand(beside.bootId(), beside.pidNamespace(), command.get(0), command.get(1)))
                .findFirst();
    }

    /** Returns the exit code of the command, if it has ended. */
    Optional<Integer> exitCode() {
        return lines.stream()
                .filter(line -> line.matches("ended [0-9]{1,9}"))
                .map(line -> Integer.valueOf(line.substring("ended ".length())))
                .findFirst();
    }

    /** Returns whether nothing of the command has run, if all processes of the leash have ended. */
    boolean provesNoStart() {
        return isReady() && lines.stream().noneMatch(line -> line.startsWith("command "));
    }

    /** Returns whether the command ended before the watchdog sent it a signal. */
    boolean endedByItself() {
        int stopping = lines.indexOf("stopping");
        return (stopping < 0 ? lines : lines.subList(0, stopping)).stream().anyMatch(line -> line.startsWith("ended "));
    }

    /** Returns the pids and start times after a word. */
    private Stream<List<Long>> numbers(String word) {
        return lines.stream()
                .filter(line -> line.matches(word + " [0-9]{1,9} [0-9]{1,18}"))
                .map(line -> Stream.of(line.substring(word.length() + 1).split(" ", -1))
                        .map(Long::valueOf)
                        .toList());
    }
}
