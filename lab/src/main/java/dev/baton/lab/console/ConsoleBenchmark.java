package dev.baton.lab.console;

import com.microsoft.playwright.Page;
import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.LabProcess;
import dev.baton.lab.SampleSet;
import dev.baton.lab.TrialDirectory;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/** The console with a thousand elections of ten instances in a real browser, against the promised bounds. */
public final class ConsoleBenchmark extends Benchmark {
    private static final int INSTANCES = 10;
    private static final String LIVE_ELECTION = "live-one";
    private static final int MAX_PAUSE_MILLIS = 600;
    /** Loads and keystrokes vary little and need fewer rounds than transfers. */
    private static final int MAX_LOADS = 40;

    private final int elections;

    /** Measures with another number of elections. */
    public ConsoleBenchmark(int elections) {
        super(
                "console",
                "the console with 1,000 elections x 10 instances, in a browser, against the bounds promised",
                "hand-overs; page loads and keystrokes up to " + MAX_LOADS,
                200);
        this.elections = elections;
    }

    @Override
    public void run(int count, BenchmarkReport report) throws Exception {
        try (TrialDirectory directory = TrialDirectory.open();
                SimulatedInstances instances = new SimulatedInstances(directory.path("store"), elections, INSTANCES);
                // The memory that the launcher gives.
                LabProcess console = ConsoleProcess.start(directory, "128m");
                LabBrowser browser = LabBrowser.launch()) {
            String url = console.await("listening").get(0);
            report.note("%d elections, %d status reports every 5 s", elections, instances.statusCount());
            measure(count, report, url, browser.newPage(), directory.url());
            report.values("memory of the server, against 250 MiB", console.residentMiB(), 250, "MiB");
        }
    }

    private void measure(int count, BenchmarkReport report, String url, Page page, String store) {
        int few = Math.min(count, MAX_LOADS);
        SampleSet loads = new SampleSet();
        for (int i = 0; i <= few; i++) {
            page.navigate("about:blank");
            long from = System.nanoTime();
            page.navigate(url);
            LabBrowser.awaitList(page, elections);
            if (i > 0) {
                loads.add((System.nanoTime() - from) / 1e6);
            }
        }
        compare(report, "first list", loads, 2_000);
        compare(report, "keystroke to filtered list", keystrokes(few, page), 100);
        compare(report, "change to page", changes(count, page, store, report), 200);
    }

    /** Measures from a key to the painted list, inside the browser. */
    private static SampleSet keystrokes(int count, Page page) {
        SampleSet millis = new SampleSet();
        for (int i = 0; i < count; i++) {
            for (String text : List.of("j", "jo", "job-07", "job-077", "")) {
                Object elapsed = page.evaluate("""
                        text => new Promise(done => {
                          const input = document.querySelector('input[type=search]');
                          const start = performance.now();
                          input.value = text;
                          input.dispatchEvent(new Event('input', { bubbles: true }));
                          requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
                        })""", text);
                millis.add(((Number) elapsed).doubleValue());
            }
        }
        return millis;
    }

    /** Measures from a candidate's acquired listener to the badge on the page, with random pauses between transfers. */
    private static SampleSet changes(int count, Page page, String store, BenchmarkReport report) {
        long seed = System.nanoTime();
        report.note("seed %d", seed);
        Random random = new Random(seed);
        SampleSet millis = new SampleSet();
        try (Baton one = Baton.builder().url(store).isolated().connect();
                Baton two = Baton.builder().url(store).isolated().connect()) {
            Candidate[] candidates = {candidate(one, "first"), candidate(two, "second")};
            AtomicLong acquired = new AtomicLong();
            for (Candidate candidate : candidates) {
                candidate.onAcquired(leadership -> acquired.set(System.currentTimeMillis()));
                candidate.start();
            }
            page.locator("input[type=search]").fill(LIVE_ELECTION);
            page.waitForSelector("[data-testid=leader-badge][data-election=" + LIVE_ELECTION + "]");
            page.evaluate("""
                    () => {
                      window.seen = {};
                      new MutationObserver(() => {
                        const badge = document.querySelector('[data-testid=leader-badge][data-election=live-one]');
                        const id = badge?.dataset.instance ?? '';
                        if (id && window.last !== id) { window.last = id; window.seen[id] = Date.now(); }
                      }).observe(document.body, { subtree: true, attributes: true, childList: true });
                    }""");
            for (int i = 0; i < count; i++) {
                page.waitForTimeout(random.nextInt(MAX_PAUSE_MILLIS));
                Candidate leader = candidates[0].isLeader() ? candidates[0] : candidates[1];
                String next = leader == candidates[0] ? "second" : "first";
                leader.transferTo(next);
                page.waitForFunction("id => window.last === id", next);
                Object at = page.evaluate("id => window.seen[id]", next);
                millis.add(((Number) at).doubleValue() - acquired.get());
            }
        }
        return millis;
    }

    private static Candidate candidate(Baton baton, String id) {
        return baton.election(LIVE_ELECTION)
                .candidate(CandidateSettings.builder().instanceId(id).build());
    }

    private static void compare(BenchmarkReport report, String what, SampleSet ours, double bound) {
        report.note(
                "%s: p90 %.0f ms, p95 %.0f ms, slowest %.0f ms",
                what, ours.percentile(90), ours.percentile(95), ours.max());
        for (int percent : List.of(50, 99)) {
            String text = what + ", p" + percent + ", against " + (int) bound + " ms";
            report.bounded(text, ours.percentile(percent), bound, "ms", ours);
        }
    }
}
