package dev.baton.seams;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.junit.platform.commons.JUnitException;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** A program that runs one test: {@code CLASS METHOD}. Its exit code is the result. */
final class MutantTrialMain {
    static final int PASSED = 0;
    static final int FAILED = 1;
    static final int NO_TEST = 2;
    static final int ABORTED = 3;

    private MutantTrialMain() {}

    public static void main(String[] args) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectMethod(args[0] + "#" + args[1]))
                .build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        Launcher launcher = LauncherFactory.create();
        try {
            launcher.execute(launcher.discover(request), listener);
        } catch (JUnitException unknownTest) {
            System.err.println(unknownTest);
            System.exit(NO_TEST);
        }
        TestExecutionSummary summary = listener.getSummary();
        summary.printFailuresTo(new PrintWriter(System.err, true, StandardCharsets.UTF_8));
        System.exit(exitCode(summary));
    }

    private static int exitCode(TestExecutionSummary summary) {
        if (summary.getTotalFailureCount() > 0) {
            return FAILED;
        }
        if (summary.getTestsSucceededCount() > 0) {
            return PASSED;
        }
        return summary.getTestsAbortedCount() > 0 ? ABORTED : NO_TEST;
    }
}
