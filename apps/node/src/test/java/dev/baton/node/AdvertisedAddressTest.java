package dev.baton.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class AdvertisedAddressTest {

    @Test // NODE-10
    void addressThatNobodyListensOnIsNoticed() throws IOException {
        String url;
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            url = "https://127.0.0.1:" + listening.getLocalPort() + "/prefix";
            assertThat(AdvertisedAddress.problem(url)).isEmpty();
        }
        assertThat(AdvertisedAddress.problem(url)).isPresent();
        assertThat(AdvertisedAddress.problem("http://no-such-host.invalid:8081"))
                .contains("there is no address for the name no-such-host.invalid");
    }
}
