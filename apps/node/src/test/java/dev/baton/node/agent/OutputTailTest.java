package dev.baton.node.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.node.job.JobOutput;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OutputTailTest {

    private static JobOutput outputOf(InputStream output) throws InterruptedException {
        OutputTail tail = new OutputTail();
        tail.follow(output).join();
        return tail.soFar();
    }

    private static InputStream text(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test // NODE-10
    void endIsKeptAndAllBytesAreCounted() throws InterruptedException {
        assertThat(outputOf(text("one\n"))).isEqualTo(new JobOutput("one\n", Optional.of(4L)));
        String line = "line\n";
        JobOutput many = outputOf(text(line.repeat(100_000)));
        assertThat(many.bytes()).contains(500_000L);
        assertThat(many.end()).hasSize(16 * 1024).endsWith(line.repeat(3000));
    }

    @Test // NODE-10
    void charactersAreNotCutByChunksOrByTheBeginningOfTheTail() throws InterruptedException {
        String text = "\u4e2d".repeat(20_000);
        List<InputStream> bytes = IntStream.range(0, text.getBytes(StandardCharsets.UTF_8).length)
                .mapToObj(i -> (InputStream) new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8), i, 1))
                .limit(3000)
                .toList();
        JobOutput byteByByte = outputOf(new SequenceInputStream(Collections.enumeration(bytes)));
        assertThat(byteByByte).isEqualTo(new JobOutput("\u4e2d".repeat(1000), Optional.of(3000L)));
        JobOutput all = outputOf(text(text));
        assertThat(all.bytes()).contains(60_000L);
        assertThat(all.end()).matches("\u4e2d+").hasSize(16 * 1024 / 3);
    }

    @Test // NODE-10
    void bytesThatCannotBeStoredAreCountedAsTheTextThatReplacesThem() throws InterruptedException {
        byte[] broken = {'a', (byte) 0xff, 0, (byte) 0xe4, (byte) 0xb8};
        String text = "a\ufffd\ufffd\ufffd";
        assertThat(outputOf(new ByteArrayInputStream(broken))).isEqualTo(JobOutput.whole(text));
    }
}
