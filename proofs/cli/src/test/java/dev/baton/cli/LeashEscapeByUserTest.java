package dev.baton.cli;

import dev.baton.cli.LeashTrial.Account;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The attempt of a daemon to outlive leadership as another user. Only root can change its user. */
// API-3: no process of a command outlives the leadership
class LeashEscapeByUserTest {
    @TempDir
    Path directory;

    @Test
    void daemonOfAnotherUserEndsWhenBatonIsKilled() throws IOException {
        try (LeashTrial run = LeashTrial.start(directory, Account.ROOT, "uid")) {
            Processes.signal("KILL", run.baton());
            run.assertAllEnd();
        }
    }
}
