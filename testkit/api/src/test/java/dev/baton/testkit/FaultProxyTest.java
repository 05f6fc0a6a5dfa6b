package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Faults in front of an echo server, over real sockets. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class FaultProxyTest {
    private ServerSocket server;
    private FaultProxy proxy;

    @BeforeEach
    void open() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        NamedThreads.start("echo", this::serve);
        proxy = FaultProxy.to("localhost", server.getLocalPort());
    }

    @AfterEach
    void close() throws IOException {
        proxy.close();
        server.close();
    }

    @Test
    void deliversEverythingBothWaysWithoutFaults() throws IOException {
        try (Socket client = connect()) {
            assertThat(echo(client, "hello")).isEqualTo("hello");
        }
    }

    @Test
    void delayDeliversLater() throws IOException {
        try (Socket client = connect()) {
            proxy.delay(Duration.ofMillis(100));
            long before = System.nanoTime();
            assertThat(echo(client, "slow")).isEqualTo("slow");
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(Duration.ofMillis(200));
        }
    }

    @Test
    void slicedMessageArrivesComplete() throws IOException {
        try (Socket client = connect()) {
            proxy.slice(1);
            assertThat(echo(client, "in small pieces")).isEqualTo("in small pieces");
        }
    }

    @Test
    void blackholeDeliversNothingUntilHealed() throws IOException {
        try (Socket client = connect()) {
            echo(client, "before");
            proxy.blackhole();
            client.setSoTimeout(200);
            assertThatThrownBy(() -> echo(client, "held")).isInstanceOf(SocketTimeoutException.class);
            proxy.heal();
            client.setSoTimeout(5_000);
            assertThat(new String(client.getInputStream().readNBytes(4), StandardCharsets.UTF_8))
                    .isEqualTo("held");
        }
    }

    @Test
    void blackholeOfRepliesLetsRequestsPass() throws IOException {
        try (Socket client = connect()) {
            echo(client, "before");
            CountDownLatch delivered = new CountDownLatch(1);
            proxy.onTraffic(delivered::countDown);
            proxy.blackholeReplies();
            client.setSoTimeout(200);
            assertThatThrownBy(() -> echo(client, "held")).isInstanceOf(SocketTimeoutException.class);
            assertThat(delivered.getCount())
                    .as("requests that were not delivered")
                    .isZero();
            proxy.heal();
            client.setSoTimeout(5_000);
            assertThat(new String(client.getInputStream().readNBytes(4), StandardCharsets.UTF_8))
                    .isEqualTo("held");
        }
    }

    @Test
    void halfOpenConnectionIsOpenOnlyForTheClient() throws IOException {
        try (Socket client = connect()) {
            echo(client, "before");
            proxy.halfOpen();
            client.setSoTimeout(200);
            assertThatThrownBy(() -> echo(client, "lost")).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void resetEndsConnectionsAndServesNewOnes() throws IOException {
        try (Socket client = connect();
                Socket another = new Socket()) {
            echo(client, "before");
            proxy.reset();
            assertThatThrownBy(() -> echo(client, "gone")).isInstanceOf(IOException.class);
            another.connect(client.getRemoteSocketAddress());
            assertThat(echo(another, "new")).isEqualTo("new");
        }
    }

    @Test
    void refuseServesNoConnectionUntilHealed() throws IOException {
        proxy.refuse();
        try (Socket client = connect()) {
            assertThatThrownBy(() -> echo(client, "refused")).isInstanceOf(IOException.class);
        }
        proxy.heal();
        try (Socket client = connect()) {
            assertThat(echo(client, "served")).isEqualTo("served");
        }
    }

    private Socket connect() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), proxy.port());
    }

    private static String echo(Socket client, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        client.getOutputStream().write(bytes);
        byte[] reply = client.getInputStream().readNBytes(bytes.length);
        if (reply.length < bytes.length) {
            throw new IOException("connection closed");
        }
        return new String(reply, StandardCharsets.UTF_8);
    }

    private void serve() {
        boolean open = true;
        while (open) {
            try {
                Socket client = server.accept();
                NamedThreads.start("echo-client", () -> repeat(client));
            } catch (IOException closed) {
                open = false;
            }
        }
    }

    private static void repeat(Socket client) {
        try (client) {
            client.getInputStream().transferTo(client.getOutputStream());
        } catch (IOException gone) {
            assertThat(gone).isNotNull();
        }
    }
}
