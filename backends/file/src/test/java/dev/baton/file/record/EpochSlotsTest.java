package dev.baton.file.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.spi.RunningCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

class EpochSlotsTest {
    private static final Path PATH = Path.of("epochs", "nightly");
    private static final ClaimOwner OWNER = new ClaimOwner("me", 1, 2, "boot", 3, "1-2-abc");

    /** The checksum is eight digits before this offset. */
    private static final int CHECKED_FROM = 16;

    private static final RunningCommand COMMAND = new RunningCommand("b0-07", 3, 4, 5);

    private static byte[] file(byte[] first, byte[] second) {
        byte[] file = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, file, first.length, second.length);
        return file;
    }

    @Test // FENCE-1
    void decodesEncodedState() throws IOException {
        EpochState state = new EpochState(
                7,
                9,
                OWNER,
                true,
                Optional.of(new EpochState.Reservation("next", 1_000)),
                Optional.of(COMMAND),
                Map.of("of a later version", List.of(1L)));
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
    void neverOverwritesNewestState() throws IOException {
        EpochState newest = EpochState.of(7, 3, OWNER);
        assertThat(EpochSlots.read(EpochSlots.encode(newest), PATH).freeOffset())
                .isEqualTo(EpochSlots.SLOT_BYTES);
        byte[] two = file(EpochSlots.encode(EpochState.of(6, 2, OWNER)), EpochSlots.encode(newest));
        assertThat(EpochSlots.read(two, PATH).freeOffset()).isZero();
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
    void intactSlotThatCannotBeReadIsNotTakenForMissing() {
        byte[] known = EpochSlots.encode(EpochState.of(7, 3, OWNER));
        byte[] unknown = EpochSlots.encode(EpochState.of(8, 4, OWNER));
        String later = new String(unknown, StandardCharsets.US_ASCII).replace("\"pid\":1", "\"pid\":x");
        System.arraycopy(later.getBytes(StandardCharsets.US_ASCII), 0, unknown, 0, unknown.length);
        CRC32 crc = new CRC32();
        crc.update(unknown, CHECKED_FROM, unknown.length - CHECKED_FROM);
        byte[] digits = HexFormat.of().toHexDigits((int) crc.getValue()).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(digits, 0, unknown, CHECKED_FROM - digits.length, digits.length);
        for (byte[] file : List.of(file(known, unknown), file(unknown, known))) {
            assertThatThrownBy(() -> EpochSlots.newest(file, PATH))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("epochs/nightly has a record that this version cannot read");
        }
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
                Optional.of(new EpochState.Reservation("y".repeat(128), Long.MAX_VALUE)),
                Optional.of(new RunningCommand(
                        "b".repeat(36),
                        999_999_999_999_999_999L,
                        999_999_999,
                        999_999_999_999_999_999L,
                        999_999_999_999_999_999L)),
                Map.of());
        assertThat(EpochSlots.newest(EpochSlots.encode(state), PATH)).contains(state);
    }

    @Test // FENCE-1, FILE-8
    void everyChangeKeepsUnknownFieldsAndACommandThatMayStillRun() {
        Map<String, Object> unknown = Map.of("later", true);
        EpochState state =
                new EpochState(7, 9, OWNER, false, Optional.empty(), Optional.of(COMMAND), Map.copyOf(unknown));
        for (EpochState changed : List.of(
                state.ended(Optional.empty()),
                state.ended(Optional.empty()).restored(),
                state.withCommand(Optional.of(COMMAND)),
                state.next(8, OWNER))) {
            assertThat(changed.command()).contains(COMMAND);
            assertThat(changed.others()).isEqualTo(unknown);
            assertThat(changed.seq()).isGreaterThan(state.seq());
        }
        RunningCommand own = RunningCommand.ofPid(ProcessHandle.current().pid()).orElseThrow();
        RunningCommand ended = new RunningCommand(own.bootId(), own.pidNamespace(), own.pid(), own.startTime() + 1);
        assertThat(state.withCommand(Optional.of(ended)).next(8, OWNER).command())
                .isEmpty();
    }

    @Test // FILE-8
    void keepsACommandInAFormOfALaterVersion() throws IOException {
        EpochState later = new EpochState(
                7, 9, OWNER, false, Optional.empty(), Optional.empty(), Map.of("command", "2 some other form"));
        EpochState read =
                EpochSlots.newest(EpochSlots.encode(later), PATH).orElseThrow().ended(Optional.empty());
        assertThat(read.command()).isEmpty();
        assertThat(new String(EpochSlots.encode(read), StandardCharsets.UTF_8)).contains("2 some other form");
    }

    @Test // FENCE-1
    void refusesRecordThatDoesNotFitOrOverflowed() {
        EpochState large = new EpochState(
                7, 9, OWNER, false, Optional.empty(), Optional.empty(), Map.of("note", "x".repeat(1_000)));
        assertThatThrownBy(() -> EpochSlots.encode(large)).hasMessageContaining("a slot has 1024");
        assertThatThrownBy(() -> EpochSlots.encode(
                        EpochState.of(7, Long.MAX_VALUE, OWNER).ended(Optional.empty())))
                .hasMessageContaining("cannot follow the last one");
    }
}
