package dev.baton.cli;

import dev.baton.node.client.ControllerClient;
import dev.baton.node.http.Token;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** Which nodes to ask, and with which token. */
final class NodeOptions {
    static final String USUAL = "127.0.0.1:8081";

    /** How long a command waits for a leader: longer than most changes of leaders take. */
    static final Duration PATIENCE = Duration.ofSeconds(15);

    private NodeOptions() {}

    static void addTo(CommandSpec spec) {
        Options.text(
                spec,
                "--node",
                "URL[,URL]",
                "Nodes to ask; any will do, the leader is found from there (default: http://" + USUAL + ").");
        tokenFile(spec);
    }

    static void tokenFile(CommandSpec spec) {
        Options.text(spec, "--token-file", "FILE", "The token that writes need (default: BATON_TOKEN_FILE).");
    }

    static List<String> urls(ParseResult given) {
        List<String> urls = new ArrayList<>();
        for (String url :
                Options.text(given, "--node").orElse("http://" + USUAL).split(",", -1)) {
            urls.add(url.contains("://") ? url : "http://" + url);
        }
        return urls;
    }

    static Optional<Path> token(ParseResult given, Map<String, String> environment) {
        return Options.text(given, "--token-file")
                .or(() ->
                        Optional.ofNullable(environment.get("BATON_TOKEN_FILE")).filter(file -> !file.isEmpty()))
                .map(Path::of);
    }

    static ControllerClient client(ParseResult given, Map<String, String> environment) {
        return new ControllerClient(
                urls(given),
                token(given, environment).map(file -> Token.in(file).header()));
    }
}
