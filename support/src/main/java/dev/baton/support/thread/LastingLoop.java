package dev.baton.support.thread;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A loop that goes on after a round that failed, whatever was thrown. A thread that ends by an error, for example because
 * the heap was full for some seconds, ends silently, and nothing would start it again.
 */
public final class LastingLoop {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final long SHORTEST_PAUSE_MILLIS = 50;
    private static final long LONGEST_PAUSE_MILLIS = 1000;

    private LastingLoop() {}

    /** One round. It may fail in any way; what it must not lose, it does again in the next round. */
    public interface Round {
        /** Returns whether there is another round. */
        boolean run() throws Exception;
    }

    /**
     * Runs rounds on this thread until one returns false, or until the thread is interrupted. After a round that failed
     * there is a pause of 50 ms, which doubles up to a second until a round succeeds.
     *
     * @param name the loop's name in the log
     */
    public static void run(String name, Round round) {
        long pause = 0;
        boolean more = true;
        while (more) {
            try {
                if (pause > 0) {
                    TimeUnit.MILLISECONDS.sleep(pause);
                }
                more = round.run();
                pause = 0;
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
                more = false;
            } catch (Throwable failed) {
                log(name, failed, pause == 0);
                pause = Math.min(LONGEST_PAUSE_MILLIS, Math.max(SHORTEST_PAUSE_MILLIS, 2 * pause));
            }
        }
    }

    /**
     * Returns a task for a scheduler, which would not run a task again after it has thrown.
     *
     * @param name the task's name in the log
     */
    public static Runnable periodic(String name, Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (Throwable failed) {
                log(name, failed, true);
            }
        };
    }

    /** Only the first of several failures is logged as an error. */
    @SuppressWarnings("EmptyCatch")
    private static void log(String name, Throwable failed, boolean first) {
        try {
            if (first) {
                LOG.error("{} failed; trying again", name, failed);
            } else {
                LOG.debug("{} failed again; trying again", name, failed);
            }
        } catch (Throwable noMemory) {
            // Logging needs memory too. The loop matters more than its log.
        }
    }
}
