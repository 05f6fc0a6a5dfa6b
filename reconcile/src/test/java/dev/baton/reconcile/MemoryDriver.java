package dev.baton.reconcile;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A driver whose resources are a map; it can be made to fail, and counts what it is asked. */
final class MemoryDriver implements ResourceDriver<String> {
    final AtomicInteger lists = new AtomicInteger();
    final AtomicInteger gets = new AtomicInteger();
    final AtomicInteger watches = new AtomicInteger();
    private final Map<String, ResourceSighting<String>> resources = new TreeMap<>();
    private final List<Stream<String>> streams = new ArrayList<>();
    private final List<Stream<String>> frozen = new ArrayList<>();
    private boolean frozenForGood;
    private boolean broken;
    private boolean interruptsHidden;
    private boolean watchesIncomplete;
    private Runnable beforeGet = () -> {};
    private Optional<Error> watchError = Optional.empty();
    private final Map<String, CountDownLatch> hanging = new ConcurrentHashMap<>();

    synchronized void set(String id, ResourceCondition condition, String status) {
        ResourceSighting<String> sighting = new ResourceSighting<>(condition, status);
        resources.put(id, sighting);
        if (!hanging.containsKey(id)) {
            streams.forEach(stream -> stream.seen(id, sighting));
        }
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

    /** Makes every later watch report resources without ever saying that these are all. */
    synchronized void leaveWatchesIncomplete() {
        watchesIncomplete = true;
    }

    /** Makes an interrupt end a watch with another exception and without the flag, as some HTTP clients do. */
    synchronized void hideInterrupts() {
        interruptsHidden = true;
    }

    /** Makes the open watch, and every later one, end with an Error until {@link #repairWatch}. */
    synchronized void breakWatch(Error error) {
        watchError = Optional.of(error);
        streams.clear();
        notifyAll();
    }

    /**
     * Cuts the open watches without notice, as a router that has lost a connection: they neither report nor end.
     *
     * @param forGood whether they ignore interrupts too, until {@link #release}
     */
    synchronized void freezeWatches(boolean forGood) {
        frozen.addAll(streams);
        streams.clear();
        frozenForGood = forGood;
    }

    synchronized void heartbeat() {
        streams.forEach(Stream::alive);
    }

    synchronized void repairWatch() {
        watchError = Optional.empty();
    }

    /** Makes calls for a resource hang until they are released, whatever interrupts them. No watch reports it. */
    void hang(String id) {
        hanging.put(id, new CountDownLatch(1));
    }

    void release() {
        synchronized (this) {
            frozen.clear();
            notifyAll();
        }
        hanging.values().forEach(CountDownLatch::countDown);
        hanging.clear();
    }

    synchronized void setSilently(String id, ResourceCondition condition, String status, long generation) {
        resources.put(id, new ResourceSighting<>(condition, status, generation));
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException ignored) {
                // A driver that does not react to interrupts.
            }
        }
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
        CountDownLatch latch = hanging.get(id);
        if (latch != null) {
            awaitUninterruptibly(latch);
        }
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
        throwWatchError();
        resources.forEach((id, sighting) -> {
            if (!hanging.containsKey(id)) {
                stream.seen(id, sighting);
            }
        });
        if (!watchesIncomplete) {
            stream.complete();
        }
        streams.add(stream);
        while (streams.contains(stream) || frozen.contains(stream)) {
            try {
                wait();
            } catch (InterruptedException ended) {
                if (frozen.contains(stream) && frozenForGood) {
                    continue;
                }
                streams.remove(stream);
                throw interruptsHidden ? new IOException("the stream was closed", ended) : ended;
            }
        }
        throwWatchError();
        throw new IOException("the stream was cut");
    }

    private void throwWatchError() {
        if (watchError.isPresent()) {
            throw watchError.get();
        }
    }

    private void check() throws IOException {
        if (broken) {
            throw new IOException("the driver is out of order");
        }
    }
}
