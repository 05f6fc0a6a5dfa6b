package dev.baton.node.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.LeaderInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NodeIdLockTest {
    private static final Instant STARTED =
            ProcessHandle.current().info().startInstant().orElseThrow();

    private static boolean isAliveHere(String holder, Instant since) {
        return NodeIdLock.isAliveHere(new LeaderInfo("node:a", holder, 1, since, Optional.empty()));
    }

    private static String thisProcess() {
        return NodeIdLock.host() + ":" + ProcessHandle.current().pid();
    }

    @Test // NODE-1
    void holderIsAliveIfItsProcessRunsOnThisMachine() {
        assertThat(isAliveHere(thisProcess(), STARTED.plusSeconds(1))).isTrue();
        assertThat(isAliveHere("elsewhere:" + ProcessHandle.current().pid(), STARTED.plusSeconds(1)))
                .isFalse();
        assertThat(isAliveHere(NodeIdLock.host() + ":999999999", STARTED)).isFalse();
        assertThat(isAliveHere("someone", STARTED)).isFalse();
        assertThat(isAliveHere(NodeIdLock.host() + ":x", STARTED)).isFalse();
    }

    @Test // NODE-1
    void processThatStartedAfterTheHoldBeganIsNotItsHolder() {
        assertThat(isAliveHere(thisProcess(), STARTED.minus(Duration.ofMinutes(1))))
                .isFalse();
    }
}
