package dev.baton.http;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Scheduler;

/** Reads the body of a request as it arrives. No thread waits for it, and it may take only so long. */
abstract class BodyReading implements Runnable {
    private final Request request;
    private volatile Scheduler.Task deadline = () -> false;
    private boolean late;
    private boolean ended;

    /** No thread reads while every run has ended with a demand for more. */
    private long runs;

    private long demands;

    BodyReading(Request request) {
        this.request = request;
    }

    final void start(Duration timeLimit) {
        deadline = request.getComponents()
                .getScheduler()
                .schedule(this::timeIsUp, timeLimit.toNanos(), TimeUnit.NANOSECONDS);
        run();
    }

    /** Takes the next part. Returns false if no more is read; {@link #end} was called then. */
    abstract boolean receive(ByteBuffer part, boolean last);

    /** Called once instead of the last part, if the body cannot be read. {@link #end} was called before. */
    abstract void failed(Throwable failure);

    /** Called once instead of the last part, if the time is up. {@link #end} was called before. */
    abstract void late();

    /** Called once, when nothing more is read. */
    void end() {
        synchronized (this) {
            ended = true;
        }
        deadline.cancel();
    }

    @Override
    public final void run() {
        if (!begin()) {
            return;
        }
        while (true) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                request.demand(this);
                demanded();
                return;
            }
            if (Content.Chunk.isFailure(chunk)) {
                end();
                failed(chunk.getFailure());
                return;
            }
            boolean last = chunk.isLast();
            boolean more = receive(chunk.getByteBuffer(), last);
            chunk.release();
            if (!more) {
                return;
            }
        }
    }

    private synchronized boolean begin() {
        runs++;
        return !ended;
    }

    private void demanded() {
        synchronized (this) {
            demands++;
        }
        endIfLate();
    }

    private void timeIsUp() {
        synchronized (this) {
            late = true;
        }
        endIfLate();
    }

    /** A thread that reads ends the reading itself when it has to wait. */
    private void endIfLate() {
        synchronized (this) {
            if (!late || ended || demands < runs) {
                return;
            }
            ended = true;
        }
        end();
        late();
    }
}
