package dev.baton.cli;

import dev.baton.node.ControllerSettings;
import dev.baton.node.client.TrustedCertificates;
import dev.baton.node.http.BearerToken;
import dev.baton.node.http.NodeHttpServer.Address;
import dev.baton.node.http.ServerTls;
import dev.baton.node.supervisor.NodeSettings;
import dev.baton.node.supervisor.NodeSupervisor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code baton node}: one node of an active-passive job controller. */
final class NodeCommand implements Subcommand {

    @Override
    public CommandSpec spec() {
        CommandSpec spec = OptionReader.command(
                "node",
                "One node of an active-passive job controller: start two or more, one leads and takes writes, the"
                        + " others serve reads and take over. Until TERM or INT; then it drains and steps down.");
        OptionReader.text(spec, "--id", "ID", "The node's id, one of its own (default: BATON_INSTANCE_ID).");
        OptionReader.text(spec, "--listen", "HOST:PORT", "Where it listens (default: " + NodeOptions.USUAL + ").");
        OptionReader.text(spec, "--advertise", "URL", "Where others reach it (default: what --listen says).");
        OptionReader.text(
                spec,
                "--on",
                "URL",
                "The election's store (default: BATON_URL, else file: in the data directory, for nodes on one machine).");
        OptionReader.text(
                spec,
                "--store",
                "URL",
                "Where jobs are kept: sqlite:PATH or postgres://… (default: an SQLite file in the data directory).");
        OptionReader.text(spec, "--data-dir", "DIR", "The data directory (default: ~/.baton/node).");
        OptionReader.flag(spec, "--worker", "Run jobs too, as ID-worker, while it does not lead.");
        OptionReader.text(spec, "--drain", "D", "How long results are waited for before it steps down (default: 10).");
        OptionReader.text(spec, "--validity", "D", "How long the lock is trusted without news (default: the store's).");
        NodeOptions.tokenFile(spec);
        OptionReader.text(spec, "--tls-keystore", "FILE", "Serve https with the key in this PKCS12 file.");
        OptionReader.text(spec, "--tls-password-file", "FILE", "The file with the keystore's password.");
        NodeOptions.tlsCa(spec);
        return spec;
    }

    @Override
    public int run(Invocation call) throws IOException, InterruptedException {
        ParseResult given = call.given();
        Map<String, String> environment = call.around().environment();
        System.setProperty("org.slf4j.simpleLogger.log.dev.baton", "info");
        NodeSettings settings = settings(given, environment);
        CompletableFuture<Void> stop = new CompletableFuture<>();
        StopSignals.tell(signal -> stop.complete(null));
        NodeSupervisor.run(settings, stop);
        return ExitCode.DONE;
    }

    private static NodeSettings settings(ParseResult given, Map<String, String> environment) throws IOException {
        Path data = Path.of(
                        OptionReader.text(given, "--data-dir").orElse(System.getProperty("user.home") + "/.baton/node"))
                .toAbsolutePath();
        String election = election(given, environment, data);
        String id = GroupUrls.instanceId(
                        election,
                        OptionReader.text(given, "--id")
                                .or(() -> Optional.ofNullable(environment.get("BATON_INSTANCE_ID"))))
                .orElseThrow(() -> new UsageException("baton node needs --id ID, an id of its own"));
        Optional<Path> tokenFile = NodeOptions.token(given, environment).map(Path::toAbsolutePath);
        tokenFile.ifPresent(BearerToken::in);
        Address address = address(given);
        if (tokenFile.isEmpty() && !isLoopback(address.host())) {
            throw new UsageException("--listen " + address.host() + ":" + address.port()
                    + " can be reached by others, so writes need a token: give --token-file FILE");
        }
        String url = OptionReader.text(given, "--advertise")
                .orElse((address.tls().isPresent() ? "https://" : "http://") + address.host() + ":" + address.port());
        ControllerSettings controller =
                new ControllerSettings(id, address, url, store(given, election, data), tokenFile);
        return new NodeSettings(
                controller,
                election,
                OptionReader.duration(given, "--drain").orElse(Duration.ofSeconds(10)),
                OptionReader.duration(given, "--validity"),
                child("controller"),
                OptionReader.has(given, "--worker")
                        ? Optional.of(worker(id, url, address, secrets(given, environment)))
                        : Optional.empty());
    }

