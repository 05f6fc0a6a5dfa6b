package dev.baton.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Limits how many requests of one client address are being answered. A client that does not read its responses occupies a
 * thread for each of its connections, and must not occupy all of them.
 */
public final class AddressLimit extends Handler.Wrapper {
    private final int largest;
    private final Predicate<Request> limited;
    private final Map<String, Integer> running = new ConcurrentHashMap<>();

    /**
     * Creates one.
     *
     * @param largest how many requests of one address run at the same time, until their responses are sent
     * @param limited whether a request is counted
     */
    public AddressLimit(int largest, Predicate<Request> limited) {
        this.largest = largest;
        this.limited = limited;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (!limited.test(request)) {
            return super.handle(request, response, callback);
        }
        Slot slot = new Slot(Request.getRemoteAddr(request));
        if (running.merge(slot.address(), 1, Integer::sum) > largest) {
            slot.close();
            request.setAttribute(
                    JsonErrorHandler.MESSAGE,
                    largest + " requests of this address are being answered; try again later");
            Response.writeError(request, response, callback, 503);
            return true;
        }
        boolean handled = false;
        try {
            handled = super.handle(request, response, Callback.from(callback, slot::close));
            return handled;
        } finally {
            if (!handled) {
                slot.close();
            }
        }
    }

    /** The place of a running request. */
    private final class Slot {
        private final String address;
        private final AtomicBoolean closed = new AtomicBoolean();

        Slot(String address) {
            this.address = address;
        }

        String address() {
            return address;
        }

        void close() {
            if (closed.compareAndSet(false, true)) {
                running.computeIfPresent(address, (key, count) -> count > 1 ? count - 1 : null);
            }
        }
    }
}
