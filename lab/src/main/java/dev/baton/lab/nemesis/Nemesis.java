package dev.baton.lab.nemesis;

import dev.baton.lab.nemesis.schedule.NemesisStep;
import dev.baton.lab.nemesis.schedule.StepReducer;
import dev.baton.lab.nemesis.store.FolderCopies;
import dev.baton.lab.nemesis.store.StoreKind;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The command {@code nemesis}: random faults against real processes. It prints a line a minute, a table per store, and on a
 * violation the seed, the steps and the folder with all histories.
 */
public final class Nemesis {
    /** The name of the command. */
    public static final String NAME = "nemesis";

    private final NemesisArguments arguments;
    private final PrintStream out;
    private final TrialResults results;

    private Nemesis(NemesisArguments arguments, PrintStream out) throws IOException {
        this.arguments = arguments;
        this.results = TrialResults.read(arguments.results());
        this.out = out;
    }

    /** Runs the command; returns 0 without violations, 1 with some, 64 if the arguments are invalid. */
    public static int run(List<String> words, PrintStream out, PrintStream err) throws Exception {
        NemesisArguments arguments;
        try {
            arguments = NemesisArguments.parse(words);
        } catch (IllegalArgumentException invalid) {
            err.println("lab: " + invalid.getMessage() + "; usage: " + NemesisArguments.USAGE);
            return 64;
        }
        Nemesis nemesis = new Nemesis(arguments, out);
        boolean passed = true;
        for (StoreKind store : arguments.stores()) {
            passed &= nemesis.passes(store);
        }
        if (arguments.stores().size() > 1 || arguments.results().isPresent()) {
            nemesis.results.table().forEach(out::println);
        }
        return passed ? 0 : 1;
    }

    private boolean passes(StoreKind store) throws Exception {
        Optional<List<NemesisStep>> given = Optional.empty();
        if (arguments.schedule().isPresent()) {
            given = Optional.of(readSteps(arguments.schedule().get()));
        }
        Path folder = Files.createTempDirectory(NAME);
        Duration limit = arguments.duration().dividedBy(arguments.stores().size());
        TrialReport report = new TrialReport(store.url(), arguments.seed(), out);
        TrialResult result = new StoreTrial(arguments, store, folder, report, results).run(given, limit);
        results.add(result);
        boolean failed = result.violations() > 0;
        if (!failed) {
            FolderCopies.delete(folder);
        } else if (!arguments.shrink().isZero()) {
            shrink(store, folder);
        }
        return !failed;
    }

    /** Replays parts of the steps until fewer of them fail too, and prints those. */
    private void shrink(StoreKind store, Path folder) throws Exception {
        List<NemesisStep> all = readSteps(folder.resolve(StoreTrial.SCHEDULE));
        long deadline = System.nanoTime() + arguments.shrink().toNanos();
        StepReducer reducer = new StepReducer(steps -> fails(store, steps), () -> System.nanoTime() - deadline < 0);
        List<NemesisStep> fewer = reducer.reduce(all);
        if (fewer.size() == all.size()) {
            out.printf(
                    "fewer steps did not fail again within %d s%n",
                    arguments.shrink().toSeconds());
        } else {
            out.printf("%d of %d steps fail too:%n", fewer.size(), all.size());
            fewer.forEach(out::println);
        }
    }

    private boolean fails(StoreKind store, List<NemesisStep> steps) throws Exception {
        Path folder = Files.createTempDirectory(NAME);
        TrialReport silent = new TrialReport(
                store.url(),
                arguments.seed(),
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        try {
            return new StoreTrial(arguments, store, folder, silent, TrialResults.read(Optional.empty()))
                            .run(Optional.of(steps), Duration.ofHours(1))
                            .violations()
                    > 0;
        } finally {
            FolderCopies.delete(folder);
        }
    }

    private static List<NemesisStep> readSteps(Path file) throws IOException {
        return Files.readAllLines(file).stream().map(NemesisStep::parse).toList();
    }
}
