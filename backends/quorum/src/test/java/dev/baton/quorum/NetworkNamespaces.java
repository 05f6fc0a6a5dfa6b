package dev.baton.quorum;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Simulated machines: a network namespace for each member, and one with the bridge between them. */
final class NetworkNamespaces implements AutoCloseable {
    private static final String HUB = "hub";

    private final String prefix = "bq" + ProcessHandle.current().pid() % 100_000 + "-";
    private final List<String> members;

    NetworkNamespaces(List<String> members) {
        this.members = members;
        shell("ip netns add " + prefix + HUB);
        shell("ip -n " + prefix + HUB + " link add br0 type bridge");
        shell("ip -n " + prefix + HUB + " link set br0 up");
        for (String id : members) {
            String here = prefix + id;
            shell("ip netns add " + here);
            shell("ip link add eth0 netns " + here + " type veth peer name to-" + id + " netns " + prefix + HUB);
            shell("ip -n " + prefix + HUB + " link set to-" + id + " master br0 up");
            shell("ip -n " + here + " addr add " + address(id) + "/24 dev eth0");
            shell("ip -n " + here + " link set eth0 up");
            shell("ip -n " + here + " link set lo up");
        }
    }

    String address(String id) {
        return "10.231.77." + (members.indexOf(id) + 1);
    }

    /** Returns the first words of a command that runs on the machine of this member. */
    List<String> inside(String id) {
        return List.of("ip", "netns", "exec", prefix + id);
    }

    /** Blocks all traffic of a member: drops it, or answers it with a reset as if nothing listened. */
    void cut(String id, boolean withReset) {
        String verdict = withReset ? "meta l4proto tcp reject with tcp reset" : "drop";
        for (String hook : List.of("input", "output")) {
            nft(id, "add table inet cut");
            nft(id, "add chain inet cut " + hook + " { type filter hook " + hook + " priority 0 ; }");
            nft(id, "add rule inet cut " + hook + " " + verdict);
        }
    }

    void heal(String id) {
        nft(id, "delete table inet cut");
    }

    private void nft(String id, String rule) {
        shell("ip netns exec " + prefix + id + " nft '" + rule + "'");
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
        members.forEach(id -> shell("ip netns del " + prefix + id));
        shell("ip netns del " + prefix + HUB);
    }
}
