package dev.baton.quorum;

import dev.baton.quorum.disk.CommandFile;
import dev.baton.quorum.disk.TenureCommand;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The newest command of each election that this member knows: the last one of the highest epoch. Used only by the
 * member's thread.
 */
final class KnownCommands {
    private final CommandFile file;
    private final Map<String, TenureCommand> newest;

    KnownCommands(CommandFile file) {
        this.file = file;
        this.newest = new HashMap<>(file.saved());
    }

    Optional<TenureCommand> newest(String election) {
        return Optional.ofNullable(newest.get(election));
    }

    /** Keeps a command, also over a restart, in place of an earlier one. Returns whether it is kept. */
    boolean keep(TenureCommand command) throws IOException {
        if (isOutdated(command)) {
            return false;
        }
        file.write(command);
        newest.put(command.election(), command);
        return true;
    }

    /** Remembers a command that a peer keeps, until this process ends. */
    void learn(TenureCommand command) {
        if (!isOutdated(command)) {
            newest.put(command.election(), command);
        }
    }

    private boolean isOutdated(TenureCommand command) {
        TenureCommand known = newest.get(command.election());
        return known != null && command.isBefore(known);
    }

    /**
     * Forgets this command. The file keeps it until the next one: after a restart, this member sees again that the
     * command has ended. So the end of a command costs no write.
     */
    void forget(TenureCommand command) {
        newest.remove(command.election(), command);
    }
}
