package dev.baton.file;

import dev.baton.file.record.ClaimOwner;
import dev.baton.file.record.EpochState;
import dev.baton.spi.RunningCommand;
import dev.baton.spi.StatusJson;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A claim held by this process. While the file contains exactly the last line that this process wrote, the claim is
 * valid, and a renewal only rewrites the time. Thread-safe.
 *
 * @param withdrawalsBefore the withdrawals of the candidate before the attempt that acquired this claim
 * @param command the recorded command of the tenure, for an epoch file that has to be restored
 */
record HeldClaim(
        FileContender contender,
        ClaimOwner owner,
        long epoch,
        long withdrawalsBefore,
        AtomicReference<byte[]> lastLine,
        AtomicReference<Optional<RunningCommand>> command) {
    private static final String KEY = "\"claimed_at\":\"";

    static HeldClaim of(FileContender contender, ClaimOwner owner, long epoch, byte[] line) {
        return new HeldClaim(
                contender,
                owner,
                epoch,
                contender.withdrawalsBeforeAttempt(),
                new AtomicReference<>(line),
                new AtomicReference<>(Optional.empty()));
    }

    /** Returns whether this is the epoch of the claim; true if it is empty. */
    boolean hasEpoch(Optional<Long> expected) {
        return expected.map(value -> value == epoch).orElse(true);
    }

    /** Returns whether the store says that this tenure goes on. */
    boolean isTenureOf(EpochState state) {
        return state.epoch() == epoch && !state.released() && state.holder().isSameAs(owner);
    }

    /** Returns the epoch record of this tenure for a store that lost it. */
    EpochState lostState() {
        return EpochState.of(epoch, 0, owner).withCommand(Objects.requireNonNull(command.get()));
    }

    void forget(RunningCommand ended) {
        command.updateAndGet(known -> known.filter(ended::equals).isPresent() ? Optional.empty() : known);
    }

    boolean matches(byte[] bytes) {
        return Arrays.equals(lastLine.get(), bytes);
    }

    /** Returns the last line with another time. All times have the same length. */
    byte[] stamped(Instant at) {
        byte[] stamped = Objects.requireNonNull(lastLine.get()).clone();
        byte[] time = StatusJson.time(at).getBytes(StandardCharsets.US_ASCII);
        int keyAt = new String(stamped, StandardCharsets.ISO_8859_1).indexOf(KEY);
        System.arraycopy(time, 0, stamped, keyAt + KEY.length(), time.length);
        return stamped;
    }
}
