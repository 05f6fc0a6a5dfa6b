package dev.baton.console.http;

import dev.baton.console.watch.FeedMessage;
import dev.baton.http.JsonResponses;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonFormat;
import dev.baton.support.json.JsonObject;
import io.javalin.http.Context;
import java.util.List;
import java.util.Optional;

/** The feed for clients that poll: hidden tabs, and pages for which the event stream has no room. */
record ConsoleChanges(ConsoleModel model) {
    private static final int MAX_MESSAGES = 4_096;

    /** Sends the messages after the position in {@code ?after=}; if that is lost, a position from which to go on. */
    void send(Context request) {
        long last = model.feed().last();
        Optional<Long> start = Optional.ofNullable(request.queryParam("after")).flatMap(model.feed()::sequence);
        Optional<List<FeedMessage>> messages =
                start.flatMap(sequence -> model.feed().after(sequence, MAX_MESSAGES));
        JsonObject body = new JsonObject()
                .with("reset", messages.isEmpty())
                .with("position", model.feed().position(last))
                .withAll("messages", messages.orElse(List.of()), this::fields)
                .with("beat", model.beat());
        JsonResponses.send(request, 200, body);
    }

    private JsonObject fields(FeedMessage message) {
        return new JsonObject()
                .with("kind", message.kind())
                .with("id", model.feed().position(message.sequence()))
                .with("data", Json.parse(message.data(), JsonFormat.ofAnyLength()));
    }
}
