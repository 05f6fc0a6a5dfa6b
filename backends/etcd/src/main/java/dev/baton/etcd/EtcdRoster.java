package dev.baton.etcd;

import dev.baton.InstanceStatus;
import dev.baton.etcd.gateway.EtcdException;
import dev.baton.etcd.gateway.KeyRange;
import dev.baton.etcd.gateway.KeyValue;
import dev.baton.etcd.gateway.Operation;
import dev.baton.etcd.gateway.Transaction;
import dev.baton.spi.Roster;
import dev.baton.spi.StatusJson;
import dev.baton.spi.TransferRequest;
import dev.baton.spi.recipe.StatusPages;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The roster: keys under the lease of each process, which vanish with it. The statuses are written only if they changed;
 * the time of the last publication is a small key of its own, so that ten thousand idle candidates cost one small write.
 */
final class EtcdRoster implements Roster {
    private static final int KEYS_PER_REQUEST = 2;
    private static final long REQUEST_SECONDS = 10;

    private final EtcdContext context;
    private Optional<Published> published = Optional.empty();

    /** @param content the statuses without their times */
    private record Published(EtcdLease lease, List<InstanceStatus> content) {}

    EtcdRoster(EtcdContext context) {
        this.context = context;
    }

    @Override
    public CompletionStage<Void> announce(List<InstanceStatus> statuses) {
        return context.threads().read(() -> publish(statuses)).thenAccept(done -> {});
    }

    private boolean publish(List<InstanceStatus> statuses) {
        if (statuses.isEmpty() && published.isEmpty()) {
            return true;
        }
        EtcdLease lease = context.session().open();
        try {
            Published next = new Published(lease, StatusPages.withoutTimes(statuses));
            if (!published.equals(Optional.of(next))) {
                write(lease, statuses);
                published = Optional.of(next);
            }
            apply(List.of(Operation.put(
                    context.keys().heartbeat(lease), StatusJson.time(StatusPages.latest(statuses)), lease.id())));
        } catch (EtcdException failed) {
            if (failed.isLeaseGone()) {
                context.session().end(lease);
            }
            throw failed;
        }
        return true;
    }

    /** Overwrites the keys and deletes only those that are left over, so that nobody reads a roster without us. */
    private void write(EtcdLease lease, List<InstanceStatus> statuses) {
        List<InstanceStatus> prioritised =
                statuses.stream().filter(status -> status.priority() > 0).toList();
        EtcdKeys keys = context.keys();
        List<Operation> operations = new ArrayList<>();
        operations.add(
                prioritised.isEmpty()
                        ? Operation.delete(KeyRange.of(keys.prioritised(lease)))
                        : Operation.put(
                                keys.prioritised(lease), String.join("\n", StatusPages.of(prioritised)), lease.id()));
        int part = 0;
        for (String page : StatusPages.of(statuses)) {
            operations.add(Operation.put(keys.rosterPart(lease, part++), page, lease.id()));
            if (part % KEYS_PER_REQUEST == 0) {
                apply(operations);
                operations.clear();
            }
        }
        operations.add(Operation.delete(keys.rosterPartsFrom(lease, part)));
        apply(operations);
    }

    private void apply(List<Operation> operations) {
        context.gateway().apply(new Transaction(List.of(), operations, List.of()));
    }

    @Override
    public CompletionStage<List<InstanceStatus>> list(String election) {
        return list(Set.of(election));
    }

    @Override
    public CompletionStage<List<InstanceStatus>> list(Set<String> elections) {
        return context.threads()
                .read(() -> read(context.keys().roster(), 2).stream()
                        .filter(status -> elections.contains(status.election()))
                        .toList());
    }

    @Override
    public CompletionStage<List<InstanceStatus>> prioritised() {
        return context.threads().read(() -> read(context.keys().prioritised(), 1));
    }

    /**
     * Reads statuses with the time of the last publication of their process.
     *
     * @param hexPart where the process is in the key, from the end
     */
    private List<InstanceStatus> read(KeyRange range, int hexPart) {
        List<List<KeyValue>> found = context.gateway()
                .read(Operation.read(range), Operation.read(context.keys().heartbeats()))
                .reads();
        Map<String, KeyValue> heartbeats = found.get(1).stream()
                .collect(Collectors.toMap(entry -> EtcdKeys.lastPart(entry.key()), Function.identity()));
        List<InstanceStatus> statuses = new ArrayList<>();
        for (KeyValue entry : found.get(0)) {
            String[] parts = entry.key().split("/", -1);
            Optional<Instant> time = Optional.ofNullable(heartbeats.get(parts[parts.length - hexPart]))
                    .flatMap(heartbeat -> StatusPages.time(heartbeat.value()));
            statuses.addAll(StatusPages.read(entry.value(), time));
        }
        return statuses;
    }

    /** Sends the request under a lease of its own, so that etcd forgets it. */
    @Override
    public CompletionStage<Void> send(TransferRequest request) {
        return context.threads()
                .read(() -> {
                    long lease = context.gateway().grant(REQUEST_SECONDS).number("ID");
                    apply(List.of(Operation.put(
                            context.keys().request(request.requestId()), StatusJson.write(request), lease)));
                    return true;
                })
                .thenAccept(done -> {});
    }
}
