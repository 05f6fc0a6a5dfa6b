package dev.baton.cli;

import dev.baton.http.TokenFile;
import dev.baton.node.client.ControllerClient;
import dev.baton.node.client.TrustedCertificates;
import dev.baton.node.job.Labels;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The options of the commands that send requests to job controllers. */
final class NodeOptions {
    static final String DEFAULT_ADDRESS = "127.0.0.1:8081";

    /** How long a request waits for a leader: longer than most failovers take. */
    static final Duration TIMEOUT = Duration.ofSeconds(15);

    static final String TOKEN_HELP = """
            --token-file FILE  File with the token for the nodes (default: BATON_TOKEN_FILE).
            """;

    static final String TLS_HELP = """
            --tls-ca FILE  PEM file with the CA certificates to trust for HTTPS (default: BATON_TLS_CA, then the JVM's
                           trust store).
            """;

    static final String HELP = """
            --node URL[,URL]  Nodes to send requests to. One is enough, because it names the leader (default:
                              http://127.0.0.1:8081).
            """ + TOKEN_HELP + TLS_HELP;

    private NodeOptions() {}

    static List<String> urls(Invocation call) {
        List<String> urls = new ArrayList<>();
        for (String url : call.text("--node").orElse(DEFAULT_ADDRESS).split(",", -1)) {
            urls.add(url.contains("://") ? url : "http://" + url);
        }
        return urls;
    }

    static Optional<Path> tokenFile(Invocation call) {
        return file(call, "--token-file", "BATON_TOKEN_FILE");
    }

    static Optional<Path> tlsCa(Invocation call) {
        return file(call, "--tls-ca", "BATON_TLS_CA");
    }

    private static Optional<Path> file(Invocation call, String option, String variable) {
        return call.text(option).or(() -> call.context().variable(variable)).map(Path::of);
    }

    static ControllerClient client(Invocation call) {
        Optional<TokenFile> token = tokenFile(call).map(TokenFile::in);
        return new ControllerClient(
                urls(call), () -> token.map(TokenFile::header), tlsCa(call).map(TrustedCertificates::in));
    }

    /** Returns the labels of an option; none if it is not given. */
    static Labels labels(Invocation call, String option) {
        try {
            return call.text(option)
                    .map(text -> new Labels(List.of(text.split(",", -1))))
                    .orElse(Labels.NONE);
        } catch (IllegalArgumentException wrong) {
            throw new UsageException(option + ": " + wrong.getMessage());
        }
    }

    /** Encodes a word for use in the path or the query of a request. */
    static String encode(String word) {
        return URLEncoder.encode(word, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
