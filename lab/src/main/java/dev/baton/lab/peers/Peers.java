package dev.baton.lab.peers;

import dev.baton.lab.nemesis.store.FolderCopies;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** The command {@code peers}: runs every system under the same faults, one after the other, and writes a page. */
public final class Peers {
    /** The name of the command. */
    public static final String NAME = "peers";

    private static final Duration SETTLING = Duration.ofSeconds(10);
    private static final Duration LIMIT = Duration.ofSeconds(100);

    private final PeersArguments arguments;
    private final PrintStream out;

    private Peers(PeersArguments arguments, PrintStream out) {
        this.arguments = arguments;
        this.out = out;
    }

    /** Runs the command; returns 0 if every system was measured, 1 if one was not, 64 if the arguments are invalid. */
    public static int run(List<String> words, PrintStream out, PrintStream err) throws Exception {
        PeersArguments arguments;
        try {
            arguments = PeersArguments.parse(words);
        } catch (IllegalArgumentException invalid) {
            err.println("lab: " + invalid.getMessage() + "; usage: " + PeersArguments.USAGE);
            return 64;
        }
        return new Peers(arguments, out).run();
    }

    private int run() throws Exception {
        out.println("seed " + arguments.seed());
        RunFacts facts = RunFacts.atStart(arguments.rounds(), arguments.idleSeconds());
        IdleMeter meter = idleMeter();
        List<PeerResult> results = new ArrayList<>();
        boolean complete = true;
        for (PeerSystem system : arguments.systems()) {
            long from = System.nanoTime();
            PeerResult result;
            try {
                result = measure(system, new PeerPlan(arguments.rounds(), meter, SETTLING, LIMIT));
            } catch (Exception failed) {
                complete = false;
                result = PeerResult.missing(system, "not measured: " + failed.getMessage());
                out.println(failed);
            }
            results.add(result);
            out.printf(
                    Locale.ROOT,
                    "%s %s after %.0f s%n",
                    system.code(),
                    PeersPage.line(result),
                    (System.nanoTime() - from) / 1e9);
            // After each system, so that an interrupted run leaves what it has.
            write(PeersPage.text(facts.withLoadNow(), results));
        }
        if (arguments.page().isEmpty()) {
            out.println(PeersPage.text(facts.withLoadNow(), results));
        }
        return complete ? 0 : 1;
    }

    private IdleMeter idleMeter() throws Exception {
        Path folder = Files.createTempDirectory(NAME);
        try {
            return IdleMeter.of(Duration.ofSeconds(arguments.idleSeconds()), folder);
        } finally {
            FolderCopies.delete(folder);
        }
    }

    private PeerResult measure(PeerSystem system, PeerPlan plan) throws Exception {
        Path folder = Files.createTempDirectory(NAME);
        try (PeerGround ground = system.starter().start(folder);
                TrialMembers processes = new TrialMembers(ground, folder, new Random(arguments.seed()))) {
            // Also when the command is interrupted, neither a process nor a machine may stay.
            Thread cleaner = new CleanUp(processes, ground).thread();
            Runtime.getRuntime().addShutdownHook(cleaner);
            try {
                return new PeerTrial(system, ground, processes, folder, plan).run();
            } finally {
                Runtime.getRuntime().removeShutdownHook(cleaner);
            }
        } finally {
            FolderCopies.delete(folder);
        }
    }

    private void write(String text) throws IOException {
        if (arguments.page().isPresent()) {
            Files.writeString(arguments.page().get(), text);
        }
    }
}
