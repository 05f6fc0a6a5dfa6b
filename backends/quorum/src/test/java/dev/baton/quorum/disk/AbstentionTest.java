package dev.baton.quorum.disk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.quorum.step.LeasePromise;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.QuorumTiming;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A member abstains unless its records prove that it knows every promise it has given. */
class AbstentionTest {
    private static final Membership FOUNDING = Membership.founding(List.of("a", "b", "c"));
    private static final QuorumTiming TIMING = QuorumTiming.seed();
    private static final long LONGEST = TIMING.longestLease().toNanos();
    private static final BootInfo BOOT = new BootInfo("boot-1");
    private static final BootInfo OTHER = new BootInfo("boot-2");
    private static final long NOW = 5_000_000_000L;
    private static final LeasePromise PROMISE = new LeasePromise("b", 4, 1, NOW + 9_000_000_000L);

    @TempDir
    Path temporary;

    private Path folder;

    @BeforeEach
    void giveTwoPromises() throws IOException {
        folder = temporary.resolve("a");
        StateFolder.Opened first = open(folder, BOOT, TIMING, NOW);
        assertThat(first.start().abstainUntil()).isEqualTo(NOW); // A new disk has given no promise.
        first.folder().remember("nightly", PROMISE);
        first.folder().remember("nightly", PROMISE);
        first.folder().remember("hourly", PROMISE);
        first.folder().close();
    }

    private static StateFolder.Opened open(Path folder, BootInfo boot, QuorumTiming timing, long now)
            throws IOException {
        return StateFolder.open(folder, "a", FOUNDING, timing, boot, now);
    }

    /** Returns how long a member abstains that starts now, and ends it. */
    private static long abstention(Path folder, BootInfo boot, QuorumTiming timing, long now) throws IOException {
        StateFolder.Opened opened = open(folder, boot, timing, now);
        opened.folder().close();
        return opened.start().abstainUntil() - now;
    }

    private long abstention() throws IOException {
        return abstention(folder, BOOT, TIMING, NOW);
    }

    @Test // QUORUM-7
    void restartInSameBootAndFolderKeepsPromisesAndVotesAtOnce() throws IOException {
        StateFolder.Opened again = open(folder, BOOT, TIMING, NOW);
        again.folder().close();
        assertThat(again.start().abstainUntil()).isEqualTo(NOW);
        assertThat(again.start().predecessorEnded()).isTrue();
        assertThat(again.saved().promises()).isEqualTo(Map.of("nightly", PROMISE, "hourly", PROMISE));
    }

    @Test // QUORUM-7
    void otherMachineAbstainsFromItsOwnStartWhateverItsUptime() throws IOException {
        StateFolder.Opened moved = open(folder, OTHER, TIMING, NOW);
        moved.folder().close();
        assertThat(moved.start().abstainUntil()).isEqualTo(NOW + LONGEST);
        assertThat(moved.start().predecessorEnded()).isFalse();
    }

    @Test // QUORUM-7
    void secondStartAfterRebootAbstainsAsLongAsFirst() throws IOException {
        assertThat(abstention(folder, OTHER, TIMING, NOW)).isEqualTo(LONGEST);
        long later = NOW + 1_000_000_000L;
        assertThat(abstention(folder, OTHER, TIMING, later)).isEqualTo(LONGEST - 1_000_000_000L);
        assertThat(abstention(folder, OTHER, TIMING, NOW + LONGEST)).isZero();
    }

    @Test // QUORUM-7
    void copyInAnotherFolderAbstains() throws IOException {
        Path copy = Files.createDirectory(temporary.resolve("copy"));
        for (Map.Entry<String, byte[]> file : files().entrySet()) {
            Files.write(copy.resolve(file.getKey()), file.getValue());
        }
        assertThat(abstention(copy, BOOT, TIMING, NOW)).isEqualTo(LONGEST);
    }

    /** A process that still holds the deleted lock may run, so the free lock in its place does not prove its end. */
    @Test // QUORUM-4, QUORUM-7
    void freeLockInPlaceOfADeletedOneProvesNoEnd() throws IOException {
        Files.move(
                Files.createFile(temporary.resolve("another")),
                folder.resolve("lock"),
                StandardCopyOption.REPLACE_EXISTING);
        StateFolder.Opened next = open(folder, BOOT, TIMING, NOW);
        next.folder().close();
        assertThat(next.start().predecessorEnded()).isFalse();
        assertThat(next.start().abstainUntil()).isEqualTo(NOW + LONGEST);
        assertThat(abstention(folder, BOOT, TIMING, NOW + LONGEST)).isZero();
    }

    @Test // QUORUM-7
    void promisesOfEarlierStartAreNotTakenForNewest() throws IOException {
        byte[] earlier = Files.readAllBytes(folder.resolve("promises"));
        assertThat(abstention()).isZero();
        Files.write(folder.resolve("promises"), earlier);
        assertThat(abstention()).isEqualTo(LONGEST);
    }

    @Test // QUORUM-7
    void damagedPromisesCountAsLost() throws IOException {
        damage("deleted", bytes -> new byte[0]);
        damage("zeroed", bytes -> new byte[bytes.length]);
        int second = PromiseFile.PAIR;
        damage("truncated to the description", bytes -> Arrays.copyOf(bytes, second));
        damage("record zeroed", bytes -> zeroed(bytes, second, 2 * second));
        damage("last record zeroed", bytes -> zeroed(bytes, 2 * second, 3 * second));
        damage("description zeroed", bytes -> zeroed(bytes, 0, second));
        for (int slot = 0; slot < 5; slot++) {
            int at = slot * SlotRecords.SLOT + SlotPair.HEAD + 5;
            damage("bit flipped in slot " + slot, bytes -> {
                bytes[at] ^= 4;
                return bytes;
            });
        }
    }

    private void damage(String how, UnaryOperator<byte[]> damage) throws IOException {
        Map<String, byte[]> before = files();
        Files.write(folder.resolve("promises"), damage.apply(Files.readAllBytes(folder.resolve("promises"))));
        assertThat(abstention()).as(how).isEqualTo(LONGEST);
        for (Map.Entry<String, byte[]> file : before.entrySet()) {
            Files.write(folder.resolve(file.getKey()), file.getValue());
        }
        assertThat(abstention()).isZero();
    }

    private static byte[] zeroed(byte[] bytes, int from, int to) {
        Arrays.fill(bytes, from, to, (byte) 0);
        return bytes;
    }

    private Map<String, byte[]> files() throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> listed = Files.list(folder)) {
            for (Path file : listed.toList()) {
                files.put(file.getFileName().toString(), Files.readAllBytes(file));
            }
        }
        return files;
    }

    @Test // QUORUM-7
    void abstainsForLongestPromiseEverAllowedNotForTheCurrentLease() throws IOException {
        QuorumTiming shorter = QuorumTiming.of(Duration.ofMillis(200), Duration.ofSeconds(2));
        assertThat(abstention(folder, OTHER, shorter, NOW)).isEqualTo(LONGEST);
        StateFolder.Opened opened = open(folder, OTHER, shorter, NOW + LONGEST);
        opened.folder().persistLongestPromise(shorter.longestLease().toNanos());
        opened.folder().close();
        assertThat(abstention(folder, BOOT, shorter, NOW))
                .isEqualTo(shorter.longestLease().toNanos());
    }
}
