package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The leash in short: a real baton is killed or stopped, and its command has left its session and its environment. */
class LeashSmokeTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final String DAEMON = "cd \"$0\"; trap '' TERM;"
            + " setsid env -i sh -c 'trap \"\" TERM; echo up >up; while :; do sleep 0.05; done' & wait";

    @TempDir
    Path directory;

    @Test // API-3
    void daemonEndsWhenBatonIsKilled() {
        BatonProcess baton = run();
        baton.signal("KILL");
        await().atMost(TIMEOUT).until(() -> Processes.aliveIn(directory).isEmpty());
    }

    @Test // API-3
    void daemonEndsWhileBatonIsStopped() {
        BatonProcess baton = run("--validity", "2500ms", "--stop-grace", "300ms");
        baton.signal("STOP");
        await().atMost(TIMEOUT).until(() -> Processes.aliveIn(directory).isEmpty());
        baton.close();
    }

    @Test
    void doctorPrintsTheLevel() {
        BatonProcess doctor = BatonProcess.start(directory, "doctor", "--on", "file:" + directory.resolve("store"));
        assertThat(doctor.exitCode()).isZero();
        assertThat(doctor.out())
                .containsPattern("(ok|warn) +leash +(namespace|cgroup|marker).*can outlive the command");
    }

    private BatonProcess run(String... options) {
        String[] words = new String[options.length + 9];
        System.arraycopy(new String[] {"run", "job", "--on", "file:" + directory.resolve("store")}, 0, words, 0, 4);
        System.arraycopy(options, 0, words, 4, options.length);
        System.arraycopy(
                new String[] {"--", "sh", "-c", DAEMON, directory.toString()}, 0, words, 4 + options.length, 5);
        BatonProcess baton = BatonProcess.start(directory, words);
        await().atMost(TIMEOUT).until(() -> Files.exists(directory.resolve("up")));
        return baton;
    }
}
