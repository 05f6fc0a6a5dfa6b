package dev.baton.node.supervisor;

import dev.baton.support.process.Evidence;
import dev.baton.support.process.ProcessEvidence;
import dev.baton.support.process.ProcessIdentity;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The process that holds the lock of a node id, as its instance id names it: {@code HOST:PID:START:NAMESPACE:BOOT}. Hosts
 * can share a name, and containers a name and a pid; the other parts distinguish them.
 *
 * @param host the name of its machine, for people
 */
record NodeIdHolder(String host, ProcessIdentity process) {
    private static final int LONGEST_HOST = 40;
    private static final String UNKNOWN_BOOT = "unknown";
    private static final Pattern INSTANCE_ID =
            Pattern.compile("(.+):(\\d{1,18}):(\\d{1,18}):(\\d{1,18}):([A-Za-z0-9-]+)");

    /** Returns this process. */
    static NodeIdHolder current() {
        ProcessIdentity known = ProcessIdentity.current();
        long pid = ProcessHandle.current().pid();
        return new NodeIdHolder(
                hostName(), new ProcessIdentity(known.bootId(), known.pidNamespace(), pid, known.startTime()));
    }

    /** Returns the process that an instance id names; empty if another release or another program wrote it. */
    static Optional<NodeIdHolder> parse(String instanceId) {
        Matcher parts = INSTANCE_ID.matcher(instanceId);
        if (!parts.matches()) {
            return Optional.empty();
        }
        String boot = parts.group(5).equals(UNKNOWN_BOOT) ? "" : parts.group(5);
        return Optional.of(new NodeIdHolder(
                parts.group(1),
                new ProcessIdentity(
                        boot,
                        Long.parseLong(parts.group(4)),
                        Long.parseLong(parts.group(2)),
                        Long.parseLong(parts.group(3)))));
    }

    String instanceId() {
        String boot = process.bootId().isEmpty() ? UNKNOWN_BOOT : process.bootId();
        return host + ":" + process.pid() + ":" + process.startTime() + ":" + process.pidNamespace() + ":" + boot;
    }

    /** Returns whether the process is proven to run. An unknown one may have ended. */
    boolean isAlive(ProcessEvidence evidence) {
        return evidence.hasEnded(process) == Evidence.NO;
    }

    @Override
    public String toString() {
        return process.pid() + " on " + host;
    }

    private static String hostName() {
        try {
            String name = InetAddress.getLocalHost().getHostName().replaceAll("[^A-Za-z0-9-]", "-");
            return name.isEmpty() ? "host" : name.substring(0, Math.min(name.length(), LONGEST_HOST));
        } catch (UnknownHostException unnamed) {
            return "host";
        }
    }
}
