package dev.baton.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Prepares a command in a process of its own, prints its identity, and never starts it. */
final class PreparedCommandMain {

    private PreparedCommandMain() {}

    static Process start(LeashLevel level, List<String> command) throws IOException {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                PreparedCommandMain.class.getName(),
                level.name()));
        words.addAll(command);
        return new ProcessBuilder(words)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    public static void main(String[] args) throws Exception {
        Leash leash = new Leash(
                LeashLevel.valueOf(args[0]),
                List.of(args).subList(1, args.length),
                Duration.ofSeconds(1),
                Duration.ofMillis(50),
                Map.of(),
                false);
        LeashedCommand command = LeashedCommand.prepare(leash, new ControlledLeadership(Duration.ofSeconds(60)));
        System.out.println(command.identity().text());
        // The command would inherit a pipe as stdin; it blocks this process until it is killed.
        System.in.read();
    }
}
