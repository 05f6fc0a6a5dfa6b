package dev.baton.kubernetes.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.kubernetes.api.ScriptedApiServer.Reply;
import dev.baton.testkit.kubernetes.KubeTestServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A token that is replaced on disk while the process runs. */
class RotatedTokenTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final AtomicReference<String> accepted = new AtomicReference<>("first");

    private ScriptedApiServer server() throws Exception {
        return new ScriptedApiServer(request -> request.authorization().equals("Bearer " + accepted.get())
                ? Reply.of(200, "{\"metadata\":{\"name\":\"nightly\",\"resourceVersion\":\"7\"}}")
                : Reply.of(401, "{\"message\":\"Unauthorized\"}"));
    }

    @Test // API-6
    void tokenInAKubeconfigIsReadAgain() throws Exception {
        try (ScriptedApiServer server = server()) {
            Path file = KubeTestServer.write(server.kubeconfig("first"));
            try (KubeApi api = server.open(file, LONG)) {
                assertThat(api.get("nightly")).isPresent();
                accepted.set("second");
                Files.writeString(file, server.kubeconfig("second"));
                assertThat(api.get("nightly")).isPresent();
                assertThat(server.requests().get(server.requests().size() - 1).authorization())
                        .isEqualTo("Bearer second");
            }
        }
    }

    @Test // API-6
    void tokenOfAServiceAccountIsReadAgain(@TempDir Path folder) throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "first");
        try (ScriptedApiServer server = server()) {
            Map<String, String> pod = Map.of(
                    "kubernetes.auth.tryKubeConfig", "false",
                    "kubernetes.auth.serviceAccount.token", token.toString(),
                    "kubernetes.master", server.address());
            pod.forEach(System::setProperty);
            try (KubeApi api =
                    KubeApi.open(new KubeConnection(Optional.empty(), Optional.empty(), Optional.empty()), LONG)) {
                assertThat(api.get("nightly")).isPresent();
                accepted.set("second");
                Files.writeString(token, "second");
                assertThat(api.get("nightly")).isPresent();
            } finally {
                pod.keySet().forEach(System::clearProperty);
            }
        }
    }

    @Test // API-6
    void tokenThatIsStillRefusedIsAnErrorWithoutTheToken() throws Exception {
        try (ScriptedApiServer server = server()) {
            accepted.set("other");
            try (KubeApi api = server.open(LONG)) {
                assertThatThrownBy(() -> api.get("nightly"))
                        .hasMessageContaining("401")
                        .hasMessageNotContaining("secret");
            }
        }
    }
}
