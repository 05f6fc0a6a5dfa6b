package dev.baton.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.CandidateSettings;
import dev.baton.spi.CandidateTiming;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZkUrlTest {
    private static ZkUrl parse(String url) {
        return ZkUrl.parse(url, Map.of());
    }

    @Test
    void readsServersPathAndTiming() {
        ZkUrl url = parse("zookeeper://a:2181,b.example:21810,c/team/elections?session=6s&renew=1s");
        assertThat(url.connectString()).isEqualTo("a:2181,b.example:21810,c:2181");
        assertThat(url.path()).isEqualTo("/team/elections");
        assertThat(url.options()).isEqualTo(new ZkOptions(Duration.ofSeconds(6), Duration.ofSeconds(1)));
        assertThat(url.shown()).isEqualTo("zookeeper://a:2181,b.example:21810,c:2181/team/elections");
        assertThat(parse("zookeepers://a/x").tls()).isPresent();
        assertThat(parse("zookeeper://a/x").isAuthenticated()).isFalse();
        assertThat(parse("zookeepers://a/x?tls-ca=f").isAuthenticated()).isFalse();
        assertThat(parse("zookeepers://a/x?tls-identity=f").isAuthenticated()).isTrue();
        assertThat(parse("zookeeper://a/x?sasl=Client").isAuthenticated()).isTrue();
    }

    @Test
    void refusesWhatIsWrong() {
        assertThatThrownBy(() -> parse("zookeeper://a:2181")).hasMessageContaining("PATH");
        assertThatThrownBy(() -> parse("zookeeper://a:2181/x/")).hasMessageContaining("is not a name");
        assertThatThrownBy(() -> parse("zookeeper://a:99999/x")).hasMessageContaining("between 1 and 65535");
        assertThatThrownBy(() -> parse("zookeeper://a/x?session=500ms")).hasMessageContaining("at least 1 s");
        assertThatThrownBy(() -> parse("zookeeper://a/x?session=4s&renew=1s")).hasMessageContaining("5 * renew");
        assertThatThrownBy(() -> parse("zookeeper://a/x?sesion=4s")).hasMessageContaining("session");
        assertThatThrownBy(() -> parse("zookeeper://a/x?tls-ca=f")).hasMessageContaining("zookeepers://");
        assertThatThrownBy(() -> parse("zookeepers://a/x?user=u")).hasMessageContaining("password-file");
        assertThatThrownBy(() -> parse("zookeepers://a/x?sasl=a%20b")).hasMessageContaining("sasl");
    }

    @Test
    void showsNoPassword(@TempDir Path folder) throws Exception {
        assertThatThrownBy(() -> parse("zookeeper://u:hunter2@a:2181/x")).hasMessageNotContaining("hunter2");
        Path file = Files.writeString(folder.resolve("password"), "hunter2\n");
        assertThatThrownBy(() -> parse("zookeepers://a/x?sasl=Client&user=u&password-file=" + file))
                .hasMessageContaining("give one of them");
        ZkUrl url = parse("zookeepers://a/x?user=u&password-file=" + file);
        assertThat(url.login().orElseThrow().password()).isEqualTo("hunter2");
        assertThat(url.toString() + url.shown()).doesNotContain("hunter2");
        assertThatThrownBy(() -> parse("zookeeper://far/x?user=u&password-file=" + file))
                .hasMessageContaining("TLS")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void isFoundByItsScheme() {
        try (Baton baton = Baton.connect("zookeeper://127.0.0.1:1/x")) {
            assertThat(baton.backend().describe()).isEqualTo("zookeeper://127.0.0.1:1/x");
        }
    }

    @Test
    void defaultsLeaveTimeForTheStopOfACommand() {
        ZkOptions options = ZkOptions.defaults();
        assertThat(CandidateTiming.of(
                                CandidateSettings.builder()
                                        .stopGrace(Duration.ofSeconds(5))
                                        .build(),
                                options.backendDefaults())
                        .slack())
                .isGreaterThanOrEqualTo(Duration.ZERO);
    }
}
