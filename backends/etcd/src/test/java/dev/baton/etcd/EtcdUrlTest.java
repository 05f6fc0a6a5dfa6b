package dev.baton.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EtcdUrlTest {
    private static EtcdUrl parse(String url) {
        return EtcdUrl.parse(url, Map.of());
    }

    @Test
    void readsMembersPrefixAndTiming() {
        EtcdUrl url = parse("etcd://a:2379,b.example:23790,[::1]:2379/team/elections?ttl=6s&renew=1s");
        assertThat(url.endpoints())
                .extracting(Object::toString)
                .containsExactly("http://a:2379", "http://b.example:23790", "http://[::1]:2379");
        assertThat(url.prefix()).isEqualTo("team/elections");
        assertThat(url.options()).isEqualTo(new EtcdOptions(Duration.ofSeconds(6), Duration.ofSeconds(1)));
        assertThat(url.shown()).isEqualTo("etcd://a:2379,b.example:23790,[::1]:2379/team/elections");
        assertThat(parse("etcds://a/x").endpoints())
                .extracting(Object::toString)
                .containsExactly("https://a:2379");
    }

    @Test
    void refusesWhatIsWrong() {
        assertThatThrownBy(() -> parse("etcd://a:2379")).hasMessageContaining("PREFIX");
        assertThatThrownBy(() -> parse("etcd://a:2379/")).hasMessageContaining("PREFIX");
        assertThatThrownBy(() -> parse("etcd://a:2379/x/")).hasMessageContaining("is not a name");
        assertThatThrownBy(() -> parse("etcd://a:2379/.x")).hasMessageContaining("is not a name");
        assertThatThrownBy(() -> parse("etcd://a:99999/x")).hasMessageContaining("between 1 and 65535");
        assertThatThrownBy(() -> parse("etcd://a/x?ttl=2500ms")).hasMessageContaining("whole seconds");
        assertThatThrownBy(() -> parse("etcd://a/x?ttl=1s")).hasMessageContaining("at least 2 s");
        assertThatThrownBy(() -> parse("etcd://a/x?ttl=4s&renew=2s")).hasMessageContaining("2 * 2000 + 200 = 4200 ms");
        assertThatThrownBy(() -> parse("etcd://a/x?tll=4s")).hasMessageContaining("ttl");
        assertThatThrownBy(() -> parse("etcd://a/x?tls-ca=f")).hasMessageContaining("etcds://");
        assertThatThrownBy(() -> parse("etcds://a/x?tls-cert=f")).hasMessageContaining("all of tls-cert");
        assertThatThrownBy(() -> parse("etcds://a/x?user=u")).hasMessageContaining("password-file");
    }

    @Test
    void showsNoPassword(@TempDir Path folder) throws Exception {
        assertThatThrownBy(() -> parse("etcd://u:hunter2@a:2379/x")).hasMessageNotContaining("hunter2");
        Path file = Files.writeString(folder.resolve("password"), "hunter2\n");
        EtcdUrl url = parse("etcds://a/x?user=u&password-file=" + file);
        assertThat(url.login().orElseThrow().password()).isEqualTo("hunter2");
        assertThat(url.toString() + url.shown()).doesNotContain("hunter2");
        assertThatThrownBy(() -> parse("etcd://far/x?user=u&password-file=" + file))
                .hasMessageContaining("TLS")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void isFoundByItsScheme() {
        try (Baton baton = Baton.connect("etcd://127.0.0.1:1/x")) {
            assertThat(baton.backend().describe()).isEqualTo("etcd://127.0.0.1:1/x");
        }
    }
}
