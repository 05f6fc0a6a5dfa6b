package dev.baton.support.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class AnonymousFileTest {

    @Test
    void otherProcessReadsAndAppendsByPath() throws Exception {
        try (AnonymousFile file = AnonymousFile.create("one\n")) {
            Process shell = new ProcessBuilder(
                            "sh",
                            "-c",
                            "cat \"$0\"; echo two >>\"$0\"",
                            file.path().toString())
                    .start();
            assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("one\n");
            shell.waitFor();
            file.overwrite("six");
            assertThat(file.read()).isEqualTo("six\ntwo\n");
        }
    }

    @Test
    void hasNoName() throws Exception {
        try (AnonymousFile file = AnonymousFile.create("x")) {
            Path name = Files.readSymbolicLink(file.path());
            assertThat(name.toString()).endsWith(" (deleted)");
            assertThat(name).doesNotExist();
        }
    }

    @Test
    void interruptedThreadCanStillUseIt() throws Exception {
        try (AnonymousFile file = AnonymousFile.create("x\n")) {
            Thread.currentThread().interrupt();
            file.overwrite("y");
            String text = file.read();
            assertThat(Thread.interrupted()).isTrue();
            assertThat(text).isEqualTo("y\n");
        }
    }

    @Test
    void closedFileIsEmptyAndRefusesNothing() throws Exception {
        AnonymousFile file = AnonymousFile.create("x");
        file.close();
        file.overwrite("y");
        file.close();
        assertThat(file.read()).isEmpty();
    }
}
