package dev.baton.lab.console;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkFigure;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.LabProcess;
import dev.baton.lab.SampleSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** A thousand elections of ten instances in a real browser, held against the bounds that were promised. */
public final class ConsoleBenchmark implements Benchmark {
    private static final int SHOWN_AT_FIRST = 200;
    private static final String LIVE = "live-one";
    private static final int MOST_PAUSE_MILLIS = 600;
    /** Loads and keystrokes vary little; hand-overs are what is counted in hundreds. */
    private static final int MOST_LOADS = 40;

    private static final Path BROWSER = Path.of("/usr/bin/chromium");

    private final int elections;

    public ConsoleBenchmark() {
        this(1_000);
    }

    /** With another number of elections. */
    public ConsoleBenchmark(int elections) {
        this.elections = elections;
    }

    @Override
    public String name() {
        return "console";
    }

    @Override
    public String about() {
        return "the console with 1,000 elections x 10 instances, in a browser, against the bounds promised";
    }

    @Override
    public String counts() {
        return "hand-overs; page loads and keystrokes up to " + MOST_LOADS;
    }

    @Override
    public int usualCount() {
        return 200;
    }

    @Override
    public void run(int count, BenchmarkReport report) throws IOException, InterruptedException {
        if (!Files.isExecutable(BROWSER)) {
            throw new IOException("this benchmark needs " + BROWSER + "; install it: apt-get install chromium");
        }
        Path directory = Files.createTempDirectory("baton-lab-console");
        Path store = directory.resolve("store");
        try (SimulatedInstances crowd = new SimulatedInstances(store, elections);
                LabProcess console = LabProcess.start(
                        // As ./baton starts it.
                        List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
                        ConsoleProcess.class,
                        "file:" + store,
                        directory.resolve("history.db").toString());
                Playwright playwright = Playwright.create(
                        new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")))) {
            String url = console.await("listening").get(0);
            report.note(elections + " elections, " + crowd.frames() + " frames every 5 s");
            Browser browser = playwright
                    .chromium()
                    .launch(new BrowserType.LaunchOptions()
                            .setExecutablePath(BROWSER)
                            .setArgs(List.of("--no-sandbox", "--disable-dev-shm-usage")));
            Page page = browser.newPage();
            measure(count, report, url, page, crowd.url());
            double resident = console.residentMiB();
            report.add(new BenchmarkFigure(
                    name(), "memory of the server, against 250 MiB", resident, 250, "MiB", SampleSet.of(resident)));
        } finally {
            remove(directory);
        }
    }

    private void measure(int count, BenchmarkReport report, String url, Page page, String store) {
        int few = Math.min(count, MOST_LOADS);
        List<Double> loads = new ArrayList<>();
        for (int i = 0; i <= few; i++) {
            page.navigate("about:blank");
            long from = System.nanoTime();
            page.navigate(url);
            page.waitForFunction(
                    "([badges, all]) => document.querySelectorAll('[data-testid=leader-badge]').length >= badges"
                            + " && document.querySelector('.verdict').textContent.includes(all)",
                    List.of(Math.min(elections, SHOWN_AT_FIRST), Integer.toString(elections)));
            if (i > 0) {
                loads.add((System.nanoTime() - from) / 1e6);
            }
        }
        against(report, "first list", SampleSet.of(loads), 2_000);
        against(report, "keystroke to filtered list", SampleSet.of(keystrokes(few, page)), 100);
        against(report, "change to page", SampleSet.of(changes(count, page, store, report)), 200);
    }

    /** From the key to the painted list, inside the browser. */
    private static List<Double> keystrokes(int count, Page page) {
        List<Double> taken = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            for (String text : List.of("j", "jo", "job-07", "job-077", "")) {
                Object millis = page.evaluate("""
                        text => new Promise(done => {
                          const input = document.querySelector('input[type=search]');
                          const start = performance.now();
                          input.value = text;
                          input.dispatchEvent(new Event('input', { bubbles: true }));
                          requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
                        })""", text);
                taken.add(((Number) millis).doubleValue());
            }
        }
        return taken;
    }

    /** From the moment a candidate knows that it leads to the badge on the page; at any time between two looks. */
    private static List<Double> changes(int count, Page page, String store, BenchmarkReport report) {
        long seed = System.nanoTime();
        report.note("seed " + seed);
        Random random = new Random(seed);
        List<Double> taken = new ArrayList<>();
        try (Baton one = Baton.connect(store);
                Baton two = Baton.connect(store)) {
            Candidate[] candidates = {candidate(one, "first"), candidate(two, "second")};
            AtomicLong acquired = new AtomicLong();
            for (Candidate candidate : candidates) {
                candidate.onAcquired(leadership -> acquired.set(System.currentTimeMillis()));
                candidate.start();
            }
            page.locator("input[type=search]").fill(LIVE);
            page.waitForSelector("[data-testid=leader-badge][data-election=" + LIVE + "]");
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
                page.waitForTimeout(random.nextInt(MOST_PAUSE_MILLIS));
                Candidate leader = candidates[0].isLeader() ? candidates[0] : candidates[1];
                String next = leader == candidates[0] ? "second" : "first";
                leader.transferTo(next);
                page.waitForFunction("id => window.last === id", next);
                Object at = page.evaluate("id => window.seen[id]", next);
                taken.add(((Number) at).doubleValue() - acquired.get());
            }
        }
        return taken;
    }

    private static Candidate candidate(Baton baton, String id) {
        return baton.election(LIVE)
                .candidate(CandidateSettings.builder().instanceId(id).build());
    }

    private void against(BenchmarkReport report, String what, SampleSet ours, double bound) {
        report.note(String.format(
                Locale.ROOT,
                "%s: p90 %.0f ms, p95 %.0f ms, slowest %.0f ms",
                what,
                ours.percentile(90),
                ours.percentile(95),
                ours.max()));
        for (int percent : List.of(50, 99)) {
            String text = what + ", p" + percent + ", against " + (int) bound + " ms";
            report.add(new BenchmarkFigure(name(), text, ours.percentile(percent), bound, "ms", ours));
        }
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
