package dev.baton.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code demo} of this folder: two replicas run, and the death of the leader makes the other one lead. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class DemoScriptTest {
    private static final Duration LONG = Duration.ofSeconds(90);
    private static final Path FOLDER = Path.of("").toAbsolutePath();

    @TempDir
    Path directory;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void stop() {
        for (Process process : started) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private Process start(Path output, Map<String, String> environment, String... words) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().putAll(environment);
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        started.add(process);
        return process;
    }

    private static Map<String, String> compiled() {
        return Map.of(
                "DEMO_CLASSPATH",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    }

    private static List<Integer> freePorts() throws IOException {
        try (ServerSocket one = new ServerSocket(0);
                ServerSocket two = new ServerSocket(0)) {
            return List.of(one.getLocalPort(), two.getLocalPort());
        }
    }

    private static boolean leads(int port) {
        return Replica.get(port, "/actuator/baton").contains("\"leader\":true");
    }

    private static boolean isReady(int port) {
        return Replica.get(port, "/actuator/health/readiness").startsWith("200");
    }

    private static boolean isOpen(int port) {
        try (Socket socket = new Socket("localhost", port)) {
            return socket.isConnected();
        } catch (IOException refused) {
            return false;
        }
    }

    /** The file has the JDBC URL, and what the server's libraries log. */
    private static int databasePort(Path file) throws IOException {
        String url = Files.readAllLines(file).stream()
                .filter(line -> line.startsWith("jdbc:"))
                .findFirst()
                .orElseThrow();
        return URI.create(url.substring("jdbc:".length())).getPort();
    }

    @Test // API-3, API-9
    void killLeaderMakesTheOtherReplicaLeadAndTheEndLeavesNothingRunning() throws Exception {
        String script = FOLDER.resolve("demo").toString();
        Path run = FOLDER.resolve("target/demo");
        Path output = directory.resolve("demo.out");
        List<Integer> ports = freePorts();
        Map<String, String> environment = Map.of(
                "DEMO_CLASSPATH",
                compiled().get("DEMO_CLASSPATH"),
                "DEMO_PORTS",
                ports.get(0) + " " + ports.get(1));
        Process demo = start(output, environment, script);
        await().atMost(LONG)
                .until(() -> ports.stream().allMatch(DemoScriptTest::isReady)
                        && ports.stream().anyMatch(DemoScriptTest::leads));
        assertThat(Files.readString(output))
                .contains(
                        "anna is at http://127.0.0.1:" + ports.get(0) + "/",
                        "ben is at http://127.0.0.1:" + ports.get(1) + "/");
        boolean annaLeads = leads(ports.get(0));
        String leader = annaLeads ? "anna" : "ben";
        String standby = annaLeads ? "ben" : "anna";
        int standbyPort = ports.get(annaLeads ? 1 : 0);
        assertThat(Replica.get(standbyPort, "/")).contains("<h1>" + leader + " leads</h1>", "This is " + standby);

        Path kill = directory.resolve("kill.out");
        int code = start(kill, compiled(), script, "kill-leader").waitFor();
        assertThat(Files.readString(kill)).contains("kill -9 " + leader + ", the leader");
        assertThat(code).isZero();
        await().atMost(LONG)
                .until(() -> Replica.get(standbyPort, "/").contains("<h1>" + standby + " leads</h1>"));
        await().atMost(LONG)
                .until(() -> Files.readString(output).contains(leader + " ended; it is started again"));
        await().atMost(LONG).until(() -> ports.stream().allMatch(DemoScriptTest::isReady));

        int database = databasePort(run.resolve("url"));
        assertThat(isOpen(database)).isTrue();
        List<ProcessHandle> children = demo.descendants().toList();
        assertThat(children).hasSizeGreaterThanOrEqualTo(3);
        demo.destroy();
        assertThat(demo.waitFor(60, TimeUnit.SECONDS)).isTrue();
        await().atMost(LONG).until(() -> children.stream().noneMatch(ProcessHandle::isAlive) && !isOpen(database));
        assertThat(run).doesNotExist();
    }

    @Test
    void killLeaderWithoutADemoPrintsWhatToDo() throws Exception {
        Path output = directory.resolve("kill.out");
        Process kill = start(output, compiled(), FOLDER.resolve("demo").toString(), "kill-leader");
        assertThat(kill.waitFor()).isEqualTo(1);
        assertThat(Files.readString(output)).contains("start the demo first");
    }

    /** In a copy without anything built, and with a {@code mvn} that prints its arguments and fails. */
    @Test
    void firstRunBuildsTheModuleOfItsFolder() throws Exception {
        Path examples = directory.resolve("examples");
        for (String module : List.of("spring-boot-4", FOLDER.getFileName().toString())) {
            Files.createDirectories(examples.resolve(module));
            Files.copy(
                    FOLDER.resolveSibling(module).resolve("demo"),
                    examples.resolve(module).resolve("demo"),
                    StandardCopyOption.COPY_ATTRIBUTES,
                    StandardCopyOption.REPLACE_EXISTING);
        }
        Path mvn = Files.writeString(directory.resolve("mvn"), "#!/bin/sh\necho \"in $PWD: $@\"\nexit 1\n");
        assertThat(mvn.toFile().setExecutable(true)).isTrue();
        Path output = directory.resolve("demo.out");
        Process demo = start(
                output,
                Map.of("PATH", directory + ":" + System.getenv("PATH")),
                examples.resolve(FOLDER.getFileName()).resolve("demo").toString());
        assertThat(demo.waitFor()).isEqualTo(1);
        assertThat(Files.readString(output))
                .contains("in " + directory.toRealPath() + ":", "-pl examples/" + FOLDER.getFileName() + " ");
    }
}
