package dev.baton.cli;

import dev.baton.console.http.LeaderFaults;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The faults that visitors of the page request, until the demo injects them. */
final class DemoFaultRequests implements LeaderFaults {
    private static final int ANSWER_SECONDS = 3;

    private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();

    /** @param refusal completes with why the fault was not injected; empty if it was */
    record Request(DemoFault fault, CompletableFuture<Optional<String>> refusal) {}

    @Override
    public List<Fault> faults() {
        return Arrays.stream(DemoFault.values())
                .map(fault -> new Fault(fault.id(), fault.label()))
                .toList();
    }

    @Override
    public Optional<String> inject(String id) {
        Request request = new Request(DemoFault.withId(id).orElseThrow(), new CompletableFuture<>());
        requests.add(request);
        return request.refusal()
                .completeOnTimeout(Optional.of("the demo does not answer"), ANSWER_SECONDS, TimeUnit.SECONDS)
                .join();
    }

    @Override
    public void listen(Consumer<String> listener) {
        listeners.add(listener);
    }

    /** Returns the next request; empty if there is none. */
    Optional<Request> next() {
        return Optional.ofNullable(requests.poll());
    }

    /** Shows on the page what happened. */
    void report(String text) {
        listeners.forEach(listener -> listener.accept(text));
    }
}
