package dev.baton.node.http;

import dev.baton.http.ApiException;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.server.Request;

/**
 * The limits of reads that run at the same time. A read counts until its response is sent, because a client that does not
 * read its response occupies a thread and memory, which renewals and other writes need. Thread-safe.
 */
final class ReadLimits {
    /** With the agents that wait for work, leaves threads for writes; see {@link NodeHttpServer}. */
    static final int MAX_READS = 100;

    /** Lists can be large; more of them wait for their turn. */
    static final int MAX_LISTS = 16;

    private static final Duration LIST_WAIT = Duration.ofSeconds(5);

    private final Semaphore reads = new Semaphore(MAX_READS);
    private final Semaphore lists = new Semaphore(MAX_LISTS);
    private final LongAdder ended = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    /** Begins a read, or refuses it with 429. */
    void begin(Context ctx) {
        if (!reads.tryAcquire()) {
            throw tooMany(ctx, MAX_READS + " reads run already");
        }
        long began = System.nanoTime();
        whenSent(ctx, () -> {
            reads.release();
            ended.increment();
            nanos.add(System.nanoTime() - began);
        });
    }

    /** Returns how many reads have ended. */
    long count() {
        return ended.sum();
    }

    /** Returns the time that these reads took together, in seconds. */
    double seconds() {
        return nanos.sum() / 1e9;
    }

    /** Begins a read that can have a large response, when it is its turn, or refuses it with 429. */
    void beginList(Context ctx) throws InterruptedException {
        begin(ctx);
        if (!lists.tryAcquire(LIST_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
            throw tooMany(ctx, MAX_LISTS + " lists are being sent already");
        }
        whenSent(ctx, lists::release);
    }

    private static void whenSent(Context ctx, Runnable action) {
        Request request = ServletContextRequest.getServletContextRequest(ctx.req());
        Request.addCompletionListener(request, failure -> action.run());
    }

    private static ApiException tooMany(Context ctx, String problem) {
        ctx.header("Retry-After", "1");
        return new ApiException(429, "TOO_MANY_READS", problem + "; try again later");
    }
}
