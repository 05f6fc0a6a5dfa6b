package dev.baton.reconcile;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a watch open: one that ends is opened again after a doubling backoff. */
final class WatchLoop<T> implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final String type;
    private final ResourceDriver<T> driver;
    private final ResourceIndex<T> index;
    private final ReconcileSettings settings;
    private final ResourceDriver.Stream<T> sink;
    private int failures;

    WatchLoop(
            String type,
            ResourceDriver<T> driver,
            ResourceIndex<T> index,
            ReconcileSettings settings,
            ResourceDriver.Stream<T> sink) {
        this.type = type;
        this.driver = driver;
        this.index = index;
        this.settings = settings;
        this.sink = sink;
    }

    /** Runs until it is interrupted. */
    @Override
    public void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                watchOnce();
                TimeUnit.NANOSECONDS.sleep(settings.backoff(failures).toNanos());
            }
        } catch (InterruptedException ended) {
            // The reconciler was closed.
        }
    }

    private void watchOnce() throws InterruptedException {
        String why = "the watch ended";
        try {
            index.begin();
            driver.watch(new Completing());
        } catch (InterruptedException ended) {
            throw ended;
        } catch (Exception broken) {
            why = broken.toString();
        }
        failures++;
        if (!Thread.currentThread().isInterrupted()) {
            LOG.warn(
                    "watch of {} failed; reopening it in {} ms: {}",
                    type,
                    settings.backoff(failures).toMillis(),
                    why);
        }
    }

    /** Passes the events on. A watch that reported everything has worked, so that the next failure counts as the first. */
    private final class Completing implements ResourceDriver.Stream<T> {

        @Override
        public void seen(String id, ResourceSighting<T> sighting) {
            if (index.seen(id, sighting)) {
                sink.seen(id, sighting);
            }
        }

        @Override
        public void gone(String id) {
            index.gone(id);
            sink.gone(id);
        }

        @Override
        public void complete() {
            failures = 0;
            index.complete();
            sink.complete();
        }

        @Override
        public void platform(String what) {
            sink.platform(what);
        }
    }
}
