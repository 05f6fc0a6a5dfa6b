package dev.baton.etcd;

import dev.baton.etcd.gateway.KeyRange;
import dev.baton.spi.recipe.TenureRecords;
import dev.baton.support.text.EtcdElectionKeys;
import dev.baton.support.text.Names;
import java.util.Locale;
import java.util.Optional;

/**
 * The keys of all elections under one prefix.
 *
 * <p>{@code PREFIX/NAME/} has the keys of etcd's recipe and nothing else. No name begins with a dot, so what begins with
 * {@code PREFIX/.} belongs to Baton.
 */
record EtcdKeys(String prefix) {
    private static final String CANDIDATE = ".baton/candidate/";
    private static final String EPOCH = ".baton/epoch/";
    private static final String REQUEST = ".baton/request/";

    private String of(String rest) {
        return prefix + "/" + rest;
    }

    /** All keys. */
    KeyRange all() {
        return KeyRange.prefix(of(""));
    }

    /** Returns the keys in front of those that belong to Baton: elections whose names begin with a dash. */
    KeyRange electionsBefore() {
        return new KeyRange(of(""), of("."));
    }

    KeyRange electionsAfter() {
        return new KeyRange(of("/"), prefix + "0");
    }

    /** Everything that decides about leadership, except the candidates themselves. */
    KeyRange records() {
        return KeyRange.prefix(of(".baton/"));
    }

    private EtcdElectionKeys election(String name) {
        return new EtcdElectionKeys(prefix, name);
    }

    KeyRange candidates(String election) {
        return new KeyRange(election(election).candidates(), election(election).afterCandidates());
    }

    /** The key of a process in an election, as etcd's recipe names it. */
    String candidate(String election, EtcdLease lease) {
        return election(election).candidates() + lease.hex();
    }

    /** What a candidate of Baton adds to its key, under the same lease. */
    String candidateRecord(String election, String hex) {
        return of(CANDIDATE + election + "/" + hex);
    }

    KeyRange candidateRecords(String election) {
        return KeyRange.prefix(of(CANDIDATE + election + "/"));
    }

    /** The epoch of the last confirmed tenure. */
    String epoch(String election) {
        return election(election).epoch();
    }

    KeyRange epochs() {
        return KeyRange.prefix(of(EPOCH));
    }

    /** The difference between epochs and create revisions; absent for 0. */
    String offset(String election) {
        return of(".baton/offset/" + election);
    }

    /** The running command of a tenure. */
    String command(String election) {
        return of(".baton/command/" + election);
    }

    /** The instance that shall lead next, under a short lease. */
    String reservation(String election) {
        return of(".baton/reserved/" + election);
    }

    KeyRange reservations() {
        return KeyRange.prefix(of(".baton/reserved/"));
    }

    String request(String id) {
        return of(REQUEST + id);
    }

    boolean isRequest(String key) {
        return key.startsWith(of(REQUEST));
    }

    KeyRange history(String election) {
        return KeyRange.prefix(of(".history/" + election + "/"));
    }

    /** The begin of a tenure. */
    String tenure(String election, long epoch) {
        return of(".history/" + election + "/" + TenureRecords.name(epoch));
    }

    /** The end of a tenure, after its begin in the order of keys. */
    String tenureEnd(String election, long epoch) {
        return of(".history/" + election + "/" + TenureRecords.endName(epoch));
    }

    KeyRange roster() {
        return KeyRange.prefix(of(".roster/"));
    }

    /** The width keeps the order of keys that of the parts. */
    String rosterPart(EtcdLease lease, int part) {
        return of(".roster/" + lease.hex() + "/" + String.format(Locale.ROOT, "%05d", part));
    }

    KeyRange rosterPartsFrom(EtcdLease lease, int part) {
        return new KeyRange(rosterPart(lease, part), of(".roster/" + lease.hex() + "0"));
    }

    KeyRange heartbeats() {
        return KeyRange.prefix(of(".alive/"));
    }

    String heartbeat(EtcdLease lease) {
        return of(".alive/" + lease.hex());
    }

    KeyRange prioritised() {
        return KeyRange.prefix(of(".prioritised/"));
    }

    String prioritised(EtcdLease lease) {
        return of(".prioritised/" + lease.hex());
    }

    String scratch(String id) {
        return of(".scratch/" + id);
    }

    /** Returns the last part of a key. */
    static String lastPart(String key) {
        return key.substring(key.lastIndexOf('/') + 1);
    }

    /** Returns the election that a key belongs to; empty if it belongs to none. */
    Optional<String> electionOf(String key) {
        String[] parts =
                key.substring(Math.min(key.length(), prefix.length() + 1)).split("/", 4);
        String name = parts.length > 1 && !parts[0].startsWith(".")
                ? parts[0]
                : parts.length > 2 && parts[0].equals(".baton") && !isRequest(key)
                        ? parts[2]
                        : parts.length > 2 && parts[0].equals(".history") ? parts[1] : "";
        return Optional.of(name).filter(Names::isName);
    }
}
