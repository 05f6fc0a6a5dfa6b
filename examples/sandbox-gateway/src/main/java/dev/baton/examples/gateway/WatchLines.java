package dev.baton.examples.gateway;

import dev.baton.reconcile.ResourceDriver;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonFields;
import java.util.concurrent.Flow;

/** The lines of an open watch, forwarded one by one. An empty line is a heartbeat. */
record WatchLines(ResourceDriver.Stream<String> stream) implements Flow.Subscriber<String> {

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(String line) {
        if (line.isEmpty()) {
            stream.alive();
        } else {
            DriverClient.forward(stream, JsonFields.of("event", Json.parse(line)));
        }
    }

    /** The response fails too. */
    @Override
    public void onError(Throwable failed) {}

    /** The response completes too. */
    @Override
    public void onComplete() {}
}
