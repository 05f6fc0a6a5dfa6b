package dev.baton.zookeeper;

import dev.baton.spi.RunningCommand;
import dev.baton.spi.recipe.CommandRecord;
import dev.baton.spi.recipe.Seat;
import java.util.List;
import java.util.Optional;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Op;

/** Writes the running command of a tenure into a node of its own, which survives the tenure. */
record ZkCommandRecords(ZkContext context) {

    /** Records a command of the tenure, and returns false if this process does not hold the claim any more. */
    boolean record(String election, long epoch, RunningCommand command) {
        Optional<Seat<ZkContender, CandidateNode>> seat =
                context.seats().of(election).filter(one -> one.isLeading(epoch));
        Optional<ZkLink> link = context.session().link();
        if (seat.isEmpty() || link.isEmpty()) {
            return false;
        }
        ZkRequests requests = link.get().requests();
        String path = context.paths().command(election);
        String text = new CommandRecord(command, epoch, seat.get().contender().instanceId()).text();
        Op write = requests.get(requests.read(path))
                .map(old -> Op.setData(path, ZkRequests.bytes(text), old.version()))
                .orElseGet(() -> requests.create(path, text, CreateMode.PERSISTENT));
        try {
            requests.apply(List.of(
                    Op.check(
                            context.paths().candidate(election, seat.get().key().name()), -1),
                    Op.check(context.paths().epoch(election), seat.get().key().epochVersion()),
                    write));
            return true;
        } catch (ZkException failed) {
            context.session().endIfGone(link.get(), failed);
            if (failed.isConflict() || failed.isSessionGone()) {
                return false;
            }
            throw failed;
        }
    }

    /** Removes the command, if it is the recorded one. */
    void clear(String election, RunningCommand command) {
        ZkRequests requests = context.session().open().requests();
        requests.get(requests.read(context.paths().command(election)))
                .filter(node -> CommandRecord.read(node.text())
                        .filter(record -> record.command().equals(command))
                        .isPresent())
                .ifPresent(node -> delete(requests, node));
    }

    private static void delete(ZkRequests requests, ZkNode node) {
        try {
            requests.apply(List.of(Op.delete(node.path(), node.version())));
        } catch (ZkException failed) {
            // If another command was recorded in between, nothing is deleted.
            if (!failed.isConflict()) {
                throw failed;
            }
        }
    }
}
