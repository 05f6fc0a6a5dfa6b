package dev.baton.quorum.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Checks that the model of the protocol is safe, and that every mutant of it is not. */
class ModelTest {
    private static final boolean LARGE = Boolean.getBoolean("quorum.large");

    @TempDir
    Path folder;

    @TestFactory // QUORUM-3 QUORUM-4 QUORUM-7
    List<DynamicTest> protocolPassesAndEveryMutantFails() {
        Stream<List<Model>> runs = LARGE
                ? Stream.of(ElectionModels.large(), MembersModels.large(), EnrolmentModels.large())
                : Stream.of(
                        ElectionModels.correct(),
                        MembersModels.correct(),
                        EnrolmentModels.correct(),
                        ElectionModels.broken(),
                        MembersModels.broken(),
                        EnrolmentModels.broken());
        return runs.flatMap(List::stream)
                .map(model -> DynamicTest.dynamicTest(model.name(), () -> check(model)))
                .toList();
    }

    private void check(Model model) throws IOException, InterruptedException {
        String output = run(model);
        System.out.println(model.name() + ": "
                + output.lines()
                        .filter(line -> line.contains("distinct states"))
                        .reduce("", (first, last) -> last));
        if (model.fails()) {
            assertThat(output)
                    .containsPattern(
                            "Invariant (OneReignPerTerm|OneVotePerTerm|OneLeaseAtATime|OneListOfAName) is violated");
        } else {
            assertThat(output).contains("No error has been found");
        }
    }

    private String run(Model model) throws IOException, InterruptedException {
        Path here = Files.createDirectories(folder.resolve(model.name()));
        String file = model.module() + ".tla";
        try (InputStream text = ModelTest.class.getResourceAsStream("/model/" + file)) {
            Files.copy(Objects.requireNonNull(text), here.resolve(file));
        }
        Files.writeString(here.resolve("model.cfg"), model.settings());
        Path log = here.resolve("log");
        Process checker = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        // A mutant fails too soon to benefit from the optimizing compiler.
                        model.fails() ? "-XX:TieredStopAtLevel=1" : "-XX:+UseParallelGC",
                        "-Xmx" + (LARGE ? "6g" : "1g"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "tlc2.TLC",
                        "-workers",
                        "2",
                        "-config",
                        "model.cfg",
                        file)
                .directory(here.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        boolean ended = checker.waitFor(LARGE ? 240 : 15, TimeUnit.MINUTES);
        if (!ended) {
            checker.destroyForcibly();
        }
        assertThat(ended).as("the model checker has ended").isTrue();
        return Files.readString(log);
    }
}
