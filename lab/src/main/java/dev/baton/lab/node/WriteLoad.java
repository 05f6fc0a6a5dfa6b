package dev.baton.lab.node;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** Clients that submit jobs to a node, one after the other. */
final class WriteLoad implements AutoCloseable {
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI jobs;
    private final ClientRound turn = new ClientRound();

    WriteLoad(String node) {
        jobs = URI.create(node + "/v1/jobs");
    }

    void submit(int count) throws InterruptedException, ExecutionException {
        turn.run(count, this::submitOne);
    }

    /** How many were accepted in a second, over so many. */
    double perSecond(int seconds) throws InterruptedException, ExecutionException {
        return turn.runFor(TimeUnit.SECONDS.toNanos(seconds), this::submitOne);
    }

    private boolean submitOne() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(jobs)
                .POST(BodyPublishers.ofString("{\"name\":\"lab\",\"payload\":{\"n\":1}}"))
                .build();
        var response = http.send(request, BodyHandlers.ofString());
        if (response.statusCode() != 201) {
            throw new IOException(response.statusCode() + ": " + response.body());
        }
        return true;
    }

    @Override
    public void close() {
        turn.close();
    }
}
