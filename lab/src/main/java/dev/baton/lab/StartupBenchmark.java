package dev.baton.lab;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How long the command takes from its start to its end, beside a JVM that prints one line. */
final class StartupBenchmark implements Benchmark {

    @Override
    public String name() {
        return "start";
    }

    @Override
    public String about() {
        return "the baton command beside a JVM that prints one line";
    }

    @Override
    public String counts() {
        return "starts of each";
    }

    @Override
    public int usualCount() {
        return 40;
    }

    @Override
    public void run(int count, BenchmarkReport report) throws IOException, InterruptedException {
        String launcher = launcher().toString();
        try (TrialDirectory scene = TrialDirectory.open()) {
            Map<String, List<String>> commands = new LinkedHashMap<>();
            commands.put("hello", hello());
            commands.put("--version", List.of(launcher, "--version"));
            commands.put("status", List.of(launcher, "status", "--on", scene.url()));
            Map<String, List<Double>> taken = new LinkedHashMap<>();
            // The first of each builds what is missing and fills the caches.
            for (int i = 0; i <= count; i++) {
                for (Map.Entry<String, List<String>> command : commands.entrySet()) {
                    double millis = run(command.getValue());
                    if (i > 0) {
                        taken.computeIfAbsent(command.getKey(), key -> new ArrayList<>())
                                .add(millis);
                    }
                }
            }
            SampleSet hello = SampleSet.of(taken.getOrDefault("hello", List.of()));
            for (String mine : List.of("--version", "status")) {
                report.add(BenchmarkFigure.ofMedians(
                        name(),
                        "baton " + mine + ", p50, against a JVM that prints one line",
                        SampleSet.of(taken.getOrDefault(mine, List.of())),
                        hello,
                        "ms"));
            }
        }
    }

    private static double run(List<String> command) throws IOException, InterruptedException {
        long from = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        process.getOutputStream().close();
        process.waitFor();
        return (System.nanoTime() - from) / 1e6;
    }

    /** The flags are those of a short-lived program, so that the limit is the least a JVM can do. */
    private static List<String> hello() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Hello.class.getName());
    }

    /** The launcher of this checkout: above the lab's own jar, or above where it was called. */
    private static Path launcher() throws IOException {
        String first = System.getProperty("java.class.path").split(File.pathSeparator, -1)[0];
        return above(Path.of(first))
                .or(() -> above(Path.of("")))
                .orElseThrow(() -> new IOException("there is no baton launcher above the lab; run ./baton lab start"));
    }

    private static Optional<Path> above(Path path) {
        for (Path here = path.toAbsolutePath(); here != null; here = here.getParent()) {
            if (Files.isExecutable(here.resolve("baton")) && Files.exists(here.resolve("pom.xml"))) {
                return Optional.of(here.resolve("baton"));
            }
        }
        return Optional.empty();
    }

    /** The least program there is. */
    static final class Hello {
        private Hello() {}

        public static void main(String[] args) {
            System.out.println("hello");
        }
    }
}
