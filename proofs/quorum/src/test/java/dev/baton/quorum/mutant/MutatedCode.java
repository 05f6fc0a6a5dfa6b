package dev.baton.quorum.mutant;

import dev.baton.testkit.quorum.Simulation;
import dev.baton.testkit.quorum.SimulationLevel;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.opentest4j.TestAbortedException;

/** The classes of the quorum with a planted bug, beside the real ones in this process. */
final class MutatedCode implements AutoCloseable {
    private static final Path MODULE = root().resolve("backends/quorum");
    private static final long TIMEOUT_SECONDS = 240;

    private final URLClassLoader loader;
    private final Path classes;

    /** A schedule that violates a guarantee. */
    record Failure(long seed, String violation) {}

    /** Compiles the changed sources into an empty folder. */
    MutatedCode(QuorumMutant mutant, Path folder) throws IOException {
        classes = Files.createDirectories(folder.resolve("classes"));
        List<Path> sources = new ArrayList<>();
        for (SourceChange change : mutant.changes()) {
            sources.add(change.applyTo(MODULE.resolve("src/main/java"), folder.resolve("sources")));
        }
        compile(sources, classes);
        List<URL> path = new ArrayList<>();
        path.add(classes.toUri().toURL());
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            path.add(Path.of(entry).toUri().toURL());
        }
        loader = new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    private static void compile(List<Path> sources, Path classes) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options =
                    List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none");
            if (!compiler.getTask(null, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
                    .call()) {
                throw new IllegalStateException("the planted bug does not compile: " + sources);
            }
        }
    }

    /** Runs schedules from the first seed on until one fails. */
    Optional<Failure> firstFailure(SimulationLevel level, long schedules) {
        for (long seed = 1; seed <= schedules; seed++) {
            Optional<Failure> failure = failure(level, seed);
            if (failure.isPresent()) {
                return failure;
            }
        }
        return Optional.empty();
    }

    /** Runs the schedule of one seed with the planted bug. */
    Optional<Failure> failure(SimulationLevel level, long seed) {
        try {
            Class<?> levels = loader.loadClass(SimulationLevel.class.getName());
            Object sameLevel = levels.getField(level.name()).get(null);
            Object result = loader.loadClass(Simulation.class.getName())
                    .getMethod("run", long.class, levels)
                    .invoke(null, seed, sameLevel);
            String violation = (String) result.getClass().getMethod("violation").invoke(result);
            return violation.isEmpty() ? Optional.empty() : Optional.of(new Failure(seed, violation));
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Returns whether a test fails with the planted bug, in a JVM of its own and in those that it starts. */
    boolean fails(MutantFinder.UnitTest test) throws IOException, InterruptedException {
        return !passes(test, List.of(classes.toString()));
    }

    /** Returns whether a test passes. */
    static boolean passes(MutantFinder.UnitTest test, List<String> firstClasses)
            throws IOException, InterruptedException {
        List<String> path = new ArrayList<>(firstClasses);
        path.add(MODULE.resolve("target/test-classes").toString());
        path.add(System.getProperty("java.class.path"));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        String.join(File.pathSeparator, path),
                        SingleTest.class.getName(),
                        test.className(),
                        test.method())
                .inheritIO()
                .start();
        if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
        if (process.exitValue() == SingleTest.NO_TEST) {
            throw new TestAbortedException(test + " cannot run here");
        }
        return process.exitValue() == SingleTest.PASSED;
    }

    static Path root() {
        Path here = Path.of("").toAbsolutePath();
        while (!Files.isExecutable(here.resolve("verify"))) {
            here = Objects.requireNonNull(here.getParent());
        }
        return here;
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
