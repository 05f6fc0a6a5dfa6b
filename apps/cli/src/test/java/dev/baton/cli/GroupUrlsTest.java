package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class GroupUrlsTest {
    private static final String BROKER = "mqtt://h:1883/swarm?";

    @Test // QUORUM-8
    void turnsTheUrlOfAMemberIntoThatOfAnObserver() {
        assertThat(GroupUrls.asObserver(BROKER + "self=a&members=a,b&state=/s&key-file=k"))
                .isEqualTo(BROKER + "members=a,b&key-file=k");
        assertThat(GroupUrls.asObserver(BROKER + "members=a,b&key-file=k&self=a&state=/s"))
                .isEqualTo(BROKER + "members=a,b&key-file=k");
        assertThat(GroupUrls.asObserver("quorum://a@h:1?peers=b@h:2&state=/s&key-file=k"))
                .isEqualTo("quorum://?peers=a@h:1,b@h:2&state=/s&key-file=k");
        assertThat(GroupUrls.asObserver("file:/x")).isEqualTo("file:/x");
    }

    @Test // QUORUM-8
    void usesTheMemberAsInstanceAndRefusesAnyOther() {
        String url = BROKER + "self=a&members=a,b&state=/s&key-file=k";
        assertThat(GroupUrls.instanceId(url, Optional.empty())).contains("a");
        assertThat(GroupUrls.instanceId(url, Optional.of("a"))).contains("a");
        assertThatThrownBy(() -> GroupUrls.instanceId(url, Optional.of("z"))).hasMessageContaining("omit --id");
    }
}
