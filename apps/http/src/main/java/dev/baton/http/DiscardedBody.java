package dev.baton.http;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Callback;

/**
 * The end of a request whose body is not used: the body is read and discarded after the response was sent. A connection that
 * is closed while the client sends is reset, and the client may lose the response.
 */
final class DiscardedBody implements Callback {
    /** A client that sends more slowly may lose the response. */
    private static final Duration TIME_LIMIT = Duration.ofSeconds(5);

    private final Request request;
    private final Callback callback;

    DiscardedBody(Request request, Callback callback) {
        this.request = request;
        this.callback = callback;
    }

    @Override
    public void succeeded() {
        new Discarding(Optional.empty()).start(TIME_LIMIT);
    }

    @Override
    public void failed(Throwable failure) {
        new Discarding(Optional.of(failure)).start(TIME_LIMIT);
    }

    private final class Discarding extends BodyReading {
        private final Optional<Throwable> outcome;
        private long received;

        /** @param outcome why the request failed, if it did */
        Discarding(Optional<Throwable> outcome) {
            super(request);
            this.outcome = outcome;
        }

        @Override
        boolean receive(ByteBuffer part, boolean last) {
            received += part.remaining();
            boolean more = !last && received <= BodyLoader.LARGEST_DISCARDED;
            if (!more) {
                end();
                complete();
            }
            return more;
        }

        @Override
        void failed(Throwable failure) {
            complete();
        }

        @Override
        void late() {
            complete();
        }

        private void complete() {
            outcome.ifPresentOrElse(callback::failed, callback::succeeded);
        }
    }
}
