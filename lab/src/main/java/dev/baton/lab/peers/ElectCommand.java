package dev.baton.lab.peers;

import dev.baton.lab.etcd.NativeElector;
import dev.baton.lab.nemesis.store.NemesisStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** {@code etcdctl elect}, as a script uses it: a process leads from the line that it prints until it ends. */
record ElectCommand() implements StoreClient {

    @Override
    public PeerMember start(NemesisStore store, String name, Path history, List<String> environment) throws Exception {
        @SuppressWarnings("MustBeClosed") // The member ends the process.
        NativeElector elector = new NativeElector(StoreProgram.addresses(store, name), "lab", name);
        return new WatchedMember(elector.pid(), history, "lab", elector::leads);
    }

    @Override
    public Optional<String> refusal(PeerFault fault) {
        return fault == PeerFault.CLOCK ? Optional.of(MachineGround.NO_FAKE_CLOCK) : Optional.empty();
    }
}
