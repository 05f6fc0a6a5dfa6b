package dev.baton.cli;

import dev.baton.HealthCheck;
import java.io.File;
import java.io.IOException;

/** A health check by a command: exit code 0 within five seconds means healthy. */
record HealthCheckCommand(String command) implements HealthCheck {
    private static final String SECONDS = "5";

    @Override
    public boolean isHealthy() throws IOException, InterruptedException {
        // timeout(1) also ends the command's children, and it ends the command if baton is killed meanwhile.
        Process check = new ProcessBuilder("timeout", "-s", "KILL", SECONDS, "sh", "-c", command)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return check.waitFor() == 0;
    }
}
