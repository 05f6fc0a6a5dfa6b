package dev.baton.examples.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code demo}, as the documents name it: all replicas run, and the death of the leader changes it. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class DemoScriptTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Pattern KILLED = Pattern.compile("kill -9 (\\w+), the leader");

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

    private Process start(Path output, String... words) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment()
                .put(
                        "DEMO_CLASSPATH",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        started.add(process);
        return process;
    }

    private static long leaders(String output) {
        return output.lines().filter(line -> line.contains(" leads, epoch ")).count();
    }

    @Test // PG-10
    void demoRunsReplicasAndKillLeaderMakesAnotherOneLead() throws Exception {
        String script = Path.of("demo").toAbsolutePath().toString();
        Path output = directory.resolve("demo.out");
        Process demo = start(output, script);
        await().atMost(TIMEOUT).until(() -> {
            String text = Files.readString(output);
            return text.contains("database at postgres://")
                    && text.contains("anna runs")
                    && text.contains("ben runs")
                    && text.contains("cleo runs")
                    && text.contains(" wrote entry 1, epoch 1");
        });
        Path killOutput = directory.resolve("kill.out");
        assertThat(start(killOutput, script, "kill-leader").waitFor())
                .as(Files.readString(killOutput))
                .isZero();
        Matcher killed = KILLED.matcher(Files.readString(killOutput));
        assertThat(killed.find()).isTrue();
        await().atMost(TIMEOUT).until(() -> leaders(Files.readString(output)) >= 2);
        await().atMost(TIMEOUT)
                .until(() -> Files.readString(output).contains(killed.group(1) + " ended; it is started again"));

        demo.destroy();
        assertThat(demo.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(Path.of("target", "demo")).doesNotExist();
    }

    @Test // PG-10
    void killLeaderWithoutADemoPrintsWhatToDo() throws Exception {
        Path output = directory.resolve("kill.out");
        Process demo = start(output, Path.of("demo").toAbsolutePath().toString(), "kill-leader");
        assertThat(demo.waitFor()).isEqualTo(1);
        assertThat(Files.readString(output)).contains("start the demo first");
    }
}
