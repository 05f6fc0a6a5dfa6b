package dev.baton.internal.runtime;

import dev.baton.CandidateSettings;
import dev.baton.ConnectionException;
import dev.baton.spi.Backend;
import dev.baton.support.text.Names;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * The parts that all candidates of one connection share.
 *
 * @param closed whether the backend is closed, or about to be
 */
record SharedServices(
        RuntimeEnvironment environment,
        Backend backend,
        BatchedRenewals renewals,
        RosterPublisher roster,
        BooleanSupplier closed) {

    private static final long REQUEST_SECONDS = 5;
    private static final String CLOSED = "the connection is closed";

    long now() {
        return environment.clock().nanos();
    }

    EventLoop loop() {
        return environment.loop();
    }

    /** Returns the instance id of the settings, else that of {@code BATON_INSTANCE_ID}, else a new one. */
    String instanceId(CandidateSettings settings) {
        return settings.instanceId().orElseGet(() -> {
            String given = System.getenv("BATON_INSTANCE_ID");
            return given == null || given.isEmpty() ? backend.newInstanceId() : Names.check("BATON_INSTANCE_ID", given);
        });
    }

    /**
     * Sends a request to the store and waits for the reply. Never called on the loop.
     *
     * @param operation the operation, for the error message
     * @throws ConnectionException if the store does not answer, or the connection is or becomes closed
     */
    <T> T request(Function<Backend, CompletionStage<T>> request, String operation) {
        if (closed.getAsBoolean()) {
            throw new ConnectionException(message(operation, CLOSED));
        }
        try {
            return await(request.apply(backend), operation);
        } catch (RuntimeException failure) {
            // What a backend reports when it is closed during a request is about its threads, not about the store.
            throw closed.getAsBoolean() ? failed(operation, CLOSED, failure) : failure;
        }
    }

    private <T> T await(CompletionStage<T> reply, String operation) {
        try {
            return reply.toCompletableFuture().get(REQUEST_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException late) {
            throw failed(operation, "no reply within " + REQUEST_SECONDS + " s", late);
        } catch (ExecutionException wrapper) {
            Throwable cause = wrapper.getCause() == null ? wrapper : wrapper.getCause();
            throw failed(operation, String.valueOf(cause.getMessage()), cause);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw failed(operation, "interrupted", interrupted);
        }
    }

    private ConnectionException failed(String operation, String why, Throwable cause) {
        return new ConnectionException(message(operation, why), cause);
    }

    private String message(String operation, String why) {
        return "cannot " + operation + " (" + backend.describe() + "): " + why;
    }
}
