package dev.baton.lab.peers;

import dev.baton.lab.nemesis.fault.FakeClock;
import dev.baton.lab.nemesis.store.NemesisStore;
import dev.baton.lab.nemesis.store.StoreKind;
import dev.baton.lab.nemesis.store.TrialPlan;
import dev.baton.lab.nemesis.store.WorkKind;
import dev.baton.testkit.FaultProxy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A store of the nemesis with its default timing, which every process reaches through proxies of its own. */
final class StoreGround implements PeerGround {
    private final StoreKind kind;
    private final StoreClient client;
    private final TrialPlan plan;
    private final NemesisStore store;

    StoreGround(StoreKind kind, StoreClient client, Path folder) throws Exception {
        this.kind = kind;
        this.client = client;
        // Its processes without those of baton run.
        this.plan = new TrialPlan(folder, Optional.empty(), WorkKind.REPLICAS, System.getProperty("java.class.path"));
        this.store = kind.start(plan);
    }

    @Override
    public List<String> names() {
        return plan.candidates();
    }

    @Override
    public PeerMember start(String name, Path history, Optional<FakeClock> clock) throws Exception {
        return client.start(
                store, name, history, clock.map(FakeClock::environment).orElse(List.of()));
    }

    @Override
    public Optional<String> refusal(PeerFault fault) {
        if (fault == PeerFault.CUT && store.links(plan.candidates().get(0)).isEmpty()) {
            return Optional.of("no network");
        }
        if (fault == PeerFault.CLOCK && !store.toleratesForeignClock()) {
            return Optional.of("its processes read one clock");
        }
        return client.refusal(fault);
    }

    @Override
    public void cut(String name) {
        store.links(name).forEach(FaultProxy::blackhole);
    }

    @Override
    public void heal(String name) {
        store.links(name).forEach(FaultProxy::heal);
    }

    @Override
    public String server() throws Exception {
        return StoreVersions.of(kind, store, plan.candidates().get(0));
    }

    @Override
    public void close() throws IOException {
        store.close();
    }
}
