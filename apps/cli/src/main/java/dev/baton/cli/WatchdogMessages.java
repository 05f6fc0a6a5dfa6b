package dev.baton.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Listens to the dead-man: whether it stopped the command on its own account, and that it is gone. */
final class WatchdogMessages {
    private static final String ARMED = "armed ";

    private final LeashFiles files;
    private final CompletableFuture<Void> gone = new CompletableFuture<>();
    private volatile Optional<Long> deadman = Optional.empty();
    private volatile boolean ended;
    private volatile boolean finished;
    private volatile boolean stopping;

    WatchdogMessages(LeashFiles files) {
        this.files = files;
        Thread listener = new Thread(this::listen, "leash-news");
        listener.setDaemon(true);
        listener.start();
    }

    /** Done when the dead-man has finished, or is gone before. */
    CompletableFuture<Void> gone() {
        return gone;
    }

    /** Whether the command was over before anybody ended it; final once {@link #gone}. */
    boolean endedByItself() {
        return ended;
    }

    /** Whether the dead-man saw the end of every process of the command; final once {@link #gone}. */
    boolean finished() {
        return finished;
    }

    /** The dead-man's process, if it is there. */
    Optional<Long> deadman() {
        return gone.isDone() ? Optional.empty() : deadman;
    }

    /** Whether the dead-man stopped the command because no new deadline came; final once {@link #gone}. */
    boolean stoppedByDeadman() {
        return stopping;
    }

    /** The command's process is over: if the dead-man was never set, nobody else will say so. */
    void processEnded() {
        if (deadman.isEmpty()) {
            try {
                files.firstNews().write("failed\n".getBytes(StandardCharsets.US_ASCII));
            } catch (IOException closed) {
                // It was armed meanwhile, and its own end of file tells.
            }
        }
    }

    private void listen() {
        try {
            String first = firstLine(files.firstNews());
            if (first.startsWith(ARMED)) {
                deadman = Optional.of(Long.parseLong(first.substring(ARMED.length())));
                followUntilEnd();
            }
        } catch (IOException removed) {
            // The directory is removed when the group is gone, before we could open it.
        } finally {
            gone.complete(null);
        }
    }

    private void followUntilEnd() throws IOException {
        try (BufferedReader later = Files.newBufferedReader(files.laterNews(), StandardCharsets.US_ASCII)) {
            // Our own end counts as a writer; without it the end of file is the dead-man's.
            files.firstNews().close();
            @Nullable String line = later.readLine();
            while (line != null) {
                stopping |= line.equals("stopping");
                ended |= line.equals("ended");
                finished |= line.equals("gone");
                line = later.readLine();
            }
        }
    }

    /** Byte by byte: whatever follows the first line has to stay in the FIFO. */
    private static String firstLine(RandomAccessFile news) throws IOException {
        StringBuilder line = new StringBuilder();
        int next = news.read();
        while (next >= 0 && next != '\n') {
            line.append((char) next);
            next = news.read();
        }
        return line.toString();
    }
}
