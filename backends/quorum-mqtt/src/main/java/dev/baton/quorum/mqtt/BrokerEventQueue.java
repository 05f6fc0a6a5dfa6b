package dev.baton.quorum.mqtt;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The events of a broker connection that wait for the member's thread. The number and the bytes of messages are bounded;
 * what exceeds them is dropped. Changes of the connection are never dropped. Thread-safe.
 */
final class BrokerEventQueue {
    /** The maximum number of waiting messages. */
    static final int MAX_MESSAGES = 8_192;

    /** The maximum size of all waiting messages. */
    static final int MAX_BYTES = 4 << 20;

    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final AtomicInteger messages = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();

    private record Event(Consumer<BrokerEvents> action, int bytes, boolean isMessage) {}

    /** Adds a change of the connection. */
    void add(Consumer<BrokerEvents> change) {
        events.add(new Event(change, 0, false));
    }

    /** Adds a message, or drops it. */
    void addMessage(String topic, byte[] payload) {
        if (messages.get() >= MAX_MESSAGES || bytes.get() + payload.length > MAX_BYTES) {
            dropped.incrementAndGet();
            return;
        }
        messages.incrementAndGet();
        bytes.addAndGet(payload.length);
        events.add(new Event(receiver -> receiver.published(topic, payload), payload.length, true));
    }

    /** Returns the next event; null if there is none within this time. */
    @Nullable
    Consumer<BrokerEvents> next(long nanos) {
        Event event;
        try {
            event = nanos <= 0 ? events.poll() : events.poll(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return null;
        }
        if (event == null) {
            return null;
        }
        if (event.isMessage()) {
            messages.decrementAndGet();
            bytes.addAndGet(-event.bytes());
        }
        return event.action();
    }

    /** Returns the number of messages dropped since the last call. */
    long takeDropped() {
        return dropped.getAndSet(0);
    }
}
