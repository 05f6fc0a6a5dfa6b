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
    void refusesInvalidUrlAndNamesTheProblem() {
        assertThatThrownBy(() -> parse("mqtt://h:1?self=a&members=a" + REST))
                .hasMessageContaining("is not BROKER:PORT/GROUP");
        assertThatThrownBy(() -> parse("mqtt://h:1/g?self=a&members=b" + REST))
                .hasMessageContaining("is not one of members=b");
        assertThatThrownBy(() -> parse("mqtt://h:1/g?self=a&members=a,a" + REST))
                .hasMessageContaining("named twice");
        assertThatThrownBy(() -> parse("mqtt://h:x/g?self=a&members=a" + REST))
                .hasMessageContaining("the form is mqtt://BROKER:PORT/GROUP");
        assertThatThrownBy(() -> parse("mqtt://h/g?self=a&members=a&codec=xml" + REST))
                .hasMessageContaining("codec must be binary or json");
        assertThatThrownBy(() -> parse("mqtt://h/g?self=a&members=a&peers=b" + REST))
                .hasMessageContaining("the parameter peers is not known");
        assertThat(parse("mqtt://h" + MEMBER).access().broker()).isEqualTo(new BrokerAddress("h", 1883, false));
        assertThat(parse("mqtts://[::1]" + MEMBER).access().broker()).isEqualTo(new BrokerAddress("::1", 8883, true));
    }

    @Test // QUORUM-8
    void qualityOfServiceIsZeroUnlessTheSeedOrTheUrlSaysOtherwise() {
        assertThat(parse("mqtt://h" + MEMBER).format()).isEqualTo(new MessageFormat(false, 0));
        assertThat(parse("mqtt://h" + MEMBER + "&qos=2&codec=json").format()).isEqualTo(new MessageFormat(true, 2));
        assertThat(parse("mqtt://h" + MEMBER + "&profile=seed").format().qos()).isEqualTo(2);
        assertThat(parse("mqtt://h" + MEMBER + "&profile=seed&qos=0").format().qos())
                .isZero();
        assertThatThrownBy(() -> parse("mqtt://h" + MEMBER + "&qos=1")).hasMessageContaining("qos must be 0 or 2");
    }

    @Test // QUORUM-8
    void readsPasswordFromFileOrEnvironmentAndNeverShowsIt() throws IOException {
        Path file = Files.writeString(folder.resolve("password"), "secret\n");
        MqttUrl fromFile = parse("mqtts://h" + MEMBER + "&user=me&password-file=" + file);
        assertThat(fromFile.access().login().orElseThrow().password())
                .asString()
                .isEqualTo("secret");
        MqttUrl fromEnvironment =
                MqttUrl.parse("mqtts://h" + MEMBER + "&user=me", Map.of("BATON_MQTT_PASSWORD", "secret"));
        assertThat(fromEnvironment.access().login()).isEqualTo(fromFile.access().login());
        assertThat(fromFile.toString()).contains("me with a password").doesNotContain("secret");
        for (String url : new String[] {"mqtt://me:secret@h/g", "mqtts://me:secret@h", "mqtt://h/g?password=secret"}) {
            assertThatThrownBy(() -> parse(url))
                    .hasMessageContaining("password")
                    .hasMessageNotContaining("secret");
        }
    }

    @Test // QUORUM-8
    void refusesIncompleteOrUnencryptedLogin() throws IOException {
        Path file = Files.writeString(folder.resolve("password"), "secret\n");
        assertThatThrownBy(() -> parse("mqtts://h" + MEMBER + "&user=me")).hasMessageContaining("needs a password");
        assertThatThrownBy(() -> parse("mqtts://h" + MEMBER + "&password-file=" + file))
                .hasMessageContaining("needs user");
        assertThatThrownBy(() -> parse("mqtts://h" + MEMBER + "&user=me&password-file=" + file + "x"))
                .hasMessageContaining("cannot read password-file");
        assertThatThrownBy(() -> parse("mqtt://h" + MEMBER + "&user=me&password-file=" + file))
                .hasMessageContaining("would not be encrypted");
        assertThatThrownBy(() -> parse("mqtt://127.0.0.1" + MEMBER + "&tls-ca=ca.pem"))
                .hasMessageContaining("use mqtts://");
        assertThat(parse("mqtt://127.0.0.1" + MEMBER + "&user=me&password-file=" + file)
                        .access()
                        .login())
                .isPresent();
    }
}
