package dev.baton.cli;

import dev.baton.HealthCheck;
import dev.baton.support.process.MarkedProcesses;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A health check that runs a command. A command that takes too long is killed with all its descendants, also those that
 * have left its process group.
 */
final class HealthCommand implements HealthCheck {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final long LIMIT_SECONDS = 5;
    /** For starting the command, and for killing it. */
    private static final long MARGIN_SECONDS = 2;
    /** Of timeout(1), when it has killed the command. */
    private static final int KILLED = 137;

    private static final int KILL_ROUNDS = 100;
    private static final long ROUND_MILLIS = 5;
    private static final Duration LOG_INTERVAL = Duration.ofMinutes(1);

    private final String command;
    private String logged = "";
    private long loggedAt;

    HealthCommand(String command) {
        this.command = command;
    }

    @Override
    public boolean isHealthy() throws InterruptedException {
        String failure;
        try {
            failure = failure();
        } catch (IOException notRun) {
            failure = "cannot be run: " + notRun.getMessage();
        }
        report(failure);
        return failure.isEmpty();
    }

    @Override
    public Duration timeout() {
        return Duration.ofSeconds(LIMIT_SECONDS + MARGIN_SECONDS);
    }

    /** Runs the command, and returns why it failed; empty if it succeeded. */
    private String failure() throws IOException, InterruptedException {
        String mark = LeashMark.create();
        // timeout(1) kills the command's process group, also if baton is killed meanwhile.
        ProcessBuilder builder = new ProcessBuilder(
                        "timeout", "-s", "KILL", String.valueOf(LIMIT_SECONDS), "sh", "-c", command)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().merge(MarkedProcesses.VARIABLE, mark, (outer, own) -> outer + " " + own);
        Process check = builder.start();
        int code = check.waitFor();
        if (code == KILLED) {
            killDescendants(new MarkedProcesses(mark), check.pid());
            return "was killed, because it took longer than " + LIMIT_SECONDS + " s";
        }
        return code == 0 ? "" : "ended with exit code " + code;
    }

    private static void killDescendants(MarkedProcesses marked, long group) throws IOException, InterruptedException {
        List<Long> left = marked.find(OptionalLong.of(group));
        for (int round = 0; !left.isEmpty() && round < KILL_ROUNDS; round++) {
            left.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
            TimeUnit.MILLISECONDS.sleep(ROUND_MILLIS);
            left = marked.find(OptionalLong.of(group));
        }
        if (!left.isEmpty()) {
            throw new IOException("its processes " + left + " do not end");
        }
    }

    /** Logs a failure when it is new, and again from time to time while it lasts. */
    private synchronized void report(String failure) {
        long now = System.nanoTime();
        boolean again = !failure.isEmpty() && now - loggedAt >= LOG_INTERVAL.toNanos();
        if (failure.equals(logged) && !again) {
            return;
        }
        if (failure.isEmpty()) {
            LOG.info("the health command succeeds again");
        } else {
            LOG.warn("the health command {}; this instance does not lead", failure);
        }
        logged = failure;
        loggedAt = now;
    }
}
