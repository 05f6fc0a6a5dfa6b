package dev.baton.file;

import dev.baton.file.posix.ProcessEnd;
import dev.baton.spi.RunningCommand;
import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reports the end of a command for which a candidate waits, where the kernel can wait for a process. Elsewhere the
 * regular retries find it. Thread-safe.
 */
final class CommandWatch {
    /** The thread must not outlive its candidate for long. An attempt after this time starts the next one. */
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private final Set<RunningCommand> watched = ConcurrentHashMap.newKeySet();

    /** Calls the action when the command ends, on a thread of its own. */
    void watch(RunningCommand command, Runnable onEnd) {
        if (ProcessEnd.SUPPORTED && watched.add(command)) {
            NamedThreads.start("baton-file-command", () -> {
                try {
                    if (ProcessEnd.await(command.pid(), LONGEST)) {
                        onEnd.run();
                    }
                } finally {
                    watched.remove(command);
                }
            });
        }
    }
}
