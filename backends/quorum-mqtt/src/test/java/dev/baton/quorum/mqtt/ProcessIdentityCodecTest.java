package dev.baton.quorum.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.quorum.wire.ByteReader;
import dev.baton.quorum.wire.ByteWriter;
import dev.baton.support.process.Evidence;
import dev.baton.support.process.ProcessEvidence;
import dev.baton.support.process.ProcessIdentity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProcessIdentityCodecTest {
    private static final ProcessIdentity SELF = ProcessIdentity.current();

    @Test // QUORUM-8
    void writesMachineAsBootIdAndNamespaceLink() throws Exception {
        ByteWriter out = new ByteWriter();
        ProcessIdentityCodec.write(SELF, out);
        ByteReader in = new ByteReader(out.toBytes());
        assertThat(in.text())
                .isEqualTo(Files.readString(Path.of("/proc/sys/kernel/random/boot_id"))
                                .trim() + " " + Files.readSymbolicLink(Path.of("/proc/self/ns/pid")));
        assertThat(in.int8()).isEqualTo(ProcessHandle.current().pid());
        assertThat(ProcessIdentityCodec.read(new ByteReader(out.toBytes()))).isEqualTo(SELF);
    }

    @Test // QUORUM-8
    void incompleteOrUnreadableIdentityProvesNothing() {
        ProcessIdentity unknown = new ProcessIdentity("", 0, 0, 0);
        assertThat(received("", 0, 0)).isEqualTo(unknown);
        assertThat(received("no machine", 1, 1)).isEqualTo(unknown);
        ByteWriter out = new ByteWriter();
        ProcessIdentityCodec.write(new ProcessIdentity(SELF.bootId(), 0, 1, 1), out);
        assertThat(out.toBytes())
                .isEqualTo(new ByteWriter().text("").int8(0).int8(0).toBytes());
        assertThat(ProcessEvidence.ofThisMachine().hasEnded(unknown)).isEqualTo(Evidence.UNKNOWN);
    }

    @Test // QUORUM-8
    void onlyEndedProcessOfSameBootAndNamespaceIsProvenToHaveEnded() throws Exception {
        ProcessEvidence evidence = ProcessEvidence.ofThisMachine();
        String machine = SELF.bootId() + " pid:[" + SELF.pidNamespace() + "]";
        assertThat(evidence.hasEnded(received(machine, SELF.pid(), SELF.startTime())))
                .isEqualTo(Evidence.NO);
        assertThat(evidence.hasEnded(received(machine, SELF.pid(), SELF.startTime() + 1)))
                .as("another process has the same pid now")
                .isEqualTo(Evidence.YES);
        Process child = new ProcessBuilder("tail", "-f", "/dev/null").start();
        child.destroyForcibly().waitFor();
        await().atMost(Duration.ofSeconds(30))
                .until(() ->
                        evidence.hasEnded(received(machine, child.pid(), 1)).isProof());
        assertThat(evidence.hasEnded(received("other-boot pid:[" + SELF.pidNamespace() + "]", child.pid(), 1)))
                .isEqualTo(Evidence.UNKNOWN);
        assertThat(evidence.hasEnded(received(SELF.bootId() + " pid:[1]", child.pid(), 1)))
                .isEqualTo(Evidence.UNKNOWN);
    }

    private static ProcessIdentity received(String machine, long pid, long startTime) {
        byte[] bytes = new ByteWriter().text(machine).int8(pid).int8(startTime).toBytes();
        return ProcessIdentityCodec.read(new ByteReader(bytes));
    }
}
