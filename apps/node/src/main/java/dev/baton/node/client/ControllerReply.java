package dev.baton.node.client;

import dev.baton.support.json.JsonFields;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An answer of a controller.
 *
 * @param body the JSON object in it, empty when there was none
 * @param from the URL of the node that gave it
 */
public record ControllerReply(int status, Map<String, @Nullable Object> body, String from) {

    public boolean isOk() {
        return status >= 200 && status < 300;
    }

    /** The error code, of an answer that is an error. */
    public String error() {
        return body.get("error") instanceof String code ? code : "";
    }

    public Optional<String> text(String key) {
        return body.get(key) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    public JsonFields fields() {
        return new JsonFields("the answer of " + from, body);
    }
}
