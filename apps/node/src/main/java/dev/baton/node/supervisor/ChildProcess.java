package dev.baton.node.supervisor;

import dev.baton.node.channel.ChannelMessage;
import dev.baton.node.channel.ControlChannel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A child that dies with this process, and the channel to it. Linux ends it the moment this process dies; where there
 * is no {@code setpriv} it ends itself at the end of the channel.
 */
final class ChildProcess {
    /** Linux ends a child with the <em>thread</em> that started it, so this one never ends. */
    private static final ExecutorService IMMORTAL = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "node-starter");
        thread.setDaemon(true);
        return thread;
    });

    private static final List<Path> SETPRIV = List.of(Path.of("/usr/bin/setpriv"), Path.of("/bin/setpriv"));

    private final Process process;
    private final ControlChannel wire;

    private ChildProcess(Process process) {
        this.process = process;
        this.wire = new ControlChannel(process.getInputStream(), process.getOutputStream());
    }

    static ChildProcess start(List<String> command) throws IOException {
        List<String> words = new ArrayList<>();
        SETPRIV.stream().filter(Files::isExecutable).findFirst().ifPresent(setpriv -> {
            words.add(setpriv.toString());
            words.addAll(List.of("--pdeathsig", "KILL", "--"));
        });
        words.addAll(command);
        try {
            return CompletableFuture.supplyAsync(() -> startNow(words), IMMORTAL)
                    .join();
        } catch (CompletionException failed) {
            throw new IOException("could not start " + command.get(0) + ": " + failed.getCause(), failed);
        }
    }

    private static ChildProcess startNow(List<String> words) {
        try {
            ProcessBuilder builder = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT);
            builder.environment().remove("BATON_INSTANCE_ID");
            return new ChildProcess(builder.start());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Hears what it says, then that it is gone, on a thread of its own. */
    void listen(Consumer<ChannelMessage> heard, Runnable gone) {
        Thread reader = new Thread(
                () -> {
                    wire.hear().ifPresent(first -> follow(first, heard));
                    process.onExit().join();
                    gone.run();
                },
                "node-child-" + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    private void follow(ChannelMessage first, Consumer<ChannelMessage> heard) {
        for (var message = java.util.Optional.of(first); message.isPresent(); message = wire.hear()) {
            heard.accept(message.get());
        }
    }

    void say(ChannelMessage message) {
        wire.say(message);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    long pid() {
        return process.pid();
    }

    /** Whether it has ended within this time. */
    boolean awaitEnd(Duration atMost) {
        boolean interrupted = false;
        long until = System.nanoTime() + atMost.toNanos();
        try {
            while (true) {
                try {
                    return process.waitFor(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
                } catch (InterruptedException again) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Ends it at once. */
    void kill() {
        process.destroyForcibly();
    }
}
