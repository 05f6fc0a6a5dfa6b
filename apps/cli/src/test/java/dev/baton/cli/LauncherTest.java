package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher in a checkout of its own, with a Java and a Maven that only tell how they were called. */
// PG-10
class LauncherTest {
    @TempDir
    Path directory;

    private Path home;
    private Path tools;

    @BeforeEach
    void aCheckoutThatIsBuilt() throws IOException {
        home = Files.createDirectories(directory.resolve("a check out"));
        tools = Files.createDirectories(directory.resolve("tools/bin"));
        Files.copy(Path.of("..", "..", "baton"), home.resolve("baton"));
        Files.createDirectories(home.resolve("build"));
        Files.copy(Path.of("..", "..", "build", "source-digest"), home.resolve("build/source-digest"));
        assertThat(home.resolve("baton").toFile().setExecutable(true)).isTrue();
        tool("java", "case $1 in --version) echo openjdk 17.0.1; exit;; esac; for a; do echo \"[$a]\"; done");
        tool("mvn", "echo \"$@\" >>\"" + directory + "/built\"; touch apps/cli/target/baton-cli.jar");
        write("pom.xml", "");
        write("core/src/main/java/A.java", "");
        write("apps/cli/target/baton-cli.jar", "");
        write("apps/cli/target/launcher.stamp", "");
        write("apps/cli/target/launcher.rehearsed", "");
    }

    @Test
    void argumentsArriveAsTheyWereTyped() throws Exception {
        Result result = launch(home.resolve("baton"), directory, "run", "a b", "*", "");
        assertThat(result.output())
                .endsWith("[-jar]\n[" + home + "/apps/cli/target/baton-cli.jar]\n[run]\n[a b]\n[*]\n[]\n");
        assertThat(directory.resolve("built")).doesNotExist();
    }

    @Test
    void inTheLocaleOfCronWhatIsNotAsciiArrivesToo() throws Exception {
        tool("java", "echo \"$LC_ALL $BATON_LC_ALL\"");
        assertThat(launch(home.resolve("baton"), directory, Map.of("LC_ALL", "C"), "status")
                        .output())
                .isEqualTo("C.UTF-8 C\n");
        assertThat(launch(home.resolve("baton"), directory, Map.of("LC_ALL", "de_DE.UTF-8"), "status")
                        .output())
                .isEqualTo("de_DE.UTF-8 \n");
    }

    @Test
    void aDirectoryThatIsGoneIsNamed() throws Exception {
        Path gone = Files.createDirectory(directory.resolve("gone"));
        Path script = Files.writeString(directory.resolve("from-nowhere"), "#!/bin/sh\nrmdir \"$PWD\"; exec \"$@\"\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        Result result = launch(script, gone, home.resolve("baton").toString(), "status");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.output()).contains("the current directory is gone");
    }

    @Test
    void symbolicLinksLeadHome() throws Exception {
        Path bin = Files.createDirectories(directory.resolve("my bin"));
        Files.createSymbolicLink(bin.resolve("first"), Path.of("../a check out/baton"));
        Files.createSymbolicLink(bin.resolve("second"), bin.resolve("first"));
        assertThat(launch(bin.resolve("second"), Path.of("/"), "status").output())
                .contains("baton-cli.jar]\n[status]");
        assertThat(launch(Path.of("./second"), bin, "status").output()).contains("baton-cli.jar]\n[status]");
    }

    @Test
    void aNewerSourceIsBuiltFirstWithOneLineThatSaysSo() throws Exception {
        Files.setLastModifiedTime(
                home.resolve("core/src/main/java/A.java"),
                FileTime.from(Instant.now().plusSeconds(1)));
        Result result = launch(home.resolve("baton"), directory, "status");
        assertThat(result.output()).startsWith("baton: building cli, once").endsWith("[status]\n");
        assertThat(Files.readString(directory.resolve("built")))
                .contains("-pl apps/cli -am")
                .contains("package");
    }

    @Test
    void aJarThatSomebodyElseBuiltGetsItsArchive() throws Exception {
        Files.delete(home.resolve("apps/cli/target/launcher.rehearsed"));
        tool("java", "echo \"$@\" >>\"" + directory + "/calls\"");
        launch(home.resolve("baton"), directory, "status");
        assertThat(Files.readString(directory.resolve("calls"))).contains("dev.baton.cli.ClassArchiveWarmUp", "status");
        assertThat(directory.resolve("built")).doesNotExist();
    }

    @Test
    void aBuildThatFailsSaysWhy() throws Exception {
        tool("mvn", "echo no such symbol; exit 1");
        Files.delete(home.resolve("apps/cli/target/launcher.stamp"));
        Result result = launch(home.resolve("baton"), directory, "status");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.output()).contains("no such symbol", "the build failed", "launcher.log");
    }

    @Test
    void aMissingOrOldJavaIsNamed() throws Exception {
        Result nothing = launch(home.resolve("baton"), directory, Map.of("JAVA_HOME", "/nowhere"), "status");
        assertThat(nothing.code()).isEqualTo(2);
        assertThat(nothing.output()).contains("JAVA_HOME is /nowhere");
        tool("java", "echo openjdk 11.0.2");
        Files.delete(home.resolve("apps/cli/target/launcher.stamp"));
        assertThat(launch(home.resolve("baton"), directory, "status").output()).contains("needs Java 17");
    }

    @Test
    void theLabHasAMainClassOfItsOwn() throws Exception {
        write("lab/target/baton-lab.jar", "");
        write("lab/target/launcher.stamp", "");
        assertThat(launch(home.resolve("baton"), directory, "lab", "failover", "--json")
                        .output())
                .endsWith("[dev.baton.lab.Lab]\n[failover]\n[--json]\n");
    }

    private record Result(int code, String output) {}

    private Result launch(Path launcher, Path from, String... args) throws Exception {
        return launch(launcher, from, Map.of(), args);
    }

    private Result launch(Path launcher, Path from, Map<String, String> environment, String... args) throws Exception {
        List<String> words = new ArrayList<>(List.of(launcher.toString()));
        words.addAll(List.of(args));
        Path output = Files.createTempFile(directory, "output", "");
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(from.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().keySet().removeAll(List.of("JAVA_HOME", "LC_ALL", "BATON_LC_ALL"));
        builder.environment().put("PATH", tools + ":" + System.getenv("PATH"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return new Result(process.exitValue(), Files.readString(output));
    }

    private void tool(String name, String script) throws IOException {
        Path tool = Files.writeString(tools.resolve(name), "#!/bin/sh\n" + script + "\n");
        assertThat(tool.toFile().setExecutable(true)).isTrue();
    }

    private void write(String name, String text) throws IOException {
        Path file = home.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
