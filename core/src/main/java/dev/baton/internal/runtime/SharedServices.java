package dev.baton.internal.runtime;

import dev.baton.CandidateSettings;
import dev.baton.ConnectionException;
import dev.baton.spi.Backend;
import dev.baton.support.text.Names;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The parts that all candidates of one connection share. */
record SharedServices(
        RuntimeEnvironment environment, Backend backend, BatchedRenewals renewals, RosterPublisher roster) {

    private static final long REQUEST_SECONDS = 5;

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
     * Waits for a reply of the store. Never called on the loop.
     *
     * @param operation the operation, for the error message
     */
    <T> T await(CompletionStage<T> reply, String operation) {
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
        return new ConnectionException("cannot " + operation + " (" + backend.describe() + "): " + why, cause);
    }
}
