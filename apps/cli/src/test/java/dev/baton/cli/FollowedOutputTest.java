package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cli.FollowedOutput.Addition;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FollowedOutputTest {
    private static final int CAPACITY = 16 * 1024;

    private final FollowedOutput followed = new FollowedOutput();

    /** Follows an output that an agent counts, of which the node has only the end. */
    private Addition counted(String whole, long epoch) {
        byte[] bytes = whole.getBytes(StandardCharsets.UTF_8);
        int start = Math.max(0, bytes.length - CAPACITY);
        while (start > 0 && (bytes[start] & 0xC0) == 0x80) {
            start++;
        }
        String end = new String(bytes, start, bytes.length - start, StandardCharsets.UTF_8);
        return followed.next(end, Optional.of((long) bytes.length), epoch);
    }

    private String uncounted(String end) {
        return followed.next(end, Optional.empty(), 1).text();
    }

    @Test // NODE-10
    void onlyNewOutputIsPrinted() {
        assertThat(counted("one\n", 1)).isEqualTo(new Addition(0, "one\n"));
        assertThat(counted("one\n", 1)).isEqualTo(Addition.NONE);
        assertThat(counted("one\ntwo\n", 1)).isEqualTo(new Addition(0, "two\n"));
    }

    @Test // NODE-10
    void linesThatRepeatAreAllPrinted() {
        String line = "same line\n";
        counted(line.repeat(10_000), 1);
        assertThat(counted(line.repeat(10_007), 1)).isEqualTo(new Addition(0, line.repeat(7)));
    }

    @Test // NODE-10
    void outputThatWasDroppedBetweenTwoReadsIsCounted() {
        assertThat(counted("x".repeat(CAPACITY + 5), 1)).isEqualTo(new Addition(5, "x".repeat(CAPACITY)));
        assertThat(counted("x".repeat(3 * CAPACITY + 9), 1))
                .isEqualTo(new Addition(CAPACITY + 4, "x".repeat(CAPACITY)));
    }

    @Test // NODE-10
    void outputOfAnotherAttemptIsPrintedWhole() {
        counted("first\n", 1);
        // The job is queued again, and has no new output yet.
        assertThat(counted("first\n", 2)).isEqualTo(Addition.NONE);
        assertThat(counted("first again, and more\n", 2)).isEqualTo(new Addition(0, "first again, and more\n"));
        assertThat(counted("x\n", 2)).isEqualTo(new Addition(0, "x\n"));
    }

    @Test // NODE-10
    void printedAndSkippedBytesTogetherAreTheWholeOutput() {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed + " of the output");
        Random random = new Random(seed);
        StringBuilder whole = new StringBuilder();
        long sum = 0;
        for (int i = 0; i < 200; i++) {
            int lines = random.nextInt(random.nextInt(10) == 0 ? 9_000 : 30);
            for (int line = 0; line < lines; line++) {
                whole.append(random.nextBoolean() ? "é" : "line").append('\n');
            }
            Addition next = counted(whole.toString(), 1);
            assertThat(whole.toString()).endsWith(next.text());
            sum += next.skipped() + next.text().getBytes(StandardCharsets.UTF_8).length;
        }
        assertThat(sum).isEqualTo(whole.toString().getBytes(StandardCharsets.UTF_8).length);
    }

    @Test // NODE-10
    void outputThatIsNotCountedContinuesAfterTheLastPartThatIsFoundAgain() {
        String before = "x".repeat(5000) + "one\n";
        assertThat(uncounted(before)).isEqualTo(before);
        assertThat(uncounted(before)).isEmpty();
        assertThat(uncounted(before.substring(3000) + "two\n")).isEqualTo("two\n");
        assertThat(uncounted("another\n")).isEqualTo("another\n");
    }
}
