package dev.baton.console.watch;

import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * All messages to the page in order. The latest are kept, so that a client that was disconnected for a moment receives
 * what it missed. Thread-safe.
 *
 * <p>A position in the feed has the form {@code RUN-SEQUENCE}. A restarted console has a different run, so a position of
 * an earlier run is recognized as lost.
 */
public final class ConsoleFeed {
    private static final int MAX_MESSAGES = 4_096;
    /** Limits the memory: the row of an election with hundreds of instances is long. */
    private static final int MAX_CHARACTERS = 8_000_000;

    private static final int MAX_LOG_ENTRIES = 200;

    private final String run;
    private final Deque<FeedMessage> messages = new ArrayDeque<>();
    private final Deque<String> log = new ArrayDeque<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private long characters;
    private long last;

    public ConsoleFeed() {
        byte[] random = new byte[6];
        new SecureRandom().nextBytes(random);
        this.run = HexFormat.of().formatHex(random);
    }

    /** Appends a message and notifies the listeners. */
    public void publish(String kind, String data) {
        synchronized (this) {
            last++;
            messages.addLast(new FeedMessage(last, kind, data));
            characters += data.length();
            while (messages.size() > MAX_MESSAGES || (characters > MAX_CHARACTERS && messages.size() > 1)) {
                characters -= messages.removeFirst().data().length();
            }
            if (kind.equals("log")) {
                log.addLast(data);
                if (log.size() > MAX_LOG_ENTRIES) {
                    log.removeFirst();
                }
            }
        }
        listeners.forEach(Runnable::run);
    }

    /** Returns the sequence number of the latest message. */
    public synchronized long last() {
        return last;
    }

    /** Returns the position of a message. */
    public String position(long sequence) {
        return run + "-" + sequence;
    }

    /** Returns the sequence number of a position; empty if the position is not from this run. */
    public Optional<Long> sequence(String position) {
        if (!position.startsWith(run + "-")) {
            return Optional.empty();
        }
        try {
            return Optional.of(Long.parseLong(position.substring(run.length() + 1)));
        } catch (NumberFormatException malformed) {
            return Optional.empty();
        }
    }

    /** Returns up to {@code limit} messages after a sequence number; empty if some of them are no longer kept. */
    public synchronized Optional<List<FeedMessage>> after(long sequence, int limit) {
        long skipped = sequence - (last - messages.size());
        if (sequence > last || skipped < 0) {
            return Optional.empty();
        }
        return Optional.of(messages.stream().skip(skipped).limit(limit).toList());
    }

    /** Returns the latest entries of the event log, oldest first. */
    public synchronized List<String> log() {
        return List.copyOf(log);
    }

    /** Adds a listener. It runs after each publication on the publishing thread, so it must not block. */
    public void addListener(Runnable listener) {
        listeners.add(listener);
    }
}
