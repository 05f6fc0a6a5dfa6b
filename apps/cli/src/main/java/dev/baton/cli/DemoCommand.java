package dev.baton.cli;

import dev.baton.console.Console;
import dev.baton.console.ConsoleSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** {@code baton demo}: three candidates in processes of their own and a console; kills the leader now and then. */
final class DemoCommand {
    private static final int DEFAULT_PORT = 7070;
    private static final Duration KILL_INTERVAL = Duration.ofSeconds(3);
    /** With a console, the first kill only shows how; the visitor does the others. */
    private static final Duration KILL_INTERVAL_WITH_CONSOLE = Duration.ofMinutes(2);

    static final String HELP = """
            Runs three candidates in a temporary directory, and a console that shows them. Kills the leader with kill -9
              now and then, starts it again, and shows how long each takeover took. On a terminal, k kills the leader, f
              freezes it, q quits. Runs until Ctrl-C, or for the time given with --for.
            --for D       How long to run (default: until Ctrl-C).
            --no-console  Start no console, and kill the leader every few seconds.
            """;

    private DemoCommand() {}

    static int run(Invocation call) throws IOException, InterruptedException {
        Optional<Duration> length = call.duration("--for");
        CountDownLatch stopped = new CountDownLatch(1);
        StopSignals.handle(name -> stopped.countDown());
        Path directory = Files.createTempDirectory("baton-demo-");
        List<DemoProcess> processes = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            processes.add(new DemoProcess("demo-" + i, directory));
        }
        boolean withConsole = !call.has("--no-console");
        try (@Nullable Console console = withConsole ? openConsole(directory) : null) {
            String invitation = console == null ? "" : "Open " + console.url() + " to watch the elections.";
            Duration interval = withConsole ? KILL_INTERVAL_WITH_CONSOLE : KILL_INTERVAL;
            play(call.context(), invitation, new DemoPlay(processes, KILL_INTERVAL, interval), length, stopped);
        } finally {
            for (DemoProcess process : processes) {
                process.stop();
            }
            DirectoryTree.remove(directory);
        }
        return ExitCode.DONE;
    }

    private static void play(
            CommandContext context, String invitation, DemoPlay play, Optional<Duration> length, CountDownLatch stopped)
            throws IOException, InterruptedException {
        if (!context.terminal()) {
            play.run(new DemoTable(context, Optional.empty(), invitation, ""), Optional.empty(), length, stopped);
            return;
        }
        Optional<TerminalKeys> keys = TerminalKeys.open();
        try (LiveScreen screen = LiveScreen.open(context)) {
            String actions = keys.isPresent() ? "k kill the leader   f freeze the leader   q quit" : "Ctrl-C to stop";
            play.run(new DemoTable(context, Optional.of(screen), invitation, actions), keys, length, stopped);
        } finally {
            keys.ifPresent(TerminalKeys::close);
        }
        String summary = play.summary();
        context.out().print(summary.isEmpty() ? "" : summary + "\n");
    }

    /** Opens a console on the default port or, if that is in use, on a free one. */
    private static Console openConsole(Path directory) {
        try {
            return Console.start(consoleSettings(directory, DEFAULT_PORT));
        } catch (IllegalArgumentException portInUse) {
            return Console.start(consoleSettings(directory, 0));
        }
    }

    private static ConsoleSettings consoleSettings(Path directory, int port) {
        return new ConsoleSettings(
                List.of("file:" + directory),
                List.of(),
                "127.0.0.1",
                port,
                Optional.empty(),
                directory.resolve("console.db"),
                ConsoleSettings.DEFAULT_RETENTION,
                Optional.empty(),
                "pkill -9 -f '" + directory.getFileName() + " --id {leader} '");
    }
}
