package dev.baton.zookeeper;

import dev.baton.spi.recipe.TenureRecords;
import dev.baton.support.text.Names;
import dev.baton.support.text.ZkElectionPaths;
import java.util.List;
import java.util.Optional;

/**
 * The nodes of all elections under one path.
 *
 * <p>{@code PATH/NAME} has the nodes of Curator's recipe and nothing else. No name begins with a dot, so what begins with
 * {@code PATH/.} belongs to Baton. What every process writes all the time is under {@code PATH/.live}, which nobody watches.
 */
record ZkPaths(String root) {
    private static final String REQUESTS = "/.baton/request";

    /** Parents that every process needs. */
    List<String> parents() {
        return List.of(
                root + "/.live/session",
                root + "/.live/alive",
                root + "/.live/roster",
                root + "/.live/prioritised",
                epochs(),
                root + "/.baton/offset",
                root + "/.baton/command",
                root + "/.baton/reserved",
                requests());
    }

    /** All records of Baton that decide about leadership. */
    String records() {
        return root + "/.baton";
    }

    String candidates(String election) {
        return new ZkElectionPaths(root, election).candidates();
    }

    String candidate(String election, String name) {
        return candidates(election) + "/" + name;
    }

    String candidateRecords(String election) {
        return root + "/.baton/candidate/" + election;
    }

    String candidateRecord(String election, CandidateNode own) {
        return candidateRecords(election) + "/" + own.record();
    }

    String epochs() {
        return root + "/.baton/epoch";
    }

    /** The epoch of the last confirmed tenure. */
    String epoch(String election) {
        return new ZkElectionPaths(root, election).epoch();
    }

    /** The difference between epochs and the transactions that created nodes; absent for 0. */
    String offset(String election) {
        return root + "/.baton/offset/" + election;
    }

    /** The running command of a tenure. */
    String command(String election) {
        return root + "/.baton/command/" + election;
    }

    /** The instance that shall lead next. */
    String reservation(String election) {
        return root + "/.baton/reserved/" + election;
    }

    boolean isReservation(String path) {
        return path.startsWith(root + "/.baton/reserved/");
    }

    String requests() {
        return root + REQUESTS;
    }

    boolean isRequest(String path) {
        return path.startsWith(requests() + "/");
    }

    String history(String election) {
        return root + "/.history/" + election;
    }

    String tenure(String election, long epoch) {
        return history(election) + "/" + TenureRecords.name(epoch);
    }

    String tenureEnd(String election, long epoch) {
        return history(election) + "/" + TenureRecords.endName(epoch);
    }

    String session(ZkLink link) {
        return root + "/.live/session/" + link.hex();
    }

    String heartbeats() {
        return root + "/.live/alive";
    }

    String roster() {
        return root + "/.live/roster";
    }

    String prioritised() {
        return root + "/.live/prioritised";
    }

    String scratch(String id) {
        return root + "/.live/session/scratch-" + id;
    }

    /** Returns the last part of a path. */
    static String lastPart(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** Returns the election that a path belongs to; empty if it belongs to none. */
    Optional<String> electionOf(String path) {
        String[] parts =
                path.substring(Math.min(path.length(), root.length() + 1)).split("/", 4);
        String name = !parts[0].startsWith(".")
                ? parts[0]
                : parts.length > 2 && parts[0].equals(".baton") && !isRequest(path) ? parts[2] : "";
        return Optional.of(name).filter(Names::isName);
    }

    /** Returns whether the path is that of a candidate. */
    boolean isCandidate(String path) {
        return !path.startsWith(root + "/.") && path.indexOf('/', root.length() + 1) > 0;
    }
}
