package dev.baton.cli;

import dev.baton.node.client.ControllerClient;
import dev.baton.node.client.TrustedCertificates;
import dev.baton.node.http.BearerToken;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** Which nodes to ask, and with which token. */
final class NodeOptions {
    static final String USUAL = "127.0.0.1:8081";

    /** How long a command waits for a leader: longer than most changes of leaders take. */
    static final Duration PATIENCE = Duration.ofSeconds(15);

    private NodeOptions() {}

    static void addTo(CommandSpec spec) {
        OptionReader.text(
                spec,
                "--node",
                "URL[,URL]",
                "Nodes to ask; any will do, the leader is found from there (default: http://" + USUAL + ").");
        tokenFile(spec);
        tlsCa(spec);
    }

    static void tlsCa(CommandSpec spec) {
        OptionReader.text(
                spec,
                "--tls-ca",
                "FILE",
                "PEM certificates to believe over https (default: BATON_TLS_CA, else those that Java believes).");
    }

    static void tokenFile(CommandSpec spec) {
        OptionReader.text(spec, "--token-file", "FILE", "The token that writes need (default: BATON_TOKEN_FILE).");
    }

    static List<String> urls(ParseResult given) {
        List<String> urls = new ArrayList<>();
        for (String url :
                OptionReader.text(given, "--node").orElse("http://" + USUAL).split(",", -1)) {
            urls.add(url.contains("://") ? url : "http://" + url);
        }
        return urls;
    }

    static Optional<Path> token(ParseResult given, Map<String, String> environment) {
        return file(given, "--token-file", environment.get("BATON_TOKEN_FILE"));
    }

    static Optional<Path> tlsCa(ParseResult given, Map<String, String> environment) {
        return file(given, "--tls-ca", environment.get("BATON_TLS_CA"));
    }

    private static Optional<Path> file(ParseResult given, String option, @Nullable String otherwise) {
        return OptionReader.text(given, option)
                .or(() -> Optional.ofNullable(otherwise).filter(file -> !file.isEmpty()))
                .map(Path::of);
    }

    static ControllerClient client(ParseResult given, Map<String, String> environment) {
        return new ControllerClient(
                urls(given),
                token(given, environment).map(file -> BearerToken.in(file).header()),
                tlsCa(given, environment).map(TrustedCertificates::in));
    }
}
