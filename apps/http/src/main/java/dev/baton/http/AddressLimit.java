package dev.baton.http;

import io.javalin.http.Context;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Limits how many requests are being answered: those of one client address, and all together. A client that does not read
 * its responses occupies a thread for each of its connections, and must not occupy all of them. So above a limit, each
 * further request ends the connection of the oldest one whose response is being sent.
 */
public final class AddressLimit extends Handler.Wrapper {
    private static final String PLACE = AddressLimit.class.getName();

    private final int ofAddress;
    private final int inTotal;
    /** Oldest first, with those whose connection was ended and whose thread has not noticed yet. */
    private final Set<Place> running = new LinkedHashSet<>();

    /**
     * Creates one.
     *
     * @param ofAddress how many requests of one address run at the same time, until their responses are sent
     * @param inTotal how many requests of all addresses do
     */
    public AddressLimit(int ofAddress, int inTotal) {
        this.ofAddress = ofAddress;
        this.inTotal = inTotal;
    }

    /** Counts a request no longer: its response is a stream that lasts, and has limits of its own. */
    public static void leave(Context ctx) {
        if (ctx.req().getAttribute(PLACE) instanceof Place place) {
            place.close();
        }
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Place place = new Place(request, response);
        oldestBefore(place.address).forEach(Place::disconnect);
        if (!enter(place)) {
            request.setAttribute(
                    JsonErrorHandler.MESSAGE, "too many requests are being answered already; try again later");
            Response.writeError(request, response, callback, 503);
            return true;
        }
        request.setAttribute(PLACE, place);
        boolean handled = false;
        try {
            handled = super.handle(request, response, Callback.from(callback, place::close));
            return handled;
        } finally {
            if (!handled) {
                place.close();
            }
        }
    }

    /** Returns the requests that must end for one of the given address. */
    private synchronized List<Place> oldestBefore(String address) {
        List<Place> all = running.stream().filter(place -> !place.ended).toList();
        List<Place> same =
                all.stream().filter(place -> place.address.equals(address)).toList();
        List<Place> oldest = same.size() < ofAddress ? oldest(all, inTotal) : oldest(same, ofAddress);
        oldest.forEach(place -> place.ended = true);
        return oldest;
    }

    /** Returns the requests that must end so that fewer than a limit run. */
    private static List<Place> oldest(List<Place> places, int limit) {
        int surplus = Math.max(0, places.size() - limit + 1);
        return places.stream().filter(Place::isSending).limit(surplus).toList();
    }

    /** Refuses a request while too many others wait for something else than their clients. */
    private synchronized boolean enter(Place place) {
        long same = running.stream()
                .filter(other -> other.address.equals(place.address))
                .count();
        return same < withReserve(ofAddress) && running.size() < withReserve(inTotal) && running.add(place);
    }

    /** Returns a limit with room for requests that are ending. */
    private static int withReserve(int limit) {
        return limit + (limit + 2) / 3;
    }

    private synchronized void remove(Place place) {
        running.remove(place);
    }

    /** The place of a running request. */
    private final class Place {
        private final Request request;
        private final Response response;
        private final String address;
        private boolean ended;

        Place(Request request, Response response) {
            this.request = request;
            this.response = response;
            this.address = Request.getRemoteAddr(request);
        }

        boolean isSending() {
            return response.isCommitted();
        }

        /** Lets the thread that writes to this client fail. */
        void disconnect() {
            // As if the client had ended it: that is not logged as an error.
            EofException end = new EofException("the response was not read while others waited");
            request.getConnectionMetaData().getConnection().getEndPoint().close(end);
        }

        void close() {
            remove(this);
        }
    }
}
