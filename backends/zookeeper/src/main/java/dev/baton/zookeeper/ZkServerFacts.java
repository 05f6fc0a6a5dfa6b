package dev.baton.zookeeper;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.FourLetterWordMain;
import org.apache.zookeeper.common.X509Exception.SSLContextException;

/** What the servers report about themselves, for people. Nothing depends on it. */
record ZkServerFacts(ZkUrl url) {
    private static final Pattern VERSION = Pattern.compile("(?m)^Zookeeper version: (\\d+\\.\\d+[^-,\\s]*)");
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final Duration LONG = Duration.ofMinutes(10);

    /** Returns the versions of the servers, or why they are not known. */
    String versions() {
        if (url.tls().isPresent()) {
            return "version not known: the command srvr is not sent to a TLS port";
        }
        List<String> known = url.hosts().stream()
                .flatMap(host -> version(host).stream())
                .distinct()
                .toList();
        return known.isEmpty()
                ? "version not known: no server answers the command srvr (4lw.commands.whitelist)"
                : "ZooKeeper " + String.join(" and ", known);
    }

    private Optional<String> version(String host) {
        int colon = host.lastIndexOf(':');
        try {
            Matcher matcher = VERSION.matcher(FourLetterWordMain.send4LetterWord(
                    host.substring(0, colon).replaceAll("[\\[\\]]", ""),
                    Integer.parseInt(host.substring(colon + 1)),
                    "srvr",
                    false,
                    (int) url.options().patience().toMillis()));
            return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
        } catch (IOException | SSLContextException silent) {
            return Optional.empty();
        }
    }

    /** Returns the shortest and the longest session that the servers grant, as far as they answer. */
    String sessionLimits() {
        Optional<Duration> shortest = granted(SHORT);
        Optional<Duration> longest = granted(LONG);
        return "the servers grant sessions of " + shown(shortest, SHORT, "at most ") + " to "
                + shown(longest, LONG, "at least ");
    }

    private static String shown(Optional<Duration> granted, Duration asked, String bound) {
        return granted.map(time -> (time.equals(asked) ? bound : "") + time.toMillis() + " ms")
                .orElse("(not known)");
    }

    private Optional<Duration> granted(Duration asked) {
        CountDownLatch connected = new CountDownLatch(1);
        ZooKeeper client = new ZkClients(url).start(asked, event -> {
            if (event.getState() == Watcher.Event.KeeperState.SyncConnected) {
                connected.countDown();
            }
        });
        try {
            boolean reached = connected.await(url.options().session().toMillis(), TimeUnit.MILLISECONDS);
            return reached ? Optional.of(Duration.ofMillis(client.getSessionTimeout())) : Optional.empty();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } finally {
            close(client);
        }
    }

    private void close(ZooKeeper client) {
        try {
            client.close((int) url.options().patience().toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
