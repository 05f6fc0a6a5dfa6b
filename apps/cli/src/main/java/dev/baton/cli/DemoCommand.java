package dev.baton.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Model.CommandSpec;

/** {@code baton demo}: three processes, one leadership and a page, with a kill -9 of the leader now and then. */
final class DemoCommand implements Subcommand {
    private static final Duration REDRAW = Duration.ofMillis(100);
    private static final Duration BETWEEN_KILLS = Duration.ofSeconds(3);
    /** Beside a page the visitor kills; once is shown how. */
    private static final Duration BETWEEN_KILLS_BESIDE_A_PAGE = Duration.ofMinutes(2);

    private static final Duration BEFORE_RESTART = Duration.ofMillis(1500);

    @Override
    public CommandSpec spec() {
        CommandSpec spec = OptionReader.command(
                "demo",
                "Three processes contend in a temporary directory, and a page shows it. The leader is killed with -9 now"
                        + " and then and started again. Until Ctrl-C, or for as long as --for says.");
        OptionReader.text(spec, "--for", "D", "How long (default: until Ctrl-C).");
        OptionReader.flag(spec, "--no-console", "No page; the leader is killed every few seconds.");
        return spec;
    }

    @Override
    public int run(Invocation call) throws IOException, InterruptedException {
        Optional<Duration> length = OptionReader.duration(call.given(), "--for");
        CountDownLatch interrupted = new CountDownLatch(1);
        StopSignals.tell(name -> interrupted.countDown());
        Path directory = Files.createTempDirectory("baton-demo-");
        List<DemoProcess> actors = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            actors.add(new DemoProcess("demo-" + i, directory));
        }
        boolean paged = !OptionReader.has(call.given(), "--no-console");
        try (DemoConsole page = paged ? DemoConsole.open(directory) : DemoConsole.none()) {
            DemoTable table = new DemoTable(call.around(), page.invitation());
            play(table, actors, length, interrupted, paged ? BETWEEN_KILLS_BESIDE_A_PAGE : BETWEEN_KILLS);
        } finally {
            for (DemoProcess actor : actors) {
                actor.leave();
            }
            DirectoryTree.remove(directory);
        }
        return ExitCode.DONE;
    }

    private static void play(
            DemoTable table,
            List<DemoProcess> actors,
            Optional<Duration> length,
            CountDownLatch interrupted,
            Duration betweenKills)
            throws IOException, InterruptedException {
        for (DemoProcess actor : actors) {
            actor.enter();
        }
        long start = System.nanoTime();
        long led = start;
        Duration untilKill = BETWEEN_KILLS;
        do {
            table.show(actors);
            Optional<DemoProcess> leader =
                    actors.stream().filter(DemoProcess::leads).findFirst();
            if (leader.isEmpty()) {
                led = System.nanoTime();
            } else if (since(led).compareTo(untilKill) > 0) {
                leader.get().kill();
                table.note("kill -9 of " + leader.get().name());
                led = System.nanoTime();
                untilKill = betweenKills;
            }
            for (DemoProcess actor : actors) {
                if (actor.isGoneFor(BEFORE_RESTART)) {
                    actor.enter();
                }
            }
        } while (!interrupted.await(REDRAW.toMillis(), TimeUnit.MILLISECONDS)
                && (length.isEmpty() || since(start).compareTo(length.get()) < 0));
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }
}
