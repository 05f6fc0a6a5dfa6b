package dev.baton.seams;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Assumptions;

/** Runs one test in a JVM of its own, with some classes replaced. */
final class MutantTrial {
    private static final String OUTPUT = "output.txt";
    private static final long TIMEOUT_SECONDS = 240;
    private static final List<String> MODULES = List.of(
            "core",
            "testkit/api",
            "store",
            "reconcile",
            "fence",
            "backends/file",
            "backends/lease",
            "backends/postgres",
            "backends/etcd",
            "backends/zookeeper",
            "backends/kubernetes",
            "backends/quorum",
            "backends/quorum-mqtt",
            "apps/cli",
            "apps/http",
            "apps/node");

    private final Path root = root();
    private final Path folder;

    /** @param folder an empty folder for the sources and classes of this trial */
    MutantTrial(Path folder) {
        this.folder = folder;
    }

    /** Returns whether the test finds the planted bug: it fails, or it does not end. */
    boolean isFound(SeamMutant mutant) throws IOException, InterruptedException {
        return run(Optional.of(classes(mutant)), mutant.test(), mutant.method()) != MutantTrialMain.PASSED;
    }

    /** Returns the folder with the classes and resources that replace the real ones. */
    Path classes(SeamMutant mutant) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        for (SourceEdit edit : mutant.edits()) {
            if (edit.isResource()) {
                edit.applyTo(root, classes);
            }
        }
        List<SourceEdit> sources =
                mutant.edits().stream().filter(edit -> !edit.isResource()).toList();
        if (!sources.isEmpty()) {
            compile(sources, classes);
        }
        return classes;
    }

    /** Returns whether the test passes without a planted bug. Aborts if it cannot run on this machine. */
    boolean passes(String test, String method, String... flags) throws IOException, InterruptedException {
        int result = run(Optional.empty(), test, method, flags);
        Assumptions.assumeFalse(result == MutantTrialMain.ABORTED, test + "#" + method + " cannot run here");
        return result == MutantTrialMain.PASSED;
    }

    /** Returns what the test printed. */
    String output() throws IOException {
        return Files.readString(folder.resolve(OUTPUT));
    }

    private void compile(List<SourceEdit> edits, Path classes) throws IOException {
        Set<Path> sources = new LinkedHashSet<>();
        for (SourceEdit edit : edits) {
            sources.add(edit.applyTo(root, folder.resolve("sources")));
        }
        // The others of the module too, because the compiler copies constants into the classes that use them.
        for (SourceEdit edit : edits) {
            sources.addAll(edit.unchangedSources(root, folder.resolve("sources")));
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options =
                    List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none");
            if (!compiler.getTask(null, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
                    .call()) {
                throw new IllegalStateException("the planted bug does not compile: " + edits);
            }
        }
    }

    private int run(Optional<Path> classes, String test, String method, String... flags)
            throws IOException, InterruptedException {
        List<String> path = new ArrayList<>();
        classes.map(Path::toString).ifPresent(path::add);
        path.add(System.getProperty("java.class.path"));
        MODULES.forEach(module ->
                path.add(root.resolve(module).resolve("target/test-classes").toString()));
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx512m", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of(flags));
        command.addAll(List.of("-cp", String.join(File.pathSeparator, path), MutantTrialMain.class.getName()));
        command.addAll(List.of(test, method));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(OUTPUT).toFile())
                .start();
        if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
        int result = process.exitValue();
        if (result == MutantTrialMain.NO_TEST) {
            throw new IllegalStateException("there is no test " + test + "#" + method + ":\n" + output());
        }
        return result;
    }

    static Path root() {
        Path here = Path.of("").toAbsolutePath();
        while (!Files.isExecutable(here.resolve("verify"))) {
            here = Objects.requireNonNull(here.getParent());
        }
        return here;
    }
}
