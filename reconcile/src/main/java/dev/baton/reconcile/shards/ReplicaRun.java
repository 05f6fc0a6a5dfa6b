package dev.baton.reconcile.shards;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * What distinguishes two replicas that were given the same instance id.
 *
 * @param since when it was started, by its wall clock; only to choose which one of two is refused
 * @param process the host and the process id, for messages
 * @param nonce a random text
 */
record ReplicaRun(long since, String process, String nonce) {
    private static final Pattern FORM = Pattern.compile("(\\d{1,15})/([A-Za-z0-9._-]{1,80})/([a-f0-9]{8})");
    private static final Comparator<ReplicaRun> BY_AGE =
            Comparator.comparingLong(ReplicaRun::since).thenComparing(ReplicaRun::nonce);

    /** Returns a new run of this process. */
    static ReplicaRun start(long wallMillis) {
        String host = host().replaceAll("[^A-Za-z0-9._-]", "");
        String process = host.substring(0, Math.min(host.length(), 60)) + "-pid"
                + ProcessHandle.current().pid();
        return new ReplicaRun(wallMillis, process, UUID.randomUUID().toString().substring(0, 8));
    }

    /** Returns the name of this host for messages, without asking a name server. */
    private static String host() {
        String exported = System.getenv("HOSTNAME");
        if (exported != null) {
            return exported;
        }
        try {
            return Files.readString(Path.of("/etc/hostname"));
        } catch (IOException | RuntimeException unknown) {
            return "host";
        }
    }

    boolean isOlderThan(ReplicaRun other) {
        return BY_AGE.compare(this, other) < 0;
    }

    String text() {
        return since + "/" + process + "/" + nonce;
    }

    static Optional<ReplicaRun> parse(String text) {
        var form = FORM.matcher(text);
        return form.matches()
                ? Optional.of(new ReplicaRun(Long.parseLong(form.group(1)), form.group(2), form.group(3)))
                : Optional.empty();
    }
}
