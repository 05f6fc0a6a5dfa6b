package dev.baton.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Simulated machines in one network: a network namespace for each, and one with the bridge between them. Requires root,
 * {@code ip} and {@code nft}.
 *
 * <pre>{@code
 * try (NetworkNamespaces machines = new NetworkNamespaces(List.of("n1", "n2", "n3"))) {
 *     machines.cut("n1", NetworkNamespaces.Cut.INCOMING);
 *     machines.heal("n1");
 * }
 * }</pre>
 */
public final class NetworkNamespaces implements AutoCloseable {
    private static final String HUB = "hub";
    private static final String NETWORK = "10.231.77.";
    private static final String HUB_ADDRESS = NETWORK + "254";

    private final String prefix = "bq" + ProcessHandle.current().pid() % 100_000 + "-";
    private final List<String> names;

    /** What a cut does with packets. */
    public enum Cut {
        /** Drops everything. */
        DROP("drop", true, true),
        /** Answers connections and their data with a reset, as if nothing listened. */
        RESET("meta l4proto tcp reject with tcp reset", true, true),
        /** Drops what the machine would receive. What it sends arrives. */
        INCOMING("drop", true, false),
        /** Drops what the machine sends. What others send arrives. */
        OUTGOING("drop", false, true);

        private final String verdict;
        private final boolean incoming;
        private final boolean outgoing;

        Cut(String verdict, boolean incoming, boolean outgoing) {
            this.verdict = verdict;
            this.incoming = incoming;
            this.outgoing = outgoing;
        }
    }

    /** Creates the machines. Their names are short, because the kernel limits the names of interfaces. */
    public NetworkNamespaces(List<String> names) {
        this.names = List.copyOf(names);
        shell("ip netns add " + prefix + HUB);
        shell("ip -n " + prefix + HUB + " link add br0 type bridge");
        shell("ip -n " + prefix + HUB + " addr add " + HUB_ADDRESS + "/24 dev br0");
        shell("ip -n " + prefix + HUB + " link set br0 up");
        shell("ip -n " + prefix + HUB + " link set lo up");
        for (String name : names) {
            String here = prefix + name;
            shell("ip netns add " + here);
            shell("ip link add eth0 netns " + here + " type veth peer name to-" + name + " netns " + prefix + HUB);
            shell("ip -n " + prefix + HUB + " link set to-" + name + " master br0 up");
            shell("ip -n " + here + " addr add " + address(name) + "/24 dev eth0");
            shell("ip -n " + here + " link set eth0 up");
            shell("ip -n " + here + " link set lo up");
        }
    }

    /** Returns the address of a machine. */
    public String address(String name) {
        return NETWORK + (names.indexOf(name) + 1);
    }

    /** Returns the address of the machine with the bridge, which no cut concerns. */
    public String hubAddress() {
        return HUB_ADDRESS;
    }

    /** Returns the first words of a command that runs on this machine. */
    public List<String> inside(String name) {
        return List.of("ip", "netns", "exec", prefix + name);
    }

    /** Returns the first words of a command that runs on the machine with the bridge. */
    public List<String> insideHub() {
        return inside(HUB);
    }

    /** Lets the namespace of this process reach the machines too. Only one network at a time can be connected. */
    public void connectThisProcess() {
        shell("ip link add " + prefix + "host type veth peer name to-host netns " + prefix + HUB);
        shell("ip -n " + prefix + HUB + " link set to-host master br0 up");
        shell("ip addr add " + NETWORK + "253/24 dev " + prefix + "host");
        shell("ip link set " + prefix + "host up");
    }

    /** Cuts a machine off from all others. */
    public void cut(String name, Cut cut) {
        cut(name, cut, List.of());
    }

    /** Cuts a machine off from all others except those on its side. */
    public void cut(String name, Cut cut, List<String> sameSide) {
        nft(name, "add table inet cut");
        if (cut.incoming) {
            addRule(name, "input", "saddr", cut, sameSide);
        }
        if (cut.outgoing) {
            addRule(name, "output", "daddr", cut, sameSide);
        }
    }

    private void addRule(String name, String hook, String field, Cut cut, List<String> sameSide) {
        String addresses = sameSide.stream().map(this::address).collect(Collectors.joining(", "));
        String others = addresses.isEmpty() ? "" : "ip " + field + " != { " + addresses + " } ";
        nft(name, "add chain inet cut " + hook + " { type filter hook " + hook + " priority 0 ; }");
        // A reset must reach the other side.
        nft(name, "add rule inet cut " + hook + (cut == Cut.RESET ? " tcp flags & rst == rst accept" : " counter"));
        nft(name, "add rule inet cut " + hook + " " + others + cut.verdict);
    }

    /** Makes a machine unable to open connections to a port of others. Connections that they open work. */
    public void refuseDialling(String name, int port) {
        nft(name, "add table inet dialling");
        nft(name, "add chain inet dialling output { type filter hook output priority 0 ; }");
        nft(name, "add rule inet dialling output tcp dport " + port + " tcp flags & (syn | ack) == syn drop");
    }

    /** Ends the cut of a machine. */
    public void heal(String name) {
        nft(name, "delete table inet cut");
    }

    private void nft(String name, String rule) {
        shell("ip netns exec " + prefix + name + " nft '" + rule + "'");
    }

    private static void shell(String line) {
        try {
            Process process = new ProcessBuilder("sh", "-c", line)
                    .redirectErrorStream(true)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException(line + ": " + output);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    @Override
    public void close() {
        names.forEach(name -> shell("ip netns del " + prefix + name));
        shell("ip netns del " + prefix + HUB);
    }
}
