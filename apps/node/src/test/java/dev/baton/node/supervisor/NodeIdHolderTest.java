package dev.baton.node.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.support.process.ProcessEvidence;
import dev.baton.support.process.ProcessIdentity;
import dev.baton.support.text.Names;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node id is in use only if its holder is proven to run: the name of a host and a pid prove nothing. */
class NodeIdHolderTest {
    private static final NodeIdHolder SELF = NodeIdHolder.current();

    private final ProcessEvidence evidence = ProcessEvidence.ofThisMachine();

    /** Returns a holder as another node reads it from the store. */
    private static NodeIdHolder read(ProcessIdentity process) {
        return NodeIdHolder.parse(new NodeIdHolder(SELF.host(), process).instanceId())
                .orElseThrow();
    }

    @Test // NODE-1
    void runningProcessOfThisMachineIsAlive() {
        assertThat(SELF.process().isComplete()).isTrue();
        assertThat(read(SELF.process())).isEqualTo(SELF);
        assertThat(SELF.isAlive(evidence)).isTrue();
        assertThat(SELF).hasToString(ProcessHandle.current().pid() + " on " + SELF.host());
    }

    @Test // NODE-1
    void endedProcessIsNotAlive() throws IOException, InterruptedException {
        Process sleeper = new ProcessBuilder("sleep", "1000").start();
        ProcessIdentity identity = ProcessIdentity.of(sleeper.pid()).orElseThrow();
        assertThat(read(identity).isAlive(evidence)).isTrue();
        sleeper.destroyForcibly().waitFor();
        assertThat(read(identity).isAlive(evidence)).isFalse();
    }

    @Test // NODE-1
    void samePidOnAHostOfTheSameNameProvesNothing() {
        ProcessIdentity self = SELF.process();
        assertThat(read(new ProcessIdentity(self.bootId(), self.pidNamespace() + 1, self.pid(), self.startTime()))
                        .isAlive(evidence))
                .as("another pid namespace")
                .isFalse();
        assertThat(read(new ProcessIdentity("another-boot", self.pidNamespace(), self.pid(), self.startTime()))
                        .isAlive(evidence))
                .as("another boot, or another machine")
                .isFalse();
        assertThat(read(new ProcessIdentity("", 0, self.pid(), 0)).isAlive(evidence))
                .as("a machine that does not know its identity")
                .isFalse();
    }

    @Test // NODE-1
    void laterProcessWithTheSamePidIsNotTheHolder() {
        ProcessIdentity self = SELF.process();
        long earlier = self.startTime() - 100_000_000;
        assertThat(read(new ProcessIdentity(self.bootId(), self.pidNamespace(), self.pid(), Math.max(1, earlier)))
                        .isAlive(evidence))
                .isFalse();
    }

    @ParameterizedTest // NODE-1
    @ValueSource(
            strings = {"host:17", "someone", "host:x:1:1:boot", "host:1:2:3:", "host:1:2:9999999999999999999:boot"})
    void idOfAnotherReleaseOrProgramNamesNoProcess(String instanceId) {
        assertThat(NodeIdHolder.parse(instanceId)).isEmpty();
    }

    @Test // NODE-1
    void longestIdIsAName() {
        ProcessIdentity longest = new ProcessIdentity(
                "0e6b4c3a-7c0f-4a55-9d9e-1f2a3b4c5d6e", 4_294_967_295L, 4_194_304, 999_999_999_999L);
        String instanceId = new NodeIdHolder("h".repeat(40), longest).instanceId();
        assertThat(Names.check("instance id", instanceId)).isEqualTo(instanceId);
    }
}
