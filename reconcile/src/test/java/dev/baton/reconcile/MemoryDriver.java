package dev.baton.reconcile;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A driver whose resources are a map; it can be made to fail, and counts what it is asked. */
final class MemoryDriver implements ResourceDriver<String> {
    final AtomicInteger lists = new AtomicInteger();
    final AtomicInteger gets = new AtomicInteger();
    final AtomicInteger watches = new AtomicInteger();
    private final Map<String, ResourceSighting<String>> resources = new TreeMap<>();
    private final List<Stream<String>> streams = new ArrayList<>();
    private boolean broken;
    private boolean interruptsHidden;
    private Runnable beforeGet = () -> {};

    synchronized void set(String id, ResourceCondition condition, String status) {
        ResourceSighting<String> sighting = new ResourceSighting<>(condition, status);
        resources.put(id, sighting);
        streams.forEach(stream -> stream.seen(id, sighting));
    }

    /** It goes, and the stream says so. */
    synchronized void remove(String id) {
        resources.remove(id);
        streams.forEach(stream -> stream.gone(id));
    }

    /** It goes, and nobody says so. */
    synchronized void lose(String id) {
        resources.remove(id);
    }

    /** It changes, and nobody says so. */
    synchronized void setSilently(String id, ResourceCondition condition, String status) {
        resources.put(id, new ResourceSighting<>(condition, status));
    }

    synchronized void platform(String what) {
        streams.forEach(stream -> stream.platform(what));
    }

    synchronized void breakDown(boolean now) {
        broken = now;
        if (now) {
            streams.clear();
            notifyAll();
        }
    }

    /** Makes an interrupt end a watch with another exception and without the flag, as some HTTP clients do. */
    synchronized void hideInterrupts() {
        interruptsHidden = true;
    }

    synchronized void beforeGet(Runnable action) {
        beforeGet = action;
    }

    @Override
    public synchronized Map<String, ResourceSighting<String>> list() throws IOException {
        lists.incrementAndGet();
        check();
        return new TreeMap<>(resources);
    }

    @Override
    public Optional<ResourceSighting<String>> get(String id) throws IOException {
        gets.incrementAndGet();
        Runnable first;
        synchronized (this) {
            first = beforeGet;
        }
        first.run();
        synchronized (this) {
            check();
            return Optional.ofNullable(resources.get(id));
        }
    }

    @Override
    public synchronized void watch(Stream<String> stream) throws Exception {
        watches.incrementAndGet();
        check();
        resources.forEach(stream::seen);
        stream.complete();
        streams.add(stream);
        while (streams.contains(stream)) {
            try {
                wait();
            } catch (InterruptedException ended) {
                throw interruptsHidden ? new IOException("the stream was closed", ended) : ended;
            }
        }
        throw new IOException("the stream was cut");
    }

    private void check() throws IOException {
        if (broken) {
            throw new IOException("the driver is out of order");
        }
    }
}
