package dev.baton.file.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EpochSlotsTest {
    private static final Path PATH = Path.of("epochs", "nightly");
    private static final ClaimOwner OWNER = new ClaimOwner("me", 1, 2, "boot", 3, "1-2-abc");

    private static byte[] file(byte[] first, byte[] second) {
        byte[] file = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, file, first.length, second.length);
        return file;
    }

    @Test // FENCE-1
    void decodesEncodedState() throws IOException {
        EpochState state = new EpochState(7, 9, OWNER, true, Optional.of(new EpochState.Reservation("next", 1_000)));
        assertThat(EpochSlots.newest(EpochSlots.encode(state), PATH)).contains(state);
    }

    @Test // FENCE-1
    void returnsNewerSlotInEitherPosition() throws IOException {
        byte[] older = EpochSlots.encode(EpochState.of(7, 3, OWNER));
        byte[] newer = EpochSlots.encode(EpochState.of(7, 4, OWNER));
        assertThat(EpochSlots.newest(file(older, newer), PATH).orElseThrow().seq())
                .isEqualTo(4);
        assertThat(EpochSlots.newest(file(newer, older), PATH).orElseThrow().seq())
                .isEqualTo(4);
    }

    @Test // FENCE-1
    void neverOverwritesNewestState() {
        EpochState newest = EpochState.of(7, 3, OWNER);
        assertThat(EpochSlots.offsetFor(EpochSlots.encode(newest), newest)).isEqualTo(EpochSlots.SLOT_BYTES);
        byte[] two = file(EpochSlots.encode(EpochState.of(6, 2, OWNER)), EpochSlots.encode(newest));
        assertThat(EpochSlots.offsetFor(two, newest)).isZero();
    }

    @Test // FENCE-1
    void returnsOtherSlotAfterIncompleteWrite() throws IOException {
        byte[] file =
                file(EpochSlots.encode(EpochState.of(7, 3, OWNER)), EpochSlots.encode(EpochState.of(8, 4, OWNER)));
        for (int cut = EpochSlots.SLOT_BYTES; cut < file.length; cut += 97) {
            byte[] torn = Arrays.copyOf(Arrays.copyOf(file, cut), file.length);
            assertThat(EpochSlots.newest(torn, PATH).orElseThrow().epoch()).isEqualTo(7);
        }
    }

    @Test // FENCE-1
    void detectsEveryFlippedBit() throws IOException {
        byte[] first = EpochSlots.encode(EpochState.of(7, 3, OWNER));
        byte[] second = EpochSlots.encode(EpochState.of(8, 4, OWNER));
        for (int at = 0; at < EpochSlots.SLOT_BYTES; at++) {
            byte[] damaged = second.clone();
            damaged[at] ^= 1;
            assertThat(EpochSlots.newest(file(first, damaged), PATH)
                            .orElseThrow()
                            .epoch())
                    .as("byte %d", at)
                    .isEqualTo(7);
        }
    }

    @Test // FENCE-1
    void refusesFileWithoutIntactSlot() {
        assertThatThrownBy(() -> EpochSlots.newest(new byte[] {1, 2, 3}, PATH))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("epochs/nightly")
                .hasMessageContaining("nothing was changed")
                .hasMessageContaining("docs/reference/file-lock.md");
    }

    @Test // FENCE-1
    void returnsNothingForEmptyOrZeroedFile() throws IOException {
        assertThat(EpochSlots.newest(new byte[0], PATH)).isEmpty();
        assertThat(EpochSlots.newest(new byte[2 * EpochSlots.SLOT_BYTES], PATH)).isEmpty();
    }

    @Test // FENCE-1
    void longestNamesFitIntoSlot() throws IOException {
        ClaimOwner longest = new ClaimOwner(
                "x".repeat(128), Long.MAX_VALUE, Long.MAX_VALUE, "b".repeat(36), Long.MAX_VALUE, "p".repeat(60));
        EpochState state = new EpochState(
                Long.MAX_VALUE,
                Long.MAX_VALUE,
                longest,
                false,
                Optional.of(new EpochState.Reservation("y".repeat(128), Long.MAX_VALUE)));
        assertThat(EpochSlots.newest(EpochSlots.encode(state), PATH)).contains(state);
    }
}
