package dev.baton.cli;

import dev.baton.console.Console;
import dev.baton.console.ConsoleSettings;
import dev.baton.console.http.LeaderFaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** {@code baton demo}: the three members of a quorum in processes of their own, faults of the leader, and a console. */
final class DemoCommand {
    private static final int DEFAULT_PORT = 7070;
    private static final Duration KILL_INTERVAL = Duration.ofSeconds(3);
    private static final List<String> NAMES = List.of("demo-1", "demo-2", "demo-3");
    /** With a console, the first kill only shows how; the visitor does the others. */
    private static final Duration KILL_INTERVAL_WITH_CONSOLE = Duration.ofMinutes(2);

    static final String HELP = """
            Runs three processes that elect a leader among themselves, and a console that shows them. Kills the leader with
              kill -9 after a few seconds, starts it again, and shows how long each takeover took. On a terminal, k kills
              the leader, f freezes it, c cuts it off from the others, q quits; the console has buttons for that. Runs until
              Ctrl-C, or for the time given with --for.
            --for D       How long to run (default: until Ctrl-C).
            --no-console  Start no console, and kill the leader every few seconds.
            """;

    private DemoCommand() {}

    static int run(Invocation call) throws IOException, InterruptedException {
        Optional<Duration> length = call.duration("--for");
        CountDownLatch stopped = new CountDownLatch(1);
        StopSignals.handle(name -> stopped.countDown());
        // The page shows what the console cannot read; on the screen, it would be in the way.
        CommandLog.showOnlyErrors("dev.baton.console");
        Path directory = createDirectory();
        List<DemoProcess> processes = new ArrayList<>();
        try (DemoNetwork network = DemoNetwork.open(NAMES, directory, DemoProcess.TIMING)) {
            for (String name : NAMES) {
                DemoProcess process = new DemoProcess(name, network.url(name));
                processes.add(process);
                process.start();
            }
            play(call, processes, network, directory, length, stopped);
        } finally {
            for (DemoProcess process : processes) {
                process.requestStop();
            }
            for (DemoProcess process : processes) {
                process.awaitEnd();
            }
            DirectoryTree.remove(directory);
        }
        return ExitCode.DONE;
    }

    private static Path createDirectory() throws IOException {
        try {
            return Files.createTempDirectory("baton-demo-");
        } catch (IOException failed) {
            String parent = System.getProperty("java.io.tmpdir");
            String why = Files.isDirectory(Path.of(parent)) ? "it cannot be written" : "there is no such directory";
            throw new IOException(
                    "cannot create a temporary directory in " + parent + ": " + why + "; set TMPDIR to another one",
                    failed);
        }
    }

    private static void play(
            Invocation call,
            List<DemoProcess> processes,
            DemoNetwork network,
            Path directory,
            Optional<Duration> length,
            CountDownLatch stopped)
            throws IOException, InterruptedException {
        boolean withConsole = !call.has("--no-console");
        DemoFaultRequests requests = new DemoFaultRequests();
        try (@Nullable Console console = withConsole ? openConsole(network, directory, requests) : null) {
            String invitation =
                    console == null ? "" : "Open " + console.url() + " to watch the election and to cause faults.";
            Duration interval = withConsole ? KILL_INTERVAL_WITH_CONSOLE : KILL_INTERVAL;
            DemoPlay play = new DemoPlay(processes, network, requests, KILL_INTERVAL, interval);
            play(call.context(), invitation, play, length, stopped);
        }
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
            String actions =
                    keys.isPresent() ? "k kill the leader   f freeze it   c cut it off   q quit" : "Ctrl-C to stop";
            play.run(new DemoTable(context, Optional.of(screen), invitation, actions), keys, length, stopped);
        } finally {
            keys.ifPresent(TerminalKeys::close);
        }
        String summary = play.summary();
        context.out().print(summary.isEmpty() ? "" : summary + "\n");
    }

    /** Opens a console on the default port or, if that is in use, on a free one. */
    private static Console openConsole(DemoNetwork network, Path directory, LeaderFaults faults) {
        try {
            return Console.start(consoleSettings(network, directory, faults, DEFAULT_PORT));
        } catch (IllegalArgumentException portInUse) {
            return Console.start(consoleSettings(network, directory, faults, 0));
        }
    }

    private static ConsoleSettings consoleSettings(DemoNetwork network, Path directory, LeaderFaults faults, int port) {
        return new ConsoleSettings(
                List.of(network.observerUrl()),
                List.of(),
                "127.0.0.1",
                port,
                Optional.empty(),
                directory.resolve("console.db"),
                ConsoleSettings.DEFAULT_RETENTION,
                Optional.empty(),
                Optional.empty(),
                Optional.of(faults));
    }
}
