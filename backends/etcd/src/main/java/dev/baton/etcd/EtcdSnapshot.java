package dev.baton.etcd;

import dev.baton.etcd.gateway.KeyValue;
import dev.baton.spi.recipe.CommandRecord;
import dev.baton.spi.recipe.OptionalEpoch;
import dev.baton.spi.recipe.QueueEntry;
import dev.baton.support.text.Names;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The keys of one election at one revision.
 *
 * @param candidates the keys of etcd's recipe, the lowest create revision first
 * @param records what candidates of Baton added, by the last part of the key
 */
record EtcdSnapshot(
        List<KeyValue> candidates,
        Map<String, KeyValue> records,
        Optional<KeyValue> epochKey,
        Optional<KeyValue> offsetKey,
        Optional<KeyValue> commandKey,
        Optional<KeyValue> reservation) {

    static EtcdSnapshot of(
            List<KeyValue> candidates,
            List<KeyValue> records,
            Optional<KeyValue> epoch,
            Optional<KeyValue> offset,
            Optional<KeyValue> command,
            Optional<KeyValue> reservation) {
        return new EtcdSnapshot(
                candidates.stream()
                        .sorted(Comparator.comparingLong(KeyValue::createRevision))
                        .toList(),
                records.stream()
                        .collect(Collectors.toMap(entry -> EtcdKeys.lastPart(entry.key()), Function.identity())),
                epoch,
                offset,
                command,
                reservation);
    }

    Optional<KeyValue> lowest() {
        return candidates.stream().findFirst();
    }

    Optional<KeyValue> keyOf(EtcdLease lease) {
        return candidates.stream()
                .filter(entry -> EtcdKeys.lastPart(entry.key()).equals(lease.hex()))
                .findFirst();
    }

    /** Returns what a candidate of Baton added to its key; empty for another program. */
    Optional<CandidateRecord> recordOf(KeyValue candidate) {
        return recordOf(EtcdKeys.lastPart(candidate.key()));
    }

    Optional<CandidateRecord> recordOf(String hex) {
        return Optional.ofNullable(records.get(hex)).flatMap(entry -> CandidateRecord.read(entry.value()));
    }

    /** Returns the revision of what this process added; 0 for none. */
    long recordRevision(EtcdLease lease) {
        return Optional.ofNullable(records.get(lease.hex()))
                .map(KeyValue::modRevision)
                .orElse(0L);
    }

    static OptionalEpoch number(Optional<KeyValue> entry) {
        return entry.map(found -> OptionalEpoch.parse(found.value())).orElse(OptionalEpoch.NONE);
    }

    /** Returns the epoch of the last confirmed tenure; 0 for none, or if it is unreadable. */
    long epoch() {
        return number(epochKey).orZero();
    }

    long offset() {
        return number(offsetKey).orZero();
    }

    Optional<CommandRecord> command() {
        return commandKey.flatMap(entry -> CommandRecord.read(entry.value()));
    }

    /** Returns the instance that shall lead next, if that is not the given one. */
    Optional<String> reservedForOther(String instanceId) {
        return reservation.map(KeyValue::value).filter(Names::isName).filter(name -> !name.equals(instanceId));
    }

    /**
     * Returns whether the candidate leads: it is the lowest, and if it is one of Baton, its tenure is confirmed. Another
     * program confirms nothing.
     */
    boolean isLeader(KeyValue candidate) {
        return lowest().filter(candidate::equals).isPresent()
                && (recordOf(candidate).isEmpty() || epoch() - offset() == candidate.createRevision());
    }

    Optional<KeyValue> leader() {
        return lowest().filter(this::isLeader);
    }

    /** Returns the epoch of a leader. */
    long epochOf(KeyValue leader) {
        return leader.createRevision() + offset();
    }

    /** Returns the candidates in the order in which they lead. */
    List<QueueEntry> queue() {
        return candidates.stream()
                .map(entry -> new QueueEntry(shown(entry), recordOf(entry).isPresent()))
                .toList();
    }

    /** Returns whether another candidate of Baton with a higher priority is in the queue. */
    boolean isOutranked(KeyValue own) {
        int priority = recordOf(own).map(CandidateRecord::priority).orElse(0);
        return candidates.stream()
                .filter(other -> !other.equals(own))
                .flatMap(other -> recordOf(other).stream())
                .anyMatch(other -> !other.candidate().isEmpty() && other.priority() > priority);
    }

    /** Returns the name of a candidate for people: the value of a foreign key can be anything. */
    static String shown(KeyValue candidate) {
        String value = candidate.value();
        return Names.isName(value) ? value : "(foreign candidate " + EtcdKeys.lastPart(candidate.key()) + ")";
    }
}
