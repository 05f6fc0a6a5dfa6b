package dev.baton.support.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs {@link EvidenceMain} in another environment, from classes that every user may read. */
final class EvidenceRunner {
    private final Path directory;

    EvidenceRunner(Path directory) {
        this.directory = directory;
    }

    /** Runs the script through the given shell words. {@code JAVA} in it stands for the program with the identity. */
    Evidence run(ProcessIdentity identity, String shell, String script) throws Exception {
        return Evidence.valueOf(answer(identity, Long.toString(identity.startTime()), shell, script));
    }

    /** The same, with {@code state} or {@code no-descriptors} behind {@code JAVA}. */
    ProcessState state(ProcessIdentity identity, String shell, String script) throws Exception {
        return ProcessState.valueOf(answer(identity, Long.toString(identity.startTime()), shell, script));
    }

    /** The same, with a start time that the script computes. */
    Evidence run(ProcessIdentity identity, String startTime, String shell, String script) throws Exception {
        return Evidence.valueOf(answer(identity, startTime, shell, script));
    }

    private String answer(ProcessIdentity identity, String startTime, String shell, String script) throws Exception {
        Path classes = Files.createDirectories(directory.resolve("classes"));
        copy(Path.of("target", "classes"), classes);
        copy(Path.of("target", "test-classes"), classes);
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        String java = Path.of(System.getProperty("java.home"), "bin", "java") + " -Xshare:auto -XX:+UseSerialGC -cp "
                + classes + " " + EvidenceMain.class.getName() + " " + identity.bootId() + " "
                + identity.pidNamespace() + " " + identity.pid() + " " + startTime;
        List<String> command = new ArrayList<>(List.of(shell.split(" ", -1)));
        command.add(script.replace("JAVA", java));
        Path output = directory.resolve("output");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        String text = Files.readString(output, StandardCharsets.UTF_8).trim();
        String last = text.substring(text.lastIndexOf('\n') + 1);
        assertThat(last).as(text).matches("[A-Z]+");
        return last;
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                Path made = Files.createDirectories(to.resolve(from.relativize(folder)));
                Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwxr-xr-x"));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Path target = to.resolve(from.relativize(file));
                if (file.toString().endsWith(".class") && !Files.exists(target)) {
                    Files.copy(file, target);
                    Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rw-r--r--"));
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
