package dev.baton.postgres;

import dev.baton.spi.RunningCommand;
import dev.baton.support.sql.SqlQuery;
import dev.baton.support.text.Names;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The column with the running command of an election's last tenure. A successor changes the row only if the column is as
 * it was when it looked for that command. So a command is either seen by the successor, or not recorded.
 */
record CommandColumn(PostgresBackend backend, String election) {

    CommandColumn {
        Names.check("election", election);
    }

    /** Records a command if this process holds the claim. */
    CompletableFuture<Boolean> record(long epoch, RunningCommand command) {
        Optional<HeldLock> held = backend.heldLocks().find(election).filter(lock -> lock.epoch() == epoch && epoch > 0);
        if (held.isEmpty()) {
            return CompletableFuture.completedFuture(false);
        }
        HeldLock lock = held.get();
        return backend.control()
                .submitRetrying(connection -> SqlQuery.of(
                                connection,
                                EpochTable.RECORD_COMMAND,
                                command.text(),
                                election,
                                epoch,
                                lock.contender().instanceId(),
                                lock.livenessKey())
                        .hasRow());
    }

    /** Removes a command if it is the recorded one. */
    CompletableFuture<Void> clear(RunningCommand command) {
        return backend.control()
                .submitRetrying(
                        connection -> SqlQuery.of(connection, EpochTable.CLEAR_COMMAND, election, command.text())
                                .update())
                .thenAccept(changed -> {});
    }
}
