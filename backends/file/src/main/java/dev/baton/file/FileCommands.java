package dev.baton.file;

import dev.baton.file.disk.CriticalSection;
import dev.baton.file.record.EpochState;
import dev.baton.file.record.LockRecord;
import dev.baton.spi.RunningCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The running command of a tenure, stored beside its epoch under the locks of the election. */
record FileCommands(OperationContext context) {

    /** Records the command durably, if the claim is still the one in the store; false otherwise. */
    boolean record(String election, HeldClaim held, RunningCommand command) throws IOException {
        try (CriticalSection section = context.enter(election, context.timeout())) {
            if (!context.claims().contains(election, held) || !isClaimed(section, held)) {
                return false;
            }
            @Nullable EpochState state = section.epochState().orElse(null);
            if (state != null && !held.isTenureOf(state)) {
                return false;
            }
            EpochState known = state == null ? EpochState.of(held.epoch(), 0, held.owner()) : state;
            section.writeEpoch(known.withCommand(Optional.of(command)));
            section.makeEpochDurable();
            held.command().set(Optional.of(command));
            return true;
        }
    }

    /** A lost record is no other holder: the next renewal restores it. */
    private static boolean isClaimed(CriticalSection section, HeldClaim held) throws IOException {
        return LockRecord.read(section.recordBytes())
                .map(record -> record.owner().isSameAs(held.owner()) && record.epoch() == held.epoch())
                .orElse(true);
    }

    /** Removes the command from the election, if it is still recorded there. Creates nothing. */
    void clear(String election, RunningCommand command) throws IOException {
        context.layout().requireOwnForClaims();
        if (!Files.exists(context.layout().epoch(election), LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (CriticalSection section = context.enter(election, context.timeout())) {
            Optional<EpochState> state = section.epochState()
                    .filter(found -> found.command().filter(command::equals).isPresent());
            if (state.isPresent()) {
                section.writeEpoch(state.get().withCommand(Optional.empty()));
            }
            context.claims().of(election).ifPresent(held -> held.forget(command));
        }
    }
}
