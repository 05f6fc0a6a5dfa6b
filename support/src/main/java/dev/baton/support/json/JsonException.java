package dev.baton.support.json;

/** Text that is not the JSON that was expected. */
public final class JsonException extends RuntimeException {

    public JsonException(String message) {
        super(message);
    }
}
