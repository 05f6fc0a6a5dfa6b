package dev.baton.node.supervisor;

import dev.baton.node.channel.ChannelMessage;
import dev.baton.node.channel.ControlChannel;
import dev.baton.support.thread.NamedThreads;
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
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A child that dies with this process, and the channel to it. Linux kills it as soon as this process dies. Without {@code
 * setpriv} it ends itself at the end of the channel.
 */
final class ChildProcess {
    /** Linux kills a child when the <em>thread</em> that started it ends, so this thread never ends. */
    private static final ExecutorService STARTER = NamedThreads.single("node-starter");

    private static final List<Path> SETPRIV = List.of(Path.of("/usr/bin/setpriv"), Path.of("/bin/setpriv"));

    private final Process process;
    private final ControlChannel channel;

    private ChildProcess(Process process) {
        this.process = process;
        this.channel = new ControlChannel(process.getInputStream(), process.getOutputStream());
    }

    static ChildProcess start(List<String> command) throws IOException {
        List<String> words = new ArrayList<>();
        SETPRIV.stream()
                .filter(Files::isExecutable)
                .findFirst()
                .ifPresent(setpriv -> words.addAll(List.of(setpriv.toString(), "--pdeathsig", "KILL", "--")));
        words.addAll(command);
        try {
            return CompletableFuture.supplyAsync(() -> startNow(words), STARTER).join();
        } catch (CompletionException failed) {
            throw new IOException("cannot start " + command.get(0) + ": " + failed.getCause(), failed);
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

    /** Starts a thread that passes on the messages of this child, and then its end. */
    void listen(Consumer<ChannelMessage> onMessage, Runnable onEnd) {
        NamedThreads.start("node-child-" + process.pid(), () -> {
            channel.forEach(onMessage);
            process.onExit().join();
            onEnd.run();
        });
    }

    void send(ChannelMessage message) {
        channel.send(message);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    long pid() {
        return process.pid();
    }

    /** Waits for the end of this child, without reacting to interrupts. */
    void awaitEnd(Duration timeout) {
        process.onExit()
                .completeOnTimeout(process, timeout.toNanos(), TimeUnit.NANOSECONDS)
                .join();
    }

    void kill() {
        process.destroyForcibly();
    }
}
