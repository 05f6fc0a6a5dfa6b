package dev.baton.lab.console;

import com.microsoft.playwright.Page;
import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.LabProcess;
import dev.baton.lab.SampleSet;
import dev.baton.lab.TrialDirectory;
import java.util.List;

/** Scrolling through ten thousand elections in a real browser, while their status reports arrive. */
public final class ConsoleScrollBenchmark extends Benchmark {
    private static final int STEPS = 200;
    private static final int INSTANCES = 2;
    /** How long the console may take until it knows all elections. */
    private static final double START_MILLIS = 120_000;

    private static final double FRAME_MILLIS = 1_000.0 / 60;

    private final int elections;

    /** Measures with another number of elections. */
    public ConsoleScrollBenchmark(int elections) {
        super(
                "console-scroll",
                "10,000 elections scrolled from the first to the last in " + STEPS + " steps: time between frames",
                "scrolls",
                5);
        this.elections = elections;
    }

    @Override
    public void run(int count, BenchmarkReport report) throws Exception {
        try (TrialDirectory directory = TrialDirectory.open();
                SimulatedInstances instances = new SimulatedInstances(directory.path("store"), elections, INSTANCES);
                // The page is measured: the server has memory enough for ten times its usual number of elections.
                LabProcess console = ConsoleProcess.start(directory, "512m");
                LabBrowser browser = LabBrowser.launch()) {
            String url = console.await("listening").get(0);
            report.note("%d elections, %d status reports every 5 s", elections, instances.statusCount());
            Page page = browser.newPage();
            page.setDefaultTimeout(START_MILLIS);
            page.navigate(url);
            LabBrowser.awaitList(page, elections);
            scroll(page); // the first time also compiles the page's functions
            SampleSet gaps = new SampleSet();
            for (int i = 0; i < count; i++) {
                scroll(page).forEach(gaps::add);
            }
            for (int percent : List.of(50, 99, 100)) {
                String statistic = percent == 100 ? "slowest" : "p" + percent;
                report.bounded(
                        "time between frames, " + statistic + ", against a frame of 60 Hz",
                        gaps.percentile(percent),
                        FRAME_MILLIS,
                        "ms",
                        gaps);
            }
        }
    }

    /** Scrolls one step in each frame, and returns the times between the frames in milliseconds. */
    private static List<Double> scroll(Page page) {
        Object gaps = page.evaluate("""
                steps => new Promise(done => {
                  const pane = document.querySelector('.scroll');
                  const gaps = [];
                  let last = null;
                  const next = now => {
                    if (last !== null) gaps.push(now - last);
                    last = now;
                    if (gaps.length === steps) return done(gaps);
                    pane.scrollTop = (pane.scrollHeight * gaps.length) / (steps - 1);
                    requestAnimationFrame(next);
                  };
                  requestAnimationFrame(next);
                })""", STEPS);
        return ((List<?>) gaps)
                .stream().map(gap -> ((Number) gap).doubleValue()).toList();
    }
}
