package dev.baton.console.page;

import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.spi.Backend;
import dev.baton.spi.BackendProvider;
import dev.baton.spi.StoreCheck;
import dev.baton.testkit.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/**
 * A quorum group of seven members: three for the candidates of a test, and four that only vote. The first start needs almost
 * all members, so all of them run once before the test starts its candidates. The group survives a killed leader.
 */
final class QuorumGroup implements AutoCloseable {
    private static final List<String> VOTERS = List.of("voter-1", "voter-2", "voter-3", "voter-4");

    private final Path directory;
    private final Map<String, Integer> ports = new LinkedHashMap<>();
    private final List<Baton> voters = new ArrayList<>();

    QuorumGroup(Path directory, List<String> candidates) throws IOException {
        this.directory = directory;
        Files.writeString(directory.resolve("key"), "a key for this test only");
        List<String> all = new ArrayList<>(candidates);
        all.addAll(VOTERS);
        for (String id : all) {
            ports.put(id, FreePort.next());
        }
        VOTERS.forEach(id -> voters.add(Baton.connect(url(id))));
        List<Backend> first = candidates.stream().map(id -> open(url(id))).toList();
        Awaitility.await("all members vote")
                .atMost(Duration.ofSeconds(30))
                .until(() -> first.stream().allMatch(QuorumGroup::votes));
        first.forEach(Backend::close);
    }

    private static boolean votes(Backend member) {
        return member.selfTest().stream().allMatch(StoreCheck::ok);
    }

    private static Backend open(String url) {
        return ServiceLoader.load(BackendProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> provider.schemes().contains("quorum"))
                .findFirst()
                .orElseThrow()
                .open(url, BatonClock.system());
    }

    /** Returns the URL for a member. */
    String url(String id) {
        return "quorum://" + address(id) + "?peers=" + addressesExcept(id) + "&state="
                + directory.resolve("state-" + id) + options();
    }

    /** Returns the URL for an observer that is not a member. */
    String observerUrl() {
        return "quorum://?peers=" + addressesExcept("") + options();
    }

    private String address(String id) {
        return id + "@127.0.0.1:" + ports.get(id);
    }

    private String addressesExcept(String id) {
        return ports.keySet().stream()
                .filter(member -> !member.equals(id))
                .map(this::address)
                .collect(Collectors.joining(","));
    }

    private String options() {
        return "&key-file=" + directory.resolve("key") + "&heartbeat=500ms&lease=6s";
    }

    @Override
    public void close() {
        voters.forEach(Baton::close);
    }
}
