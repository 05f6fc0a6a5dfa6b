package dev.baton.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Reads the whole body of a request before a route handles the request. A client that sends slowly occupies no thread, and
 * is refused after a time limit.
 */
public final class BodyLoader extends Handler.Wrapper {
    private static final Duration TIME_LIMIT = Duration.ofSeconds(30);

    /** The memory for all bodies that are being read. */
    private static final long LARGEST_TOTAL = 64 << 20;

    /** A client that is disconnected while it sends does not read the response, so this much is read and discarded. */
    static final long LARGEST_DISCARDED = 16 << 20;

    private final int largest;
    private final Predicate<Request> wanted;
    private final Duration timeLimit;
    private final long largestTotal;
    private final AtomicLong total = new AtomicLong();

    /**
     * Creates one.
     *
     * @param largest the maximum number of bytes of a body
     * @param wanted whether the body of a request is used; other requests are handled at once, without a body
     */
    public BodyLoader(int largest, Predicate<Request> wanted) {
        this(largest, wanted, TIME_LIMIT, LARGEST_TOTAL);
    }

    BodyLoader(int largest, Predicate<Request> wanted, Duration timeLimit, long largestTotal) {
        this.largest = largest;
        this.wanted = wanted;
        this.timeLimit = timeLimit;
        this.largestTotal = largestTotal;
    }

    /** Returns the number of bytes of all bodies that are being read. */
    long bytesInMemory() {
        return total.get();
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (request.getLength() == 0 || !hasBody(request)) {
            return super.handle(new LoadedRequest(request, new byte[0]), response, callback);
        }
        if (!wanted.test(request)) {
            // The body is on its way, and would be taken for the next request.
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
            return super.handle(
                    new LoadedRequest(request, new byte[0]), response, new DiscardedBody(request, callback));
        }
        new Loading(request, response, callback).start(timeLimit);
        return true;
    }

    private static boolean hasBody(Request request) {
        return request.getLength() > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
    }

    /** A body that is being read. */
    private final class Loading extends BodyReading {
        private final Request request;
        private final Response response;
        private final Callback callback;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private long received;

        Loading(Request request, Response response, Callback callback) {
            super(request);
            this.request = request;
            this.response = response;
            this.callback = callback;
        }

        @Override
        boolean receive(ByteBuffer part, boolean last) {
            if (!add(part)) {
                refuse(503, "the bodies of too many requests are being read; try again later");
                return false;
            }
            if (received > largest && (last || received > largest + LARGEST_DISCARDED)) {
                refuse(413, "the body is larger than " + largest + " bytes");
                return false;
            }
            if (last) {
                handleLoaded();
            }
            return !last;
        }

        /** Keeps the bytes unless the body is too large. Returns false if there is no room for them. */
        private boolean add(ByteBuffer part) {
            int count = part.remaining();
            received += count;
            if (received > largest) {
                total.addAndGet(-bytes.size());
                bytes.reset();
                return true;
            }
            if (total.addAndGet(count) > largestTotal) {
                total.addAndGet(-count);
                return false;
            }
            byte[] copy = new byte[count];
            part.get(copy);
            bytes.writeBytes(copy);
            return true;
        }

        @Override
        void end() {
            super.end();
            total.addAndGet(-bytes.size());
        }

        private void handleLoaded() {
            end();
            try {
                Request loaded = new LoadedRequest(request, bytes.toByteArray());
                if (!getHandler().handle(loaded, response, callback)) {
                    Response.writeError(request, response, callback, 404);
                }
            } catch (Throwable failed) {
                Response.writeError(request, response, callback, failed);
            }
        }

        @Override
        void failed(Throwable failure) {
            if (failure instanceof TimeoutException) {
                late();
            } else {
                respond(400, "the connection ended before the body did");
            }
        }

        @Override
        void late() {
            respond(408, "the body took longer than " + timeLimit.toMillis() + " ms or stopped");
        }

        private void refuse(int status, String message) {
            end();
            respond(status, message);
        }

        private void respond(int status, String message) {
            request.setAttribute(JsonErrorHandler.MESSAGE, message);
            Response.writeError(request, response, callback, status);
        }
    }

    /** A request whose body is in memory. */
    private static final class LoadedRequest extends Request.Wrapper {
        private final ByteBuffer body;
        private boolean read;

        LoadedRequest(Request request, byte[] body) {
            super(request);
            this.body = ByteBuffer.wrap(body);
        }

        @Override
        public synchronized Content.Chunk read() {
            if (read) {
                return Content.Chunk.EOF;
            }
            read = true;
            return Content.Chunk.from(body, true);
        }

        @Override
        public void demand(Runnable available) {
            getContext().execute(available);
        }
    }
}
