package dev.baton.lab.nemesis.candidate;

import dev.baton.Leadership;
import dev.baton.fence.EpochHeaders;
import dev.baton.lab.nemesis.history.HistoryEvent.WriteOutcome;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;

/**
 * An HTTP service that refuses requests with an old epoch.
 *
 * @param address its URL
 * @param name what is written
 */
record LeaderRequests(String address, String name) implements LeaderResource {
    private static final int TIMEOUT_MILLIS = 2_000;

    @Override
    public WriteOutcome write(Leadership leadership, SendTime sent) throws IOException {
        HttpURLConnection request =
                (HttpURLConnection) URI.create(address).toURL().openConnection();
        request.setConnectTimeout(TIMEOUT_MILLIS);
        request.setReadTimeout(TIMEOUT_MILLIS);
        request.setRequestProperty(EpochHeaders.ELECTION, leadership.election());
        request.setRequestProperty(EpochHeaders.EPOCH, Long.toString(leadership.epoch()));
        try {
            return request.getResponseCode() == HttpURLConnection.HTTP_OK
                    ? WriteOutcome.ACCEPTED
                    : WriteOutcome.REFUSED;
        } finally {
            request.disconnect();
        }
    }
}
