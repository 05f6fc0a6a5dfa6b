package dev.baton.kubernetes;

import dev.baton.kubernetes.api.KubeException;
import dev.baton.kubernetes.api.KubeObject;
import dev.baton.spi.RunningCommand;
import dev.baton.spi.recipe.CommandRecord;
import java.util.Map;
import java.util.Optional;

/** Writes the running command of a tenure into an annotation of the Lease, where a release does not remove it. */
record LeaseCommands(KubernetesContext context) {
    private static final int ROUNDS = 8;

    /** Records a command of the tenure, and returns false if this process does not hold the claim any more. */
    boolean record(String election, long epoch, RunningCommand command) {
        for (int round = 0; round < ROUNDS; round++) {
            Optional<HeldTenure> held = context.held().of(election).filter(one -> one.epoch() == epoch);
            Optional<ElectionLease> lease = held.isEmpty()
                    ? Optional.empty()
                    : context.lease(election).filter(found -> found.isHeldBy(held.get()));
            if (lease.isEmpty()) {
                return false;
            }
            String text =
                    new CommandRecord(command, epoch, held.get().contender().instanceId()).text();
            Optional<KubeObject> written = write(lease.get(), text);
            if (written.isPresent()) {
                context.held().written(election, held.get(), written.get());
                return true;
            }
        }
        throw context.conflict(election, "during every attempt to record its command");
    }

    /** Removes the command, if it is the recorded one. */
    void clear(String election, RunningCommand command) {
        for (int round = 0; round < ROUNDS; round++) {
            Optional<ElectionLease> lease = context.lease(election)
                    .filter(found -> found.command()
                            .filter(recorded -> recorded.command().equals(command))
                            .isPresent());
            if (lease.isEmpty() || write(lease.get(), "").isPresent()) {
                return;
            }
        }
        throw context.conflict(election, "during every attempt to remove its command");
    }

    /** Returns empty if the Lease has changed. */
    private Optional<KubeObject> write(ElectionLease lease, String command) {
        try {
            return Optional.of(context.api().replace(lease.object().withAnnotations(Map.of(Marks.COMMAND, command))));
        } catch (KubeException failed) {
            if (failed.isConflict()) {
                return Optional.empty();
            }
            throw failed;
        }
    }
}
