package dev.baton.cli;

import dev.baton.spi.ContenderSettings;
import dev.baton.spi.LiveCommandCheck;
import dev.baton.spi.RunningCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Prints whether a successor of this machine waits for a command, which it kills if it can: in a process of its own. */
final class SuccessorCheckMain {

    private SuccessorCheckMain() {}

    /** Returns the decision of a successor that runs as this user. */
    static boolean waits(LeashTrial.Account account, RunningCommand command) {
        if (account.prefix().isEmpty()) {
            return waits(command);
        }
        List<String> words = new ArrayList<>(account.prefix());
        words.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                ReadableClassPath.copyOf(
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))),
                SuccessorCheckMain.class.getName(),
                command.text()));
        try {
            Process process = new ProcessBuilder(words)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            return Boolean.parseBoolean(process.inputReader().readLine());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static boolean waits(RunningCommand command) {
        ContenderSettings successor = new ContenderSettings("job", "successor", 0, "", new IgnoredSignals());
        return new LiveCommandCheck(successor, System::nanoTime)
                .delay("leader", 1, Optional.of(command))
                .isPresent();
    }

    public static void main(String[] args) {
        System.out.println(waits(RunningCommand.parse(args[0]).orElseThrow()));
    }
}
