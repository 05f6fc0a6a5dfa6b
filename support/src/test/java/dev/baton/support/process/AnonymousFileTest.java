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
    void modificationTimeIsVisibleToAnotherProcess() throws Exception {
        try (AnonymousFile file = AnonymousFile.create("")) {
            assertThat(file.setModified(4_102_444_800_123L)).isTrue();
            Process stat =
                    new ProcessBuilder("stat", "-L", "-c", "%Y", file.path().toString()).start();
            assertThat(new String(stat.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("4102444800\n");
        }
    }

    @Test
    void closedFileLeavesTheNextOneWithItsDescriptorAlone() throws Exception {
        AnonymousFile closed = AnonymousFile.create("");
        closed.close();
        try (AnonymousFile next = AnonymousFile.create("")) {
            assertThat(closed.setModified(1000)).isFalse();
            assertThat(next.path().toFile().lastModified()).isNotEqualTo(1000);
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
