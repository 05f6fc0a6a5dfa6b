package dev.baton.lab.nemesis;

import dev.baton.lab.nemesis.history.HistoryChecker;
import dev.baton.lab.nemesis.history.HistoryFolder;
import dev.baton.lab.nemesis.history.ProcessHistory;
import dev.baton.lab.nemesis.history.RuleViolation;
import dev.baton.lab.nemesis.schedule.FaultKind;
import dev.baton.lab.nemesis.schedule.NemesisSchedule;
import dev.baton.lab.nemesis.schedule.NemesisStep;
import dev.baton.lab.nemesis.store.NemesisStore;
import dev.baton.lab.nemesis.store.StoreKind;
import dev.baton.lab.nemesis.store.TrialPlan;
import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A trial on one store, from its start to its judgement.
 *
 * @param folder the empty folder for all files of the trial
 * @param earlier the results that count for the limits, and whose steps are not injected again
 */
record StoreTrial(NemesisArguments arguments, StoreKind kind, Path folder, TrialReport report, TrialResults earlier) {
    /** The file with the steps that were injected. */
    static final String SCHEDULE = "schedule.txt";

    private static final Duration REPORT_INTERVAL = Duration.ofMinutes(1);

    /**
     * Runs the trial and returns its result.
     *
     * @param given the steps; empty to generate them from the seed
     * @param limit no step begins after this time
     */
    TrialResult run(Optional<List<NemesisStep>> given, Duration limit) throws Exception {
        TrialPlan plan = new TrialPlan(folder, arguments.validity(), arguments.work(), arguments.classPath());
        report.begin(folder);
        try (NemesisStore store = kind.start(plan);
                NemesisTrial trial = new NemesisTrial(plan, store)) {
            // Also when the command is interrupted, neither a process nor a mount may stay.
            Thread cleaner = NamedThreads.daemon("nemesis-end", () -> end(trial, store));
            Runtime.getRuntime().addShutdownHook(cleaner);
            try {
                report.describe(store.description());
                trial.start();
                Iterator<NemesisStep> steps = given.map(List::iterator).orElse(generated(plan, store, trial.faults()));
                inject(steps, trial, limit);
                trial.stop();
            } finally {
                Runtime.getRuntime().removeShutdownHook(cleaner);
            }
        }
        List<ProcessHistory> histories = new HistoryFolder(folder).read();
        List<RuleViolation> violations = new HistoryChecker().check(histories);
        return report.end(histories, violations, folder.resolve(SCHEDULE));
    }

    private static void end(NemesisTrial trial, NemesisStore store) {
        trial.end();
        try {
            store.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void inject(Iterator<NemesisStep> steps, NemesisTrial trial, Duration limit) throws Exception {
        long end = System.nanoTime() + limit.toNanos();
        long nextReport = System.nanoTime() + REPORT_INTERVAL.toNanos();
        boolean failed = false;
        while (!failed
                && steps.hasNext()
                && System.nanoTime() - end < 0
                && trial.failovers() + earlier.failovers(kind.url()) < arguments.failovers()
                && report.faultCount() + earlier.faults(kind.url()) < arguments.faultCount()) {
            NemesisStep step = steps.next();
            Files.writeString(
                    folder.resolve(SCHEDULE),
                    step + System.lineSeparator(),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
            trial.run(step);
            report.stepDone(step);
            report.live(trial.failovers());
            if (System.nanoTime() - nextReport > 0) {
                nextReport += REPORT_INTERVAL.toNanos();
                report.progress(trial.failovers());
                failed = !new HistoryChecker()
                        .checkRunning(new HistoryFolder(folder).read())
                        .isEmpty();
            }
        }
    }

    private Iterator<NemesisStep> generated(TrialPlan plan, NemesisStore store, Set<FaultKind> possible)
            throws IOException {
        Set<FaultKind> kinds = EnumSet.copyOf(possible);
        kinds.retainAll(arguments.faults());
        if (kinds.isEmpty()) {
            throw new IOException(kind.url() + " has none of the faults " + arguments.faults());
        }
        NemesisSchedule schedule =
                new NemesisSchedule(arguments.seed(), kinds, store.validity(), plan.candidates(), plan.runs());
        for (int i = 0; i < earlier.steps(kind.url(), arguments.seed()); i++) {
            schedule.next();
        }
        return schedule;
    }
}
