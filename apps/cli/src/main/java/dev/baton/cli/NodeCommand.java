package dev.baton.cli;

import dev.baton.http.BearerToken;
import dev.baton.node.ControllerProcess;
import dev.baton.node.ControllerSettings;
import dev.baton.node.channel.ControlChannel;
import dev.baton.node.client.TrustedCertificates;
import dev.baton.node.database.WriteGuard;
import dev.baton.node.http.NodeHttpServer.Address;
import dev.baton.node.http.ServerTls;
import dev.baton.node.supervisor.NodeSettings;
import dev.baton.node.supervisor.NodeSupervisor;
import dev.baton.store.StoreConnections;
import dev.baton.store.StoreSettings;
import dev.baton.support.text.PostgresLocation;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** {@code baton node}: one node of an active-passive job controller. */
final class NodeCommand {
    static final String HELP =
            """
            Runs one node of an active-passive job controller. Start two or more: one leads and accepts writes, the others
              serve reads and take over. Runs until TERM or INT; then it drains and steps down.
            --id ID             The id of this node. Every node needs its own (default: BATON_INSTANCE_ID).
            --listen HOST:PORT  Address to listen on (default: 127.0.0.1:8081).
            --advertise URL     URL under which others reach this node (default: from --listen).
            --on URL            The store of the election (default: BATON_URL, then a file: store in the data directory,
                                for nodes on one machine).
            --store URL         The store of the jobs: sqlite:PATH or postgres://… (default: an SQLite file in the data
                                directory).
            --data-dir DIR      The data directory (default: ~/.baton/node).
            --worker            Also run jobs, as agent ID-worker, while this node does not lead.
            --drain D           How long to wait for results before stepping down (default: 10).
            """ + CandidateOptions.VALIDITY_HELP + NodeOptions.TOKEN_HELP + """
            --tls-keystore FILE       Serve HTTPS with the key in this PKCS12 file.
            --tls-password-file FILE  File with the password of the keystore.
            """ + NodeOptions.TLS_HELP;

    static final String CONTROLLER_HELP = """
            Serves the HTTP API of a node. Started by baton node only.
            """;

    private NodeCommand() {}

    static int run(Invocation call) throws IOException, InterruptedException {
        CommandLog.showInfo("dev.baton");
        NodeSettings settings = settings(call);
        CompletableFuture<Void> stop = new CompletableFuture<>();
        StopSignals.handle(signal -> stop.complete(null));
        NodeSupervisor.run(settings, stop);
        return ExitCode.DONE;
    }

    /** {@code baton controller}: the child process of {@code baton node} that serves the HTTP API. */
    static int controller(Invocation call) {
        CommandLog.showInfo("dev.baton");
        ControllerProcess.run(
                new ControlChannel(System.in, new FileOutputStream(FileDescriptor.out)), WriteGuard.byHighestSeen());
        // The supervisor has ended, so nothing may run on.
        Runtime.getRuntime().halt(0);
        return ExitCode.DONE;
    }

    private static NodeSettings settings(Invocation call) throws IOException {
        Path data = Path.of(call.text("--data-dir").orElse(System.getProperty("user.home") + "/.baton/node"))
                .toAbsolutePath();
        String election = election(call, data);
        String id = GroupUrls.instanceId(
                        election, call.text("--id").or(() -> call.context().variable("BATON_INSTANCE_ID")))
                .orElseThrow(() -> new UsageException("baton node needs --id ID, different for every node"));
        ListenAddress listen = ListenAddress.of(call, NodeOptions.DEFAULT_ADDRESS, 1);
        Address address = new Address(listen.host(), listen.port(), tls(call));
        Optional<Path> tokenFile = NodeOptions.tokenFile(call).map(Path::toAbsolutePath);
        tokenFile.ifPresent(BearerToken::in);
        if (tokenFile.isEmpty() && !isLoopback(listen)) {
            throw new UsageException("--listen " + listen
                    + " can be reached from other machines, so write requests need a token: add --token-file FILE");
        }
        String own = (address.tls().isPresent() ? "https://" : "http://") + listen;
        String advertised = call.text("--advertise").orElse(own);
        return new NodeSettings(
                new ControllerSettings(id, address, advertised, store(call, election, data), tokenFile),
                election,
                call.duration("--drain").orElse(Duration.ofSeconds(10)),
                call.duration("--validity"),
                JavaCommand.ofThisProcess("controller"),
                call.has("--worker") ? Optional.of(worker(call, id, own, advertised)) : Optional.empty());
    }

    private static List<String> worker(Invocation call, String id, String own, String advertised) {
        // The advertised URL may lead through a proxy, or not be reachable from here, so the worker gets both.
        String urls = own.equals(advertised) ? own : own + "," + advertised;
        List<String> words =
                JavaCommand.ofThisProcess("agent", "--leashed", "--name", NodeSettings.workerName(id), "--node", urls);
        NodeOptions.tokenFile(call)
                .ifPresent(file -> words.addAll(
                        List.of("--token-file", file.toAbsolutePath().toString())));
        NodeOptions.tlsCa(call).ifPresent(file -> {
            TrustedCertificates.in(file);
            words.addAll(List.of("--tls-ca", file.toAbsolutePath().toString()));
        });
        return words;
    }

    private static Optional<ServerTls> tls(Invocation call) {
        Optional<String> keystore = call.text("--tls-keystore");
        Optional<String> password = call.text("--tls-password-file");
        if (keystore.isPresent() != password.isPresent()) {
            throw new UsageException("--tls-keystore and --tls-password-file belong together: give both or none");
        }
        return keystore.map(file -> new ServerTls(
                        Path.of(file).toAbsolutePath(),
                        Path.of(password.orElseThrow()).toAbsolutePath())
                .checked());
    }

    private static boolean isLoopback(ListenAddress listen) {
        try {
            return InetAddress.getByName(listen.bareHost()).isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            throw new UsageException("--listen " + listen + ": unknown host " + listen.host());
        }
    }

    private static String election(Invocation call, Path data) {
        return call.url("--on").or(() -> call.context().variable("BATON_URL")).orElse("file:" + data.resolve("lock"));
    }

    private static String store(Invocation call, String election, Path data) throws IOException {
        Optional<String> store = call.url("--store");
        if (store.isPresent()) {
            if (!store.get().startsWith("sqlite:") && !PostgresLocation.isPostgres(store.get())) {
                throw new UsageException("--store is neither sqlite:PATH nor postgres://…");
            }
            StoreConnections.to(store.get(), StoreSettings.defaults());
            return store.get();
        }
        if (!election.startsWith("file:") && !election.startsWith("lease:sqlite:")) {
            throw new UsageException(
                    "nodes on several machines need a shared store for jobs: add --store postgres://…");
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
