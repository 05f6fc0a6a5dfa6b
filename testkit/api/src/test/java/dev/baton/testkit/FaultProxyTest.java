package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A network that misbehaves on demand, over real sockets, in front of an echo. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class FaultProxyTest {
    private ServerSocket echo;
    private FaultProxy proxy;

    @BeforeEach
    void open() throws IOException {
        echo = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread server = new Thread(this::serve, "echo");
        server.setDaemon(true);
        server.start();
        proxy = FaultProxy.to("localhost", echo.getLocalPort());
    }

    @AfterEach
    void close() throws IOException {
        proxy.close();
        echo.close();
    }

    @Test
    void aHealthyNetworkDeliversEverythingBothWays() throws IOException {
        try (Socket client = connect()) {
            assertThat(say(client, "hello")).isEqualTo("hello");
        }
    }

    @Test
    void aSlowNetworkDeliversLater() throws IOException {
        try (Socket client = connect()) {
            proxy.delay(Duration.ofMillis(100));
            long before = System.nanoTime();
            assertThat(say(client, "slow")).isEqualTo("slow");
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(Duration.ofMillis(200));
        }
    }

    @Test
    void aSlicedMessageArrivesWhole() throws IOException {
        try (Socket client = connect()) {
            proxy.slice(1);
            assertThat(say(client, "in small pieces")).isEqualTo("in small pieces");
        }
    }

    @Test
    void aBlackHoleDeliversNothingUntilItIsHealed() throws IOException {
        try (Socket client = connect()) {
            say(client, "before");
            proxy.blackhole();
            client.setSoTimeout(200);
            assertThatThrownBy(() -> say(client, "held")).isInstanceOf(SocketTimeoutException.class);
            proxy.heal();
            client.setSoTimeout(5_000);
            assertThat(new String(client.getInputStream().readNBytes(4), StandardCharsets.UTF_8))
                    .isEqualTo("held");
        }
    }

    @Test
    void aHalfOpenConnectionStandsForTheClientAlone() throws IOException {
        try (Socket client = connect()) {
            say(client, "before");
            proxy.halfOpen();
            client.setSoTimeout(200);
            assertThatThrownBy(() -> say(client, "anybody")).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void aResetEndsConnectionsAndServesNewOnes() throws IOException {
        try (Socket client = connect();
                Socket another = new Socket()) {
            say(client, "before");
            proxy.reset();
            assertThatThrownBy(() -> say(client, "gone")).isInstanceOf(IOException.class);
            another.connect(client.getRemoteSocketAddress());
            assertThat(say(another, "new")).isEqualTo("new");
        }
    }

    @Test
    void aRefusingNetworkServesNobodyUntilItIsHealed() throws IOException {
        proxy.refuse();
        try (Socket client = connect()) {
            assertThatThrownBy(() -> say(client, "refused")).isInstanceOf(IOException.class);
        }
        proxy.heal();
        try (Socket client = connect()) {
            assertThat(say(client, "served")).isEqualTo("served");
        }
    }

    private Socket connect() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), proxy.port());
    }

    private static String say(Socket client, String words) throws IOException {
        byte[] bytes = words.getBytes(StandardCharsets.UTF_8);
        client.getOutputStream().write(bytes);
        byte[] answer = client.getInputStream().readNBytes(bytes.length);
        if (answer.length < bytes.length) {
            throw new IOException("the connection ended");
        }
        return new String(answer, StandardCharsets.UTF_8);
    }

    private void serve() {
        boolean open = true;
        while (open) {
            try {
                Socket client = echo.accept();
                Thread thread = new Thread(() -> repeat(client), "echo-client");
                thread.setDaemon(true);
                thread.start();
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
