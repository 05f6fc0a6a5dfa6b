package dev.baton.lab.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SocketTrafficTest {
    private static final String LINE =
            "0      43     127.0.0.1:43619   127.0.0.1:40782 users:((\"java\",pid=%d,fd=11)) bbr"
                    + " rto:204 segs_out:142557 segs_in:142564 data_segs_out:1425 data_segs_in:135930 rcv_space:131713   ";

    private final Map<String, Long> found = new HashMap<>();

    @Test
    void readsTheSegmentsWithDataOfAConnection() {
        SocketTraffic.add(String.format(LINE, 14), 14, found);
        assertThat(found).containsExactly(Map.entry("14 127.0.0.1:43619 127.0.0.1:40782", 1425L));
    }

    @Test
    void connectionWithoutDataCountsAsConnection() {
        SocketTraffic.add(String.format(LINE, 14).replace("data_segs_out:1425 ", ""), 14, found);
        assertThat(found).containsValue(0L);
    }

    @Test
    void leavesOutConnectionsOfOtherProcesses() {
        SocketTraffic.add(String.format(LINE, 145), 14, found);
        assertThat(found).isEmpty();
    }
}
