package dev.baton.cli;

import dev.baton.http.BearerToken;
import dev.baton.http.HostCheck;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** {@code baton node}: one node of an active-passive job controller. */
final class NodeCommand {
    static final String HELP = """
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
            --keep-days N       How long ended jobs and events are kept, in days (default: 30; 0: for ever).
            --drain D           How long to wait for results before stepping down (default: 10).
            """ + CandidateOptions.VALIDITY_HELP + """
            --token-file FILE   File with the token that clients need (default: BATON_TOKEN_FILE). On a loopback address,
                                reads need none.
            --read-token-file FILE    File with a token for reads only; then reads need a token on every address.
            --tls-keystore FILE       Serve HTTPS with the key in this PKCS12 file.
            --tls-password-file FILE  File with the password of the keystore.
            """ + NodeOptions.TLS_HELP;

    static final String CONTROLLER_HELP = """
            Serves the HTTP API of a node. Started by baton node only.
            """;

    private static final int LONGEST_RETENTION = 36_500;

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

    static NodeSettings settings(Invocation call) throws IOException {
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
        Optional<Path> readTokenFile =
                call.text("--read-token-file").map(file -> Path.of(file).toAbsolutePath());
        readTokenFile.ifPresent(BearerToken::in);
        if (readTokenFile.isPresent() && tokenFile.isEmpty()) {
            throw new UsageException(
                    "--read-token-file needs --token-file FILE too: without it, every client may write");
        }
        boolean onLoopback = HostCheck.isLoopback(listen.bareHost());
        if (tokenFile.isEmpty() && !onLoopback) {
            throw new UsageException("--listen " + listen
                    + " can be reached from other machines, so clients need a token: add --token-file FILE");
        }
        String scheme = address.tls().isPresent() ? "https://" : "http://";
        boolean everywhere = AdvertisedUrl.isWildcard(listen.bareHost());
        String own = scheme + (everywhere ? "127.0.0.1:" + listen.port() : listen.toString());
        String advertised = call.text("--advertise")
                .map(url -> AdvertisedUrl.checked(url, onLoopback))
                .orElse(own);
        if (everywhere && !call.has("--advertise")) {
            throw new UsageException("--listen " + listen
                    + " is no address that others can reach: add --advertise URL with the address of this machine");
        }
        return new NodeSettings(
                new ControllerSettings(
                        id,
                        address,
                        advertised,
                        store(call, election, data),
                        tokenFile,
                        readTokenFile,
                        Duration.ZERO,
                        retention(call)),
                election,
                call.duration("--drain").orElse(Duration.ofSeconds(10)),
                call.duration("--validity"),
                JavaCommand.ofThisProcess("controller"),
                call.has("--worker") ? Optional.of(worker(call, id, own, advertised)) : Optional.empty());
    }

    private static Optional<Duration> retention(Invocation call) {
        int days = call.integer("--keep-days").orElse(30);
        if (days < 0 || days > LONGEST_RETENTION) {
            throw new UsageException("--keep-days must be 0 to " + LONGEST_RETENTION + ", but is " + days);
        }
        return days == 0 ? Optional.empty() : Optional.of(Duration.ofDays(days));
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
