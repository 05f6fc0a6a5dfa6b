package dev.baton.console.page;

import dev.baton.console.http.LeaderFaults;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The faults of a demonstration, which only records the requests and refuses to freeze. */
final class RecordedFaults implements LeaderFaults {
    final List<String> injected = new CopyOnWriteArrayList<>();
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();

    @Override
    public List<Fault> faults() {
        return List.of(
                new Fault("kill", "Kill leader"),
                new Fault("freeze", "Freeze leader"),
                new Fault("cut-off", "Cut off leader"));
    }

    @Override
    public Optional<String> inject(String id) {
        if (id.equals("freeze")) {
            return Optional.of("not now: demo-2 is starting");
        }
        injected.add(id);
        return Optional.empty();
    }

    @Override
    public void listen(Consumer<String> listener) {
        listeners.add(listener);
    }

    void report(String text) {
        listeners.forEach(listener -> listener.accept(text));
    }
}
