package dev.baton;

import java.util.Objects;
import java.util.Optional;

/**
 * The result of {@link Gate#tryCall}: suppressed, or passed with the value that the action returned.
 *
 * <pre>{@code
 * GateResult<Receipt> result = gate.tryCall(leadership -> send(message));
 * if (result.isSuppressed()) {
 *     queue.keep(message);
 * }
 * }</pre>
 *
 * @param passed whether the action ran
 * @param value what the action returned; empty if it was suppressed or returned {@code null}
 */
public record GateResult<T>(boolean passed, Optional<T> value) {

    public GateResult {
        Objects.requireNonNull(value, "value");
    }

    /** Returns whether the action did not run because this candidate does not lead. */
    public boolean isSuppressed() {
        return !passed;
    }
}
