package dev.baton.node.client;

import dev.baton.support.json.JsonFields;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A response of a controller.
 *
 * @param body the JSON object; empty if there was no body
 * @param from the URL of the node that responded
 */
public record ControllerReply(int status, Map<String, @Nullable Object> body, String from) {

    public boolean isOk() {
        return status >= 200 && status < 300;
    }

    /** Returns the error code; empty if there is none. */
    public String error() {
        return text("error").orElse("");
    }

    public Optional<String> text(String key) {
        return body.get(key) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    public JsonFields fields() {
        return new JsonFields("the response of " + from, body);
    }
}
