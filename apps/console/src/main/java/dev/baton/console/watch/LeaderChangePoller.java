package dev.baton.console.watch;

import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.BatonException;
import dev.baton.InstanceStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the roster of elections whose leader has just changed, again and again until it says so too: the frame of a
 * new leader follows it closely, and nobody is told of it. On a thread of its own, which no look at a whole store holds
 * up.
 */
final class LeaderChangePoller implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton.console");
    private static final Duration EAGERLY = Duration.ofMillis(25);
    private static final Duration EAGER_FOR = Duration.ofSeconds(1);
    private static final Duration PATIENTLY = Duration.ofMillis(150);
    /** A leader that says nothing for so long is found by the look at the whole store. */
    private static final Duration PATIENT_FOR = Duration.ofSeconds(6);
    /** Up to so many are asked about one by one, which is quick however large the store is. */
    private static final int FEW = 5;
    /** Looking at many takes at most a fifth of the time. */
    private static final int REST = 4;

    private final String store;
    private final Baton baton;
    private final BatonClock clock;
    private final ElectionBoard desk;
    private final Map<String, Long> since = new ConcurrentHashMap<>();
    private final Semaphore pushed = new Semaphore(0);
    private final Thread thread;

    LeaderChangePoller(String store, Baton baton, BatonClock clock, ElectionBoard desk) {
        this.store = store;
        this.baton = baton;
        this.clock = clock;
        this.desk = desk;
        this.thread = new Thread(this::watch, "console-news-" + store);
        thread.setDaemon(true);
        thread.start();
    }

    /** The leader of this election has changed. */
    void lookAt(String election) {
        since.put(election, clock.nanos());
        pushed.release();
    }

    private void watch() {
        try {
            while (true) {
                if (since.isEmpty()) {
                    pushed.acquire();
                }
                pushed.drainPermits();
                long began = clock.nanos();
                look(Set.copyOf(since.keySet()));
                since.forEach((election, when) -> settle(election, when, began));
                rest(clock.nanos() - began);
            }
        } catch (InterruptedException closing) {
            LOG.debug("no longer following the changes in {}", store);
        }
    }

    private void look(Set<String> elections) throws InterruptedException {
        try {
            if (elections.size() > FEW) {
                lookAtOnce(elections);
            } else {
                for (String election : elections) {
                    long asOf = clock.nanos();
                    desk.listed(place(election), ask(baton.backend().roster().list(election)), asOf);
                }
            }
        } catch (BatonException unreachable) {
            LOG.debug("the roster of {} was not read", store, unreachable);
        } catch (RuntimeException failed) {
            LOG.warn("the roster of {} could not be looked at; trying again", store, failed);
        }
    }

    private void lookAtOnce(Set<String> elections) throws InterruptedException {
        long asOf = clock.nanos();
        Map<String, List<InstanceStatus>> frames = ask(baton.backend().roster().list(elections)).stream()
                .collect(Collectors.groupingBy(InstanceStatus::election));
        elections.forEach(election -> desk.listed(place(election), frames.getOrDefault(election, List.of()), asOf));
    }

    private <T> T ask(CompletionStage<T> question) throws InterruptedException {
        return BoundedWait.await(question, baton.backend().describe());
    }

    private void settle(String election, long when, long now) {
        boolean settled = desk.isSettled(place(election));
        if (settled || now - when > PATIENT_FOR.toNanos()) {
            since.remove(election, when);
            LOG.debug("election={} settled={} after {} ms", election, settled, (clock.nanos() - when) / 1_000_000);
        }
    }

    private void rest(long looked) throws InterruptedException {
        if (since.isEmpty()) {
            return;
        }
        if (since.size() > FEW) {
            TimeUnit.NANOSECONDS.sleep(REST * looked);
        }
        long now = clock.nanos();
        boolean eager = since.values().stream().anyMatch(when -> now - when < EAGER_FOR.toNanos());
        Duration pause = eager ? EAGERLY : PATIENTLY;
        if (pushed.tryAcquire(pause.toNanos(), TimeUnit.NANOSECONDS)) {
            LOG.trace("more news of {}", store);
        }
    }

    private ElectionKey place(String election) {
        return new ElectionKey(store, election);
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