    private static List<String> child(String... words) {
        List<String> command = new ArrayList<>(JavaCommand.ofThisProcess());
        command.addAll(List.of(words));
        return command;
    }

    /** The files that the worker needs to be believed, and to believe. */
    private static List<String> secrets(ParseResult given, Map<String, String> environment) {
        List<String> words = new ArrayList<>();
        NodeOptions.token(given, environment)
                .ifPresent(file -> words.addAll(
                        List.of("--token-file", file.toAbsolutePath().toString())));
        NodeOptions.tlsCa(given, environment).ifPresent(file -> {
            TrustedCertificates.in(file);
            words.addAll(List.of("--tls-ca", file.toAbsolutePath().toString()));
        });
        return words;
    }

    private static List<String> worker(String id, String url, Address address, List<String> secrets) {
        // The advertised address may lead through a proxy, or not be reachable from here: both are known to it.
        String own = (address.tls().isPresent() ? "https://" : "http://") + address.host() + ":" + address.port();
        List<String> words = child(
                "agent",
                "--leashed",
                "--name",
                NodeSettings.workerName(id),
                "--node",
                own.equals(url) ? own : own + "," + url);
        words.addAll(secrets);
        return words;
    }

    private static Address address(ParseResult given) {
        String listen = OptionReader.text(given, "--listen").orElse(NodeOptions.USUAL);
        int colon = listen.lastIndexOf(':');
        try {
            int port = Integer.parseInt(listen.substring(colon + 1));
            if (colon > 0 && port >= 1 && port <= 65535) {
                return new Address(listen.substring(0, colon), port, tls(given));
            }
        } catch (NumberFormatException notANumber) {
            // The same is wrong with it.
        }
        throw new UsageException("--listen " + listen + " is not HOST:PORT, as in 127.0.0.1:8081");
    }

    private static Optional<ServerTls> tls(ParseResult given) {
        Optional<String> keystore = OptionReader.text(given, "--tls-keystore");
        Optional<String> password = OptionReader.text(given, "--tls-password-file");
        if (keystore.isPresent() != password.isPresent()) {
            throw new UsageException("--tls-keystore and --tls-password-file belong together: give both or none");
        }
        return keystore.map(file -> new ServerTls(
                        Path.of(file).toAbsolutePath(),
                        Path.of(password.orElseThrow()).toAbsolutePath())
                .checked());
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host.replaceAll("^\\[|\\]$", "")).isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            throw new UsageException("--listen " + host + ": there is no such host");
        }
    }

    private static String election(ParseResult given, Map<String, String> environment, Path data) {
        Optional<String> on = OptionReader.text(given, "--on");
        on.ifPresent(url -> PasswordCheck.refuseIn("--on", url));
        return on.or(() -> Optional.ofNullable(environment.get("BATON_URL")).filter(url -> !url.isEmpty()))
                .orElse("file:" + data.resolve("lock"));
    }

    private static String store(ParseResult given, String election, Path data) throws IOException {
        Optional<String> store = OptionReader.text(given, "--store");
        if (store.isPresent()) {
            PasswordCheck.refuseIn("--store", store.get());
            if (!store.get().startsWith("sqlite:") && !StoreOptions.isPostgres(store.get())) {
                throw new UsageException("--store " + store.get() + " is neither sqlite:PATH nor postgres://…");
            }
            return store.get();
        }
        if (!election.startsWith("file:") && !election.startsWith("lease:sqlite:")) {
            throw new UsageException(
                    "nodes on several machines need a store that they share: give --store postgres://…");
        }
        if (Files.getFileStore(existing(data)).supportsFileAttributeView("posix")) {
            Files.createDirectories(
                    data, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } else {
            Files.createDirectories(data);
        }
        return "sqlite:" + data.resolve("node.db");
    }

    private static Path existing(Path path) {
        Path found = path;
        while (!Files.exists(found) && found.getParent() != null) {
            found = found.getParent();
        }
        return found;
    }
}
