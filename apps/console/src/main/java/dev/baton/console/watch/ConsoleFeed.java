package dev.baton.console.watch;

import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;

/**
 * All news in order, the latest kept so that whoever was away for a moment hears what it missed. Thread-safe.
 *
 * <p>A place in the feed is written {@code run-sequence}: after a restart of the console the run is another one, and
 * an old place is known to be lost.
 */
public final class ConsoleFeed {
    private static final int KEPT = 4_096;
    /** A row of hundreds of instances is long, and the latest of such rows are no use to whoever reads all anew. */
    private static final int KEPT_CHARACTERS = 8_000_000;

    private static final int KEPT_LOG = 200;

    private final String run;
    private final Deque<FeedMessage> kept = new ArrayDeque<>();
    private final Deque<String> log = new ArrayDeque<>();
    private final Set<Runnable> listeners = new CopyOnWriteArraySet<>();
    private long characters;
    private long last;

    public ConsoleFeed() {
        byte[] random = new byte[6];
        new SecureRandom().nextBytes(random);
        this.run = HexFormat.of().formatHex(random);
    }

    /** Adds one, and wakes whoever listens. */
    public void publish(String kind, String data) {
        synchronized (this) {
            last++;
            kept.addLast(new FeedMessage(last, kind, data));
            characters += data.length();
            while (kept.size() > KEPT || (characters > KEPT_CHARACTERS && kept.size() > 1)) {
                characters -= kept.removeFirst().data().length();
            }
            if (kind.equals("log")) {
                log.addLast(data);
                if (log.size() > KEPT_LOG) {
                    log.removeFirst();
                }
            }
        }
        listeners.forEach(Runnable::run);
    }

    /** Where the feed is now. */
    public synchronized String place() {
        return place(last);
    }

    /** The place of a piece of news. */
    public String place(long sequence) {
        return run + "-" + sequence;
    }

    /** The number of a place in this run; empty for a place that is not of this run. */
    public Optional<Long> sequence(String place) {
        if (!place.startsWith(run + "-")) {
            return Optional.empty();
        }
        try {
            return Optional.of(Long.parseLong(place.substring(run.length() + 1)));
        } catch (NumberFormatException notAPlace) {
            return Optional.empty();
        }
    }

    /** What came after; empty when some of it is no longer kept. */
    public synchronized Optional<List<FeedMessage>> after(long sequence, int most) {
        if (sequence > last || sequence < last - kept.size()) {
            return Optional.empty();
        }
        List<FeedMessage> news = new ArrayList<>();
        long first = last - kept.size() + 1;
        int skip = (int) (sequence + 1 - first);
        for (FeedMessage each : kept) {
            if (skip-- <= 0 && news.size() < most) {
                news.add(each);
            }
        }
        return Optional.of(news);
    }

    /** The latest lines of the log, oldest first. */
    public synchronized List<String> log() {
        return List.copyOf(log);
    }

    /** Is run after each publication, on the publisher's thread: it must not block. */
    public void listen(Runnable listener) {
        listeners.add(listener);
    }

    /** Is no longer run. */
    public void ignore(Runnable listener) {
        listeners.remove(listener);
    }
}
