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
        return start(List.of(), classPath(), level, command);
    }

    /** Starts the process as this user, who must be able to read the class path. */
    static Process start(LeashTrial.Account account, List<String> command) throws IOException {
        return start(account.prefix(), ReadableClassPath.copyOf(classPath()), account.level(), command);
    }

    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    private static Process start(List<String> prefix, String classPath, LeashLevel level, List<String> command)
            throws IOException {
        List<String> words = new ArrayList<>(prefix);
        words.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classPath,
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
