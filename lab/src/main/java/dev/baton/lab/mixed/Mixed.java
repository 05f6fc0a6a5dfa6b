package dev.baton.lab.mixed;

import dev.baton.lab.TrialDirectory;
import dev.baton.lab.mixed.engine.MixedEngine;
import dev.baton.lab.mixed.judge.MixedVerdict;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/**
 * The command {@code mixed --on etcd:|zookeeper:|kubernetes:}: candidates of Baton and of the engine's own recipe contend in
 * several elections while their processes are killed and frozen. It ends with a line that counts what was seen.
 */
public final class Mixed {
    /** The name of the command. */
    public static final String NAME = "mixed";

    private static final int MAX_VIOLATIONS = 20;

    private Mixed() {}

    /** Runs the command; returns 0 without violations, 1 with some, 64 if the arguments are invalid. */
    public static int run(List<String> words, PrintStream out, PrintStream err) throws Exception {
        MixedArguments arguments;
        try {
            arguments = MixedArguments.parse(words);
        } catch (IllegalArgumentException invalid) {
            err.println("lab: " + invalid.getMessage() + "; usage: " + MixedArguments.USAGE);
            return 64;
        }
        long from = System.nanoTime();
        String url = arguments.engine().url();
        out.printf("mixed on %s seed %d%n", url, arguments.seed());
        MixedTrial trial;
        MixedVerdict verdict;
        try (TrialDirectory directory = TrialDirectory.open();
                MixedEngine engine = arguments.engine().start()) {
            out.printf("%s is %s%n", url, engine.description());
            trial = new MixedTrial(arguments, engine, directory.directory(), out);
            verdict = trial.run();
        }
        verdict.violations().stream()
                .limit(MAX_VIOLATIONS)
                .forEach(violation -> out.println("violation: " + violation));
        out.printf(
                Locale.ROOT,
                "mixed on=%s seed=%d seconds=%d faults=%d %s tenures=%d native_tenures=%d native_overlaps=%d"
                        + " longest_native_overlap_ms=%.0f violations=%d%n",
                url,
                arguments.seed(),
                (System.nanoTime() - from) / 1_000_000_000L,
                trial.faults(),
                trial.byKind(),
                verdict.tenures(),
                verdict.foreignTenures(),
                verdict.foreignOverlaps().size(),
                verdict.longestForeignOverlap(),
                verdict.violations().size());
        return verdict.violations().isEmpty() ? 0 : 1;
    }
}
