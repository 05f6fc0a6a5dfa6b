package dev.baton.cli;

import dev.baton.HealthCheck;
import java.io.File;
import java.io.IOException;

/** A health gate that asks a command: healthy is an exit code of 0 within five seconds. */
record HealthCheckCommand(String command) implements HealthCheck {
    private static final String SECONDS = "5";

    @Override
    public boolean isHealthy() throws IOException, InterruptedException {
        // timeout(1) ends the command's children too, and itself when baton is killed in between.
        Process asked = new ProcessBuilder("timeout", "-s", "KILL", SECONDS, "sh", "-c", command)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return asked.waitFor() == 0;
    }
}
