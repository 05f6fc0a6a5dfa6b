package dev.baton.quorum.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class MqttProcessTraceTest {

    @Test // QUORUM-8
    void onlyTheVeryProcessThatEndedHasEnded() throws Exception {
        MqttProcessTrace here = MqttProcessTrace.here();
        assertThat(here.isOnTheMachineOf(here)).isTrue();
        assertThat(here.hasEnded()).isFalse();
        assertThat(new MqttProcessTrace(here.machine(), here.pid(), here.began() + 1).hasEnded())
                .as("another process got its number")
                .isTrue();
        Process child = new ProcessBuilder("tail", "-f", "/dev/null").start();
        assertThat(new MqttProcessTrace(here.machine(), child.pid(), 0).isOnTheMachineOf(here))
                .isTrue();
        child.destroyForcibly().waitFor();
        MqttProcessTrace gone = new MqttProcessTrace(here.machine(), child.pid(), 1);
        await().atMost(Duration.ofSeconds(30)).until(gone::hasEnded);
    }

    @Test // QUORUM-8
    void whereNothingCanBeSeenNothingIsProved() {
        MqttProcessTrace nowhere = new MqttProcessTrace("", 1, 1);
        assertThat(nowhere.isOnTheMachineOf(nowhere)).isFalse();
        assertThat(MqttProcessTrace.here().isOnTheMachineOf(nowhere)).isFalse();
        assertThat(MqttProcessTrace.hidesProcesses("proc /proc proc rw,nosuid,hidepid=2 0 0\n"))
                .isTrue();
        assertThat(MqttProcessTrace.hidesProcesses("proc /proc proc rw,hidepid=invisible 0 0\n"))
                .isTrue();
        assertThat(MqttProcessTrace.hidesProcesses("proc /proc proc rw,hidepid=0 0 0\n"))
                .isFalse();
        assertThat(MqttProcessTrace.hidesProcesses("proc /proc proc rw,relatime 0 0\n"))
                .isFalse();
    }
}
