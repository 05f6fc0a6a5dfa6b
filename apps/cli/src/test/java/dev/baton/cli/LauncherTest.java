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

/** The launcher in a checkout of its own, with a Java and a Maven that only record how they were called. */
// PG-10
class LauncherTest {
    private static final FileTime LONG_AGO = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));

    @TempDir
    Path directory;

    private Path home;
    private Path launcher;
    private Path tools;
    private Path builds;
    private Path source;
    private Path stamp;

    @BeforeEach
    void createBuiltCheckout() throws Exception {
        home = Files.createDirectories(directory.resolve("a check out"));
        tools = Files.createDirectories(directory.resolve("tools/bin"));
        builds = directory.resolve("builds");
        launcher = copyExecutable("baton");
        Path digest = copyExecutable("build/source-digest");
        tool("java", "case $1 in --version) echo openjdk 17.0.1; exit;; esac; for a; do echo \"[$a]\"; done");
        tool(
                "mvn",
                "echo \"$@\" >>\"" + builds + "\"; echo '[INFO] Scanning for projects...'\n"
                        + "echo '[INFO] Building Baton core 0.2.0-SNAPSHOT                               [3/17]'\n"
                        + "touch apps/cli/target/baton-cli.jar");
        write("pom.xml", "");
        source = write("core/src/main/java/A.java", "class A {}");
        write("apps/cli/target/baton-cli.jar", "");
        stamp = write(
                "apps/cli/target/launcher.stamp",
                execute(digest, directory, Map.of(), home.toString()).output());
        write("apps/cli/target/launcher.rehearsed", "");
    }

    @Test
    void passesArgumentsOnUnchanged() throws Exception {
        Result result = launch("run", "a b", "*", "");
        assertThat(result.output())
                .endsWith("[-jar]\n[" + home + "/apps/cli/target/baton-cli.jar]\n[run]\n[a b]\n[*]\n[]\n");
        assertThat(builds).doesNotExist();
    }

    @Test
    void worksWithoutTheArchiveInACheckoutThatCannotBeWritten() throws Exception {
        Files.delete(home.resolve("apps/cli/target/launcher.rehearsed"));
        // Stands for a read-only checkout, also if these tests run as root.
        Files.createDirectory(home.resolve("apps/cli/target/launcher.lock"));
        assertThat(launch("status").output()).doesNotContain("launcher.lock: ").endsWith("[status]\n");
        Files.delete(stamp);
        assertThat(launch("status").output()).contains("baton must be built", "may not write");
        assertThat(builds).doesNotExist();
    }

    @Test
    void usesUtf8InTheLocaleOfCronAndRemembersIt() throws Exception {
        tool("java", "echo \"$LC_ALL $BATON_LC_ALL\"");
        assertThat(execute(launcher, directory, Map.of("LC_ALL", "C"), "status").output())
                .isEqualTo("C.UTF-8 C\n");
        tool("locale", "echo UTF-8");
        assertThat(german()).isEqualTo("de_DE.UTF-8 \n");
    }

    /** Java would read the name of the working directory in ASCII, and use another directory. */
    @Test
    void usesUtf8IfTheLocaleIsNotInstalled() throws Exception {
        tool("java", "echo \"$LC_ALL $BATON_LC_ALL\"");
        tool("locale", "echo ANSI_X3.4-1968");
        assertThat(german()).isEqualTo("C.UTF-8 de_DE.UTF-8\n");
    }

    private String german() throws Exception {
        return execute(launcher, directory, Map.of("LC_ALL", "de_DE.UTF-8"), "status")
                .output();
    }

    @Test
    void passesTheEnvironmentOnUnchanged() throws Exception {
        tool("java", "echo \"$home $module $java\"; echo \"$BATON_ODD_VARIABLES\" | base64 -d | tr '\\0' '\\n'");
        Map<String, String> variables =
                Map.of("home", "mine", "module", "alpine", "java", "17", "spring.datasource.url", "x\ny=1");
        String expected = "mine alpine 17\nspring.datasource.url=x\ny=1\n";
        for (String command : List.of("run", "once")) {
            assertThat(execute(launcher, directory, variables, command).output())
                    .isEqualTo(expected);
        }
        assertThat(execute(launcher, directory, variables, "-v", "--log-format", "json", "run", "x")
                        .output())
                .isEqualTo(expected);
    }

    @Test
    void startsAlthoughUnusualVariablesAreTooLongForOne() throws Exception {
        tool("java", "echo \"started $BATON_ODD_VARIABLES\"");
        Map<String, String> variables = Map.of("a.b", "x".repeat(60_000), "a.c", "x".repeat(60_000));
        assertThat(execute(launcher, directory, variables, "run").output())
                .contains("too long and not passed on")
                .endsWith("started \n");
    }

    @Test
    void closedDescriptorsDoNotBecomeFilesOfJava() throws Exception {
        tool("java", "a=$(readlink /proc/$$/fd/0) b=$(readlink /proc/$$/fd/1); echo \"$a $b\" >&2");
        Path script = Files.writeString(directory.resolve("closed"), "#!/bin/sh\n\"$@\" <&-; \"$@\" >&- </dev/zero\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        assertThat(execute(script, directory, Map.of(), launcher.toString(), "status")
                        .output())
                .startsWith("/dev/null ")
                .endsWith("\n/dev/zero /dev/null\n");
    }

    @Test
    void threadDumpsDoNotGoToStdout() throws Exception {
        assertThat(launch("status").output()).contains("[-XX:+DisplayVMOutputToStderr]");
    }

    @Test
    void passesOnTheSizeOfTheTerminal() throws Exception {
        Path script = Files.writeString(
                directory.resolve("on-terminal"),
                "#!/bin/sh\nexec script -qec \"stty rows 20 cols 61; '" + launcher + "' status\" /dev/null\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        assertThat(execute(script, directory, Map.of()).output())
                .contains("[-Dbaton.terminal=true]", "[-Dbaton.rows=20]", "[-Dbaton.columns=61]");
        assertThat(launch("status").output()).contains("[-Dbaton.terminal=false]", "[-Dbaton.columns=]");
    }

    @Test
    void failsInADeletedDirectory() throws Exception {
        Path deleted = Files.createDirectory(directory.resolve("deleted"));
        Path script = Files.writeString(directory.resolve("from-deleted"), "#!/bin/sh\nrmdir \"$PWD\"; exec \"$@\"\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        Result result = execute(script, deleted, Map.of(), launcher.toString(), "status");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.output()).contains("the current directory is gone");
    }

    @Test
    void followsSymbolicLinks() throws Exception {
        Path bin = Files.createDirectories(directory.resolve("my bin"));
        Files.createSymbolicLink(bin.resolve("first"), Path.of("../a check out/baton"));
        Files.createSymbolicLink(bin.resolve("second"), bin.resolve("first"));
        assertThat(execute(bin.resolve("second"), Path.of("/"), Map.of(), "status")
                        .output())
                .contains("baton-cli.jar]\n[status]");
        assertThat(execute(Path.of("./second"), bin, Map.of(), "status").output())
                .contains("baton-cli.jar]\n[status]");
    }

    @Test
    void doesNotBuildAgainWhenOnlyFileTimesHaveChanged() throws Exception {
        Files.setLastModifiedTime(stamp, LONG_AGO);
        assertThat(launch("status").output()).doesNotContain("building").endsWith("[status]\n");
        assertThat(builds).doesNotExist();
        // The next run need not compare the content again.
        assertThat(Files.getLastModifiedTime(stamp)).isGreaterThan(LONG_AGO);
    }

    @Test
    void buildsOnceWithProgressWhenContentHasChanged() throws Exception {
        Files.setLastModifiedTime(stamp, LONG_AGO);
        Files.writeString(source, "class A { int changed; }");
        assertThat(launch("status").output())
                .startsWith("baton: building cli")
                .contains("\nbaton: [3/17] Baton core")
                .doesNotContain("Scanning")
                .endsWith("[status]\n");
        assertThat(Files.readString(builds)).contains("-pl apps/cli -am").contains("package");
        Files.setLastModifiedTime(stamp, LONG_AGO);
        assertThat(launch("status").output()).doesNotContain("building");
        assertThat(Files.readAllLines(builds)).hasSize(1);
    }

    @Test
    void buildsWhenAFileWasDeleted() throws Exception {
        Files.setLastModifiedTime(stamp, LONG_AGO);
        Files.delete(source);
        launch("status");
        assertThat(builds).exists();
    }

    @Test
    void showsTheEndOfTheLogOfAFailedBuildAndBuildsAgain() throws Exception {
        tool("mvn", "echo x >>\"" + builds + "\"; seq -f 'line %g' 100; echo no such symbol; exit 1");
        Files.delete(stamp);
        Result result = launch("status");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.output())
                .contains("line 100\nno such symbol\n", "the build failed", "launcher.log")
                .doesNotContain("line 1\n");
        launch("status");
        assertThat(Files.readAllLines(builds)).hasSize(2);
    }

    @Test
    void createsTheArchiveForAJarThatAnotherBuildMade() throws Exception {
        Files.delete(home.resolve("apps/cli/target/launcher.rehearsed"));
        tool("java", "echo \"$@\" >>\"" + directory + "/calls\"");
        launch("status");
        assertThat(Files.readString(directory.resolve("calls"))).contains("dev.baton.cli.ClassArchiveWarmUp", "status");
        assertThat(builds).doesNotExist();
    }

    @Test
    void namesAMissingOrOldJava() throws Exception {
        Result missing = execute(launcher, directory, Map.of("JAVA_HOME", "/nowhere"), "status");
        assertThat(missing.code()).isEqualTo(2);
        assertThat(missing.output()).contains("JAVA_HOME is /nowhere");
        tool("java", "echo openjdk 11.0.2");
        Files.delete(stamp);
        assertThat(launch("status").output()).contains("needs Java 17");
    }

    @Test
    void startsTheMainClassOfTheLab() throws Exception {
        write("lab/target/baton-lab.jar", "");
        write("lab/target/launcher.stamp", "");
        assertThat(launch("lab", "failover", "--json").output())
                .endsWith("[dev.baton.lab.Lab]\n[failover]\n[--json]\n");
    }

    private record Result(int code, String output) {}

    private Result launch(String... args) throws Exception {
        return execute(launcher, directory, Map.of(), args);
    }

    private Result execute(Path program, Path from, Map<String, String> environment, String... args) throws Exception {
        List<String> words = new ArrayList<>(List.of(program.toString()));
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

    private Path copyExecutable(String name) throws IOException {
        Path copy = home.resolve(name);
        Files.createDirectories(copy.getParent());
        Files.copy(Path.of("..", "..").resolve(name), copy);
        assertThat(copy.toFile().setExecutable(true)).isTrue();
        return copy;
    }

    private void tool(String name, String script) throws IOException {
        Path tool = Files.writeString(tools.resolve(name), "#!/bin/sh\n" + script + "\n");
        assertThat(tool.toFile().setExecutable(true)).isTrue();
    }

    private Path write(String name, String text) throws IOException {
        Path file = home.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }
}
