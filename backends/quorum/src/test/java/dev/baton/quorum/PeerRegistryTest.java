package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.testkit.FreePort;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PeerRegistryTest {
    private static final Map<String, String> KNOWN = new ConcurrentHashMap<>();

    @TempDir
    Path folder;

    /** Opens {@code registry=test:} with the addresses of this test. */
    public static final class TestProvider implements PeerRegistryProvider {
        @Override
        public String name() {
            return "test";
        }

        @Override
        public PeerRegistry open(String argument) {
            return members -> Map.copyOf(KNOWN);
        }
    }

    @Test // QUORUM-3
    void membersFindEachOtherThroughAnInstalledRegistry() throws Exception {
        Files.writeString(folder.resolve("key"), "a secret cluster key\n");
        List<String> ids = List.of("a", "b", "c");
        int first = FreePort.next();
        KNOWN.put("a", "127.0.0.1:" + first);
        try (Baton a = Baton.connect(url("a", first, "b,c"));
                Baton b = Baton.connect(url("b", register("b"), "a,c"));
                Baton c = Baton.connect(url("c", register("c"), "a,b"));
                Baton observer = Baton.connect("quorum://?peers=" + String.join(",", ids) + "&registry=test:x&key-file="
                        + folder.resolve("key"))) {
            Candidate candidate = a.candidate("job");
            candidate.start();
            assertThat(candidate.awaitLeadership(Duration.ofSeconds(30))).isPresent();
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> observer.election("job").leader().isPresent());
            assertThat(b.backend()).isInstanceOf(MembershipAdmin.class);
            assertThat(c.backend()).isInstanceOf(MembershipAdmin.class);
        }
    }

    private static int register(String id) {
        int port = FreePort.next();
        KNOWN.put(id, "127.0.0.1:" + port);
        return port;
    }

    private String url(String id, int port, String peers) {
        return "quorum://" + id + "@127.0.0.1:" + port + "?peers=" + peers + "&registry=test:x&state="
                + folder.resolve(id) + "&key-file=" + folder.resolve("key") + TestGroup.FAST;
    }

    @Test // QUORUM-3
    void dnsRegistryHasTheAddressOfTheHostWithTheNameOfTheMember() {
        Map<String, String> hosts = Map.of("a.swarm.local", "10.0.0.1", "b.swarm.local", "2001:db8::2");
        DnsPeerRegistry registry = new DnsPeerRegistry(
                "swarm.local:7101", host -> Optional.ofNullable(hosts.get(host)).map(PeerRegistryTest::literal));
        assertThat(registry.addresses(List.of("a", "b", "c")))
                .containsExactly(Map.entry("a", "10.0.0.1:7101"), Map.entry("b", "[2001:db8:0:0:0:0:0:2]:7101"));
        assertThat(registry.order(List.of("a", "b", "c"))).containsExactlyInAnyOrder("a", "b", "c");
        for (String wrong : List.of("swarm.local", "swarm.local:x", ":7101", "a b:1", "swarm.local:70000")) {
            assertThatThrownBy(() -> new DnsPeerRegistry(wrong, DnsPeerRegistry::lookUp))
                    .hasMessageContaining("registry=dns:DOMAIN:PORT");
        }
        assertThat(DnsPeerRegistry.lookUp("localhost")).isPresent();
        assertThat(DnsPeerRegistry.lookUp("no-such-host.invalid")).isEmpty();
    }

    private static InetAddress literal(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException impossible) {
            throw new IllegalArgumentException(text, impossible);
        }
    }

    @Test // QUORUM-3
    void unknownRegistryIsRefusedWithTheInstalledNames() {
        assertThatThrownBy(() -> PeerRegistries.open("zoo:x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("registry=zoo:x", "dns", "test");
        assertThatThrownBy(() -> QuorumUrl.parse("quorum://a@h:1?peers=b&key-file=k&state=s"))
                .hasMessageContaining("only with a registry");
        QuorumUrl url = QuorumUrl.parse("quorum://a@h:1?peers=b,c@h:3&registry=dns:d:1&key-file=k&state=s");
        assertThat(url.peers()).containsEntry("b", "").containsEntry("c", "h:3");
    }
}
