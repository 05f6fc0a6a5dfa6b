package dev.baton.examples.harness;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Somebody with the key who acts on nothing and remembers everything, in the relay's order. */
final class Witness implements RelayListener, AutoCloseable {
    private final RelayLink link;
    private final List<RelayEvent> events = new CopyOnWriteArrayList<>();
    private final List<AgentAction> acts = new CopyOnWriteArrayList<>();
    private final Consumer<AgentAction> onAct;

    Witness(int port, String key) throws IOException {
        this(port, key, act -> {});
    }

    Witness(int port, String key, Consumer<AgentAction> onAct) throws IOException {
        this.onAct = onAct;
        this.link = RelayLink.connect(port, key);
        link.listen(this);
    }

    RelayLink link() {
        return link;
    }

    List<RelayEvent> events() {
        return events;
    }

    List<AgentAction> acts() {
        return acts;
    }

    List<AgentAction> answers() {
        return acts.stream().filter(act -> act.surface() == Surface.DISPATCH).toList();
    }

    @Override
    public void posted(RelayEvent event) {
        events.add(event);
    }

    @Override
    public void acted(AgentAction act) {
        acts.add(act);
        onAct.accept(act);
    }

    @Override
    public void gone() {}

    @Override
    public void close() {
        link.close();
    }
}
