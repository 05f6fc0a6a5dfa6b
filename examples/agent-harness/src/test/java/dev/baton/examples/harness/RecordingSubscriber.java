package dev.baton.examples.harness;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** A subscriber that records events and actions in the relay's order and never acts. */
final class RecordingSubscriber implements RelaySubscriber, AutoCloseable {
    private final RelayClient client;
    private final List<RelayEvent> events = new CopyOnWriteArrayList<>();
    private final List<AgentAction> actions = new CopyOnWriteArrayList<>();
    private final Consumer<AgentAction> onAction;

    RecordingSubscriber(int port, String key) throws IOException {
        this(port, key, action -> {});
    }

    RecordingSubscriber(int port, String key, Consumer<AgentAction> onAction) throws IOException {
        this.onAction = onAction;
        this.client = RelayClient.connect(port, key);
        client.subscribe(this);
    }

    RelayClient client() {
        return client;
    }

    List<RelayEvent> events() {
        return events;
    }

    List<AgentAction> actions() {
        return actions;
    }

    List<AgentAction> answers() {
        return actions.stream()
                .filter(action -> action.surface() == Surface.DISPATCH)
                .toList();
    }

    @Override
    public void onEvent(RelayEvent event) {
        events.add(event);
    }

    @Override
    public void onAction(AgentAction action) {
        actions.add(action);
        onAction.accept(action);
    }

    @Override
    public void onDisconnected() {}

    @Override
    public void close() {
        client.close();
    }
}
