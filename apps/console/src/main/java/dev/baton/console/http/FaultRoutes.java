package dev.baton.console.http;

import dev.baton.console.watch.ConsoleFeed;
import dev.baton.http.ApiException;
import dev.baton.http.JsonResponses;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonObject;
import io.javalin.http.Context;
import java.util.Optional;

/** The routes of a demonstration: the faults that the page offers, and what followed from them. */
public final class FaultRoutes {
    private final LeaderFaults faults;
    private volatile String report = "";

    /** Publishes every event of the demonstration on the feed. */
    public FaultRoutes(LeaderFaults faults, ConsoleFeed feed) {
        this.faults = faults;
        faults.listen(text -> {
            report = text;
            feed.publish("report", Json.write(new JsonObject().with("report", text)));
        });
    }

    /** Returns the fields of the demonstration for the page. */
    JsonObject fields() {
        return new JsonObject()
                .withAll(
                        "offered",
                        faults.faults(),
                        fault -> new JsonObject().with("id", fault.id()).with("label", fault.label()))
                .with("report", report);
    }

    /** Injects the fault that the path names. */
    void inject(Context request) {
        String id = request.pathParam("fault");
        if (faults.faults().stream().noneMatch(fault -> fault.id().equals(id))) {
            throw ApiException.notFound("there is no fault " + id);
        }
        Optional<String> refusal = faults.inject(id);
        if (refusal.isPresent()) {
            throw new ApiException(409, "NOT_NOW", refusal.get());
        }
        JsonResponses.send(request, 202, new JsonObject().with("status", "injected"));
    }
}
