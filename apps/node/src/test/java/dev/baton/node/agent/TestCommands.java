package dev.baton.node.agent;

import dev.baton.Leadership;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Commands without processes, which end when the test says so. */
final class TestCommands implements CommandLauncher {
    private final BlockingQueue<TestCommand> started = new LinkedBlockingQueue<>();

    private final List<Long> refusals = new CopyOnWriteArrayList<>();

    /** A command with this name cannot be started. */
    static final String BROKEN = "broken";

    @Override
    public Running start(List<String> command, Leadership lease, Map<String, String> environment) throws IOException {
        if (command.contains(BROKEN)) {
            refusals.add(System.nanoTime());
            throw new IOException("no space left");
        }
        TestCommand running = new TestCommand(lease, environment, new CompletableFuture<>());
        started.add(running);
        return running;
    }

    /** Returns when commands could not be started, on the monotonic clock. */
    List<Long> refusals() {
        return List.copyOf(refusals);
    }

    /** Waits for the next command that is started. */
    TestCommand next() throws InterruptedException {
        TestCommand next = started.poll(30, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("no command was started");
        }
        return next;
    }

    record TestCommand(Leadership lease, Map<String, String> environment, CompletableFuture<CommandEnd> exit)
            implements Running {

        void end(CommandEnd how) {
            exit.complete(how);
        }

        @Override
        public InputStream output() {
            return InputStream.nullInputStream();
        }

        @Override
        public CommandEnd await() throws InterruptedException {
            try {
                return exit.get();
            } catch (ExecutionException impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        @Override
        public void stop() {
            exit.complete(new CommandEnd.Stopped());
        }
    }
}
