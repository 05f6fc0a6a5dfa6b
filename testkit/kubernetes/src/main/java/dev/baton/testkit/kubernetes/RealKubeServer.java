package dev.baton.testkit.kubernetes;

import dev.baton.testkit.FreePort;
import dev.baton.testkit.etcd.EtcdTestCluster;
import dev.baton.testkit.etcd.EtcdTestMember;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/** A real {@code kube-apiserver} over one etcd, without controllers: nothing is garbage-collected. */
public final class RealKubeServer implements KubeTestServer {
    /** The variable with the path of the program, if it is not on the {@code PATH}. */
    public static final String PROGRAM_VARIABLE = "BATON_KUBE_APISERVER";

    /** The token of a user without permissions; its name is {@code plain}. */
    public static final String PLAIN_TOKEN = "plain-token";

    private static final String ADMIN_TOKEN = "admin-token";
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int STARTS = 10;

    private static @Nullable RealKubeServer shared;

    private final Path program;
    private final Path folder;
    private final EtcdTestCluster etcd = EtcdTestCluster.start(1);
    private final int port = FreePort.next();
    private @Nullable Process process;

    private RealKubeServer(Path program, Path folder) {
        this.program = program;
        this.folder = folder;
    }

    private static Optional<Path> program() {
        Stream<Path> onPath = Arrays.stream(
                        Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator))
                .map(folder -> Path.of(folder, "kube-apiserver"));
        return Stream.concat(Stream.ofNullable(System.getenv(PROGRAM_VARIABLE)).map(Path::of), onPath)
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Returns whether the program is there. */
    public static boolean isAvailable() {
        return program().isPresent();
    }

    /** Returns the server of this JVM, which ends with it. The first call starts it and waits until it is ready. */
    public static synchronized RealKubeServer shared() {
        RealKubeServer running = shared;
        if (running == null) {
            running = create();
            shared = running;
            Runtime.getRuntime().addShutdownHook(new Thread(running::close));
        }
        return running;
    }

    private static RealKubeServer create() {
        Path program = program()
                .orElseThrow(() -> new IllegalStateException(
                        "no kube-apiserver on the PATH; set " + PROGRAM_VARIABLE + " to the program"));
        try {
            RealKubeServer server = new RealKubeServer(program, Files.createTempDirectory("kube-apiserver"));
            server.prepare();
            server.launch();
            return server;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void prepare() throws IOException {
        Files.writeString(
                folder.resolve("tokens"),
                ADMIN_TOKEN + ",admin,admin,\"system:masters\"\n" + PLAIN_TOKEN + ",plain,plain\n");
        Process key = new ProcessBuilder("openssl", "genrsa", "-out", key().toString(), "2048")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("openssl.log").toFile())
                .start();
        await(key);
    }

    private Path key() {
        return folder.resolve("service-account.key");
    }

    private void launch() {
        List<String> command = List.of(
                program.toString(),
                "--etcd-servers=http://" + etcd.addresses(),
                "--bind-address=127.0.0.1",
                "--secure-port=" + port,
                "--cert-dir=" + folder.resolve("certificates"),
                "--token-auth-file=" + folder.resolve("tokens"),
                "--authorization-mode=RBAC",
                "--service-account-issuer=https://kubernetes.default.svc",
                "--service-account-signing-key-file=" + key(),
                "--service-account-key-file=" + key());
        int attempts = 0;
        try {
            while (attempts < STARTS && !awaitReady(command)) {
                attempts++;
            }
        } catch (ConditionTimeoutException silent) {
            throw new IllegalStateException("kube-apiserver does not start; see " + folder, silent);
        }
        if (attempts == STARTS) {
            throw new IllegalStateException("kube-apiserver ends whenever it starts; see " + folder);
        }
    }

    /**
     * Starts the process and returns whether it is ready. On a busy machine the server ends while it starts, because its own
     * first requests time out; in a cluster it is started again then.
     */
    private boolean awaitReady(List<String> command) {
        Process started;
        try {
            started = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            folder.resolve("server.log").toFile()))
                    .start();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        process = started;
        Awaitility.await("the API server is ready")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> !started.isAlive() || isReady());
        return started.isAlive();
    }

    private boolean isReady() {
        if (!Files.exists(certificate())) {
            return false;
        }
        try (KubernetesClient admin = admin()) {
            return "ok".equals(admin.raw("/readyz"));
        } catch (KubernetesClientException notYet) {
            return false;
        }
    }

    private Path certificate() {
        return folder.resolve("certificates").resolve("apiserver.crt");
    }

    /** Returns a client with all permissions. */
    public KubernetesClient admin() {
        return client(ADMIN_TOKEN);
    }

    /** Returns a client with this token. */
    public KubernetesClient client(String token) {
        Config config = Config.fromKubeconfig(kubeconfig(port, token));
        config.setRequestRetryBackoffLimit(0);
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    /** Returns the text of a kubeconfig with this token. */
    public String kubeconfig(int reachedAt, String token) {
        try {
            String authority = Base64.getEncoder().encodeToString(Files.readAllBytes(certificate()));
            return KubeTestServer.text(
                    "server: https://127.0.0.1:" + reachedAt + "\ncertificate-authority-data: " + authority, token);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public String kubeconfig(int reachedAt) {
        return kubeconfig(reachedAt, ADMIN_TOKEN);
    }

    @Override
    public String newNamespace() {
        String name = KubeTestServer.randomName();
        try (KubernetesClient admin = admin()) {
            admin.namespaces()
                    .resource(new NamespaceBuilder()
                            .withNewMetadata()
                            .withName(name)
                            .endMetadata()
                            .build())
                    .create();
        }
        return name;
    }

    @Override
    public long leaseRequests() {
        try (KubernetesClient admin = admin()) {
            return admin.raw("/metrics")
                    .lines()
                    .filter(line -> line.startsWith("apiserver_request_total{") && line.contains("resource=\"leases\""))
                    .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                    .sum();
        }
    }

    @Override
    public void restart() {
        stop(false);
        launch();
    }

    @Override
    public void crash() {
        stop(true);
        etcd.members().forEach(EtcdTestMember::kill);
        etcd.members().forEach(EtcdTestMember::start);
        launch();
    }

    /** Saves a snapshot of the data, as a backup of its etcd does. */
    public Path saveSnapshot() {
        return etcd.saveSnapshot();
    }

    /** Stops the server, restores the snapshot of its etcd without a revision bump, and starts both again. */
    public void restore(Path snapshot) {
        stop(true);
        etcd.restore(snapshot);
        launch();
    }

    /** Returns the process of the server; empty before its start. */
    public Optional<Long> pid() {
        return Optional.ofNullable(process).map(Process::pid);
    }

    /** Kills the server, but not its store. */
    public void kill() {
        stop(true);
    }

    /** Ends the server in an orderly way. */
    public void stop() {
        stop(false);
    }

    /** Starts the server again after {@link #kill} or {@link #stop}, and waits until it is ready. */
    public void start() {
        launch();
    }

    private void stop(boolean kill) {
        Process running = process;
        if (running != null) {
            if (kill) {
                running.destroyForcibly();
            } else {
                running.destroy();
            }
            await(running);
        }
    }

    private static void await(Process process) {
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        stop(true);
        etcd.close();
    }
}
