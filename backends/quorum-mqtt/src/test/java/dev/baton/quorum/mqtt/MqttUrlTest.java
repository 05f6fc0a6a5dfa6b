package dev.baton.quorum.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MqttUrlTest {
    private static final String REST = "&key-file=k&state=s";
    private static final String MEMBER = "/g?self=a&members=a,b" + REST;

    @TempDir
    Path folder;

    private static MqttUrl parse(String url) {
        return MqttUrl.parse(url, Map.of());
    }

    @Test // QUORUM-8
    void urlsThatCannotBeRightAreRefusedWithWhatWouldBe() {
        assertThatThrownBy(() -> parse("mqtt://h:1?self=a&members=a" + REST))
                .hasMessageContaining("is not BROKER:PORT/GROUP");
        assertThatThrownBy(() -> parse("mqtt://h:1/g?self=a&members=b" + REST))
                .hasMessageContaining("not among the members");
        assertThatThrownBy(() -> parse("mqtt://h:1/g?self=a&members=a,a" + REST))
                .hasMessageContaining("named twice");
        assertThatThrownBy(() -> parse("mqtt://h:x/g?self=a&members=a" + REST))
                .hasMessageContaining("is not HOST:PORT");
        assertThatThrownBy(() -> parse("mqtt://h/g?self=a&members=a&codec=xml" + REST))
                .hasMessageContaining("codec is json or binary");
        assertThatThrownBy(() -> parse("mqtt://h/g?self=a&members=a&peers=b" + REST))
                .hasMessageContaining("no option \"peers\"");
        assertThat(parse("mqtt://h" + MEMBER).access().broker()).isEqualTo(new BrokerAddress("h", 1883, false));
        assertThat(parse("mqtts://[::1]" + MEMBER).access().broker()).isEqualTo(new BrokerAddress("::1", 8883, true));
    }

    @Test // QUORUM-8
    void aPasswordComesFromAFileOrTheEnvironmentAndIsNeverShown() throws IOException {
        Path file = Files.writeString(folder.resolve("password"), "hush\n");
        MqttUrl fromFile = parse("mqtts://h" + MEMBER + "&user=me&password-file=" + file);
        assertThat(fromFile.access().login().orElseThrow().password())
                .asString()
                .isEqualTo("hush");
        MqttUrl fromEnvironment =
                MqttUrl.parse("mqtts://h" + MEMBER + "&user=me", Map.of("BATON_MQTT_PASSWORD", "hush"));
        assertThat(fromEnvironment.access().login()).isEqualTo(fromFile.access().login());
        assertThat(fromFile.toString()).contains("me with a password").doesNotContain("hush");
        for (String place : new String[] {"mqtt://me:hush@h/g", "mqtts://me:hush@h", "mqtt://h/g?password=hush"}) {
            assertThatThrownBy(() -> parse(place))
                    .hasMessageContaining("password")
                    .hasMessageNotContaining("hush");
        }
    }

    @Test // QUORUM-8
    void aLoginThatCannotWorkOrWouldBeOverheardIsRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("password"), "hush\n");
        assertThatThrownBy(() -> parse("mqtts://h" + MEMBER + "&user=me")).hasMessageContaining("needs a password");
        assertThatThrownBy(() -> parse("mqtts://h" + MEMBER + "&password-file=" + file))
                .hasMessageContaining("needs user");
        assertThatThrownBy(() -> parse("mqtts://h" + MEMBER + "&user=me&password-file=" + file + "x"))
                .hasMessageContaining("cannot be read");
        assertThatThrownBy(() -> parse("mqtt://h" + MEMBER + "&user=me&password-file=" + file))
                .hasMessageContaining("readable on the way");
        assertThatThrownBy(() -> parse("mqtt://127.0.0.1" + MEMBER + "&tls-ca=ca.pem"))
                .hasMessageContaining("use mqtts://");
        assertThat(parse("mqtt://127.0.0.1" + MEMBER + "&user=me&password-file=" + file)
                        .access()
                        .login())
                .isPresent();
    }
}
