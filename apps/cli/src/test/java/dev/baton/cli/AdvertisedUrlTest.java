package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class AdvertisedUrlTest {

    @Test // NODE-10
    void acceptsUrlsThatOthersCanReach() {
        for (String url : List.of("http://10.0.0.1:8081", "https://node-a.example", "http://[::1]:8081/prefix")) {
            assertThat(AdvertisedUrl.checked(url, true)).isEqualTo(url);
        }
    }

    @Test // NODE-10
    void refusesWildcardsAndWhatIsNotTheUrlOfANode() {
        for (String url : List.of(
                "http://0.0.0.0:8081",
                "http://[::]:8081",
                "node-a:8081",
                "ftp://node-a",
                "http://",
                "http://user:secret@node-a",
                "http://node-a?x=1",
                "http://node-a:0",
                "http://node-a:65536",
                "http://a b")) {
            assertThatThrownBy(() -> AdvertisedUrl.checked(url, true)).as(url).isInstanceOf(UsageException.class);
        }
    }

    @Test // NODE-10
    void refusesLoopbackUrlOfNodeThatOtherMachinesReach() {
        for (String url : List.of("http://127.0.0.1:8081", "http://localhost:8081", "http://[::1]:8081")) {
            assertThat(AdvertisedUrl.checked(url, true)).isEqualTo(url);
            assertThatThrownBy(() -> AdvertisedUrl.checked(url, false))
                    .as(url)
                    .isInstanceOf(UsageException.class)
                    .hasMessageContainingAll("--advertise " + url, "--listen");
        }
    }
}
