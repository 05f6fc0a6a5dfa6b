package dev.baton.quorum.mutant;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** A program that runs one test: {@code CLASS METHOD}. Its exit code is the result. */
final class SingleTest {
    static final int PASSED = 0;
    static final int FAILED = 1;
    static final int NO_TEST = 2;

    private SingleTest() {}

    public static void main(String[] args) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectMethod(args[0] + "#" + args[1]))
                .build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, listener);
        TestExecutionSummary summary = listener.getSummary();
        summary.printFailuresTo(new PrintWriter(System.err, true, StandardCharsets.UTF_8));
        boolean ran = summary.getTestsSucceededCount() > 0;
        System.exit(summary.getTotalFailureCount() > 0 ? FAILED : ran ? PASSED : NO_TEST);
    }
}
