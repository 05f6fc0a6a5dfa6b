package dev.baton.console.watch;

import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.BatonException;
import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import dev.baton.LeaderObservation;
import dev.baton.TransferOutcome;
import dev.baton.console.history.TenureHistory;
import dev.baton.console.view.LiveInstances;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One store, watched by an observer that is never a candidate. Leaders come by push, elections and rosters are looked
 * up every second; the roster of an election whose leader has just changed is looked at by {@link LeaderChangePoller}.
 */
public final class StoreObserver implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton.console");
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
    /** Looking takes at most a tenth of the time, however many frames there are, */
    private static final int REST = 10;
    /** unless so much would pass that whoever is live seems to have fallen silent. */
    private static final Duration LONGEST_REST = LiveInstances.LIVE.dividedBy(5);

    private final String id;
    private final Baton baton;
    private final BatonClock clock;
    private final ElectionBoard desk;
    private final ConsoleFeed feed;
    private final HistoryLoader clerk;
    private final LeaderChangePoller news;
    private final Map<String, LeaderObservation> observations = new ConcurrentHashMap<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;
    private volatile Optional<String> trouble = Optional.empty();

    /** Starts to watch; {@code id} is the console's short name for the store. */
    public StoreObserver(
            String id, Baton baton, BatonClock clock, ElectionBoard desk, ConsoleFeed feed, TenureHistory book) {
        this.id = id;
        this.baton = baton;
        this.clock = clock;
        this.desk = desk;
        this.feed = feed;
        this.clerk = new HistoryLoader(id, baton, clock, desk, book);
        this.news = new LeaderChangePoller(id, baton, clock, desk);
        this.thread = new Thread(this::watch, "console-" + id);
        thread.setDaemon(true);
        thread.start();
    }

    public String id() {
        return id;
    }

    /** The store in words. */
    public String describe() {
        return baton.backend().describe();
    }

    /** What is wrong with it, if anything is. */
    public Optional<String> trouble() {
        return trouble;
    }

    /** How old the knowledge of who leads an election is. */
    public Duration age(String election) {
        LeaderObservation observation = observations.get(election);
        return observation == null ? Duration.ZERO : observation.age();
    }

    /** Asks that the named instance lead. */
    public TransferOutcome transfer(String election, String instanceId) {
        return baton.election(election).transferTo(instanceId);
    }

    private void watch() {
        try {
            long rest;
            do {
                long began = clock.nanos();
                lookAtAll(began);
                rest = rest(clock.nanos() - began);
            } while (!closed.await(rest, TimeUnit.NANOSECONDS));
        } catch (InterruptedException closing) {
            LOG.debug("no longer watching {}", describe());
        }
    }

    /** How long to wait after a look that took so long. */
    static long rest(long looked) {
        return Math.max(LOOK_EVERY.toNanos(), Math.min(LONGEST_REST.toNanos(), REST * looked));
    }

    private void lookAtAll(long asOf) throws InterruptedException {
        try {
            Set<String> elections = new HashSet<>(baton.elections());
            List<InstanceStatus> frames =
                    BoundedWait.await(baton.backend().roster().list(elections), describe());
            elections.forEach(this::observe);
            forgetOthers(elections);
            desk.listed(id, elections, frames, asOf);
            report(Optional.empty());
        } catch (BatonException unreachable) {
            if (isOpen()) {
                report(Optional.of(String.valueOf(unreachable.getMessage())));
            }
        } catch (RuntimeException failed) {
            LOG.error("could not look at {}; trying again", describe(), failed);
            report(Optional.of(String.valueOf(failed.getMessage())));
        }
    }

    private boolean isOpen() {
        return closed.getCount() > 0;
    }

    private void observe(String election) {
        if (!observations.containsKey(election)) {
            ElectionKey place = new ElectionKey(id, election);
            observations.put(election, baton.election(election).observe(leader -> heard(place, leader)));
        }
    }

    private void forgetOthers(Set<String> elections) {
        for (String election : List.copyOf(observations.keySet())) {
            LeaderObservation observation = elections.contains(election) ? null : observations.remove(election);
            if (observation != null) {
                observation.close();
            }
        }
    }

    private void heard(ElectionKey place, Optional<LeaderInfo> leader) {
        desk.leads(place, leader);
        clerk.fetchSoon(place, leader);
        news.lookAt(place.election());
    }

    private void report(Optional<String> now) {
        if (now.isPresent() != trouble.isPresent()) {
            if (now.isPresent()) {
                LOG.warn("{} cannot be read: {}; what is shown of it grows old until it can", describe(), now.get());
            } else {
                LOG.info("{} can be read again", describe());
            }
            trouble = now;
            desk.log(now.isPresent() ? "unreachable" : "reachable", new ElectionKey(id, ""), "", 0, describe());
            feed.publish("store", StoreJson.write(this));
        }
    }

    @Override
    public void close() {
        closed.countDown();
        thread.interrupt();
        news.close();
        clerk.close();
        observations.values().forEach(LeaderObservation::close);
        baton.close();
    }
}
