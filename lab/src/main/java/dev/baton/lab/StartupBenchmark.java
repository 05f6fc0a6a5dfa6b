package dev.baton.lab;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The {@code baton} command from start to end, beside a JVM that prints one line. */
final class StartupBenchmark extends Benchmark {
    StartupBenchmark() {
        super("start", "the baton command beside a JVM that prints one line", "starts of each", 40);
    }

    @Override
    public void run(int count, BenchmarkReport report) throws Exception {
        String launcher = launcher().toString();
        // The options suit a short-lived program, so that the limit is the least that a JVM takes.
        List<String> hello =
                LabProcess.javaCommand(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"), Hello.class.getName());
        try (TrialDirectory directory = TrialDirectory.open()) {
            List<String> version = List.of(launcher, "--version");
            List<String> status = List.of(launcher, "status", "--on", directory.url());
            // The first round does not count: it builds missing files and fills the caches.
            List<SampleSet> millis = new Rounds(1, count)
                    .inOrder(List.of(() -> millis(hello), () -> millis(version), () -> millis(status)));
            report.medians(
                    "baton --version, p50, against a JVM that prints one line", millis.get(1), millis.get(0), "ms");
            report.medians("baton status, p50, against a JVM that prints one line", millis.get(2), millis.get(0), "ms");
        }
    }

    private static double millis(List<String> command) throws Exception {
        long from = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        process.getOutputStream().close();
        process.waitFor();
        return (System.nanoTime() - from) / 1e6;
    }

    /** Returns the launcher of this checkout: above the lab's jar, or above the working directory. */
    private static Path launcher() throws IOException {
        String first = System.getProperty("java.class.path").split(File.pathSeparator, -1)[0];
        return above(Path.of(first))
                .or(() -> above(Path.of("")))
                .orElseThrow(() -> new IOException(
                        "no baton launcher above the lab or the working directory; run ./baton lab start"));
    }

    private static Optional<Path> above(Path path) {
        for (Path here = path.toAbsolutePath(); here != null; here = here.getParent()) {
            if (Files.isExecutable(here.resolve("baton")) && Files.exists(here.resolve("pom.xml"))) {
                return Optional.of(here.resolve("baton"));
            }
        }
        return Optional.empty();
    }

    /** A program that only prints one line. */
    static final class Hello {
        private Hello() {}

        public static void main(String[] args) {
            System.out.println("hello");
        }
    }
}
