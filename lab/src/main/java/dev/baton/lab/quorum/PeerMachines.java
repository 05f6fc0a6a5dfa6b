package dev.baton.lab.quorum;

import dev.baton.testkit.NetworkNamespaces;
import java.util.List;
import java.util.Optional;

/** Where the processes of a system run: together on the loopback interface, or each on a machine whose links can be cut. */
public final class PeerMachines implements AutoCloseable {
    private final Optional<NetworkNamespaces> machines;

    private PeerMachines(Optional<NetworkNamespaces> machines) {
        this.machines = machines;
    }

    /** Returns the loopback interface. */
    public static PeerMachines together() {
        return new PeerMachines(Optional.empty());
    }

    /** Returns one machine for each process, which this process reaches too. Requires root. */
    public static PeerMachines apart(List<String> ids) {
        NetworkNamespaces machines = new NetworkNamespaces(ids);
        try {
            machines.connectThisProcess();
        } catch (RuntimeException failed) {
            machines.close();
            throw failed;
        }
        return new PeerMachines(Optional.of(machines));
    }

    String address(String id) {
        return machines.map(each -> each.address(id)).orElse("127.0.0.1");
    }

    /** Returns the first words of a command that runs there. */
    List<String> inside(String id) {
        return machines.map(each -> each.inside(id)).orElse(List.of());
    }

    /** Cuts all links of a machine: packets vanish, and no connection is closed. */
    public void cut(String id) {
        machines.orElseThrow().cut(id, NetworkNamespaces.Cut.DROP);
    }

    public void heal(String id) {
        machines.orElseThrow().heal(id);
    }

    @Override
    public void close() {
        machines.ifPresent(NetworkNamespaces::close);
    }
}
