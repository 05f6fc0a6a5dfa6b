package dev.baton.lab.faults;

import dev.baton.lab.LabProcess;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** A running process of a member. */
final class MemberUnderFault implements AutoCloseable {
    private static final long ANSWER_SECONDS = 30;

    /**
     * What a member says about itself.
     *
     * @param reached how many members it is connected to, including itself
     * @param epoch the epoch in which it leads; 0 if it does not
     * @param refused how many introductions of peers it has refused
     */
    record Status(boolean votes, int reached, long epoch, long refused) {}

    private final LabProcess process;
    private boolean frozen;

    MemberUnderFault(LabProcess process) {
        this.process = process;
    }

    /** Returns nothing if the process is frozen or has ended. */
    Optional<Status> status() throws Exception {
        if (frozen) {
            return Optional.empty();
        }
        process.send("?");
        try {
            return process.await("status", ANSWER_SECONDS).map(MemberUnderFault::status);
        } catch (IOException ended) {
            return Optional.empty();
        }
    }

    private static Status status(List<String> words) {
        return new Status(
                Boolean.parseBoolean(words.get(0)),
                Integer.parseInt(words.get(1)),
                Long.parseLong(words.get(2)),
                Long.parseLong(words.get(3)));
    }

    /** Requests a change of the members; returns whether it was made. */
    boolean change(String command) throws Exception {
        process.send(command);
        for (var reply = process.next(ANSWER_SECONDS); reply.isPresent(); reply = process.next(ANSWER_SECONDS)) {
            String word = reply.get().get(0);
            if (word.equals("changed") || word.equals("refused")) {
                return word.equals("changed");
            }
        }
        return false;
    }

    void transferTo(String id) {
        process.send("transfer " + id);
    }

    void kill() {
        process.kill();
        process.awaitEnd();
    }

    void freeze() throws IOException {
        process.signal("STOP");
        frozen = true;
    }

    void thaw() throws IOException {
        process.signal("CONT");
        frozen = false;
    }

    /** Stops the process in an orderly way. */
    @Override
    public void close() {
        process.close();
    }
}
