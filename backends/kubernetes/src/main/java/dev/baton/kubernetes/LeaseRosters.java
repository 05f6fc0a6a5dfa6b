package dev.baton.kubernetes;

import dev.baton.InstanceStatus;
import dev.baton.kubernetes.api.KubeException;
import dev.baton.kubernetes.api.KubeObject;
import dev.baton.kubernetes.api.KubeSelection;
import dev.baton.spi.Roster;
import dev.baton.spi.StatusJson;
import dev.baton.spi.TransferRequest;
import dev.baton.support.json.Json;
import dev.baton.support.time.UnchangedTimer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * The roster: Leases of each process, with its statuses in an annotation, and one for each transfer request. Never the
 * Lease of an election: many writes there would make the renewals of its leader fail.
 */
final class LeaseRosters implements Roster {
    static final String KIND = "roster";
    static final String REQUEST_KIND = "request";

    private static final String SELECTOR = Marks.KIND + "=" + KIND;
    /** The annotations of one object may have 256 KiB. */
    private static final int STATUSES_PER_LEASE = 400;
    /** How much the clock of a process may be wrong before a reader that has just started ignores its statuses. */
    private static final Duration MOST_SKEW = Duration.ofMinutes(1);

    private static final Duration REQUEST_KEPT = Duration.ofSeconds(10);

    private final KubernetesContext context;
    private final String process = UUID.randomUUID().toString();
    private final UnchangedTimer<String, String> timers = new UnchangedTimer<>();
    private final Optional<Map<String, ?>> owner;
    private final List<KubeObject> published = new ArrayList<>();
    private boolean unused;

    /** @param owner the pod of this process, with which its Leases are deleted */
    LeaseRosters(KubernetesContext context, Optional<Map<String, ?>> owner) {
        this.context = context;
        this.owner = owner;
    }

    @Override
    public CompletionStage<Void> announce(List<InstanceStatus> statuses) {
        return context.threads().read(() -> publish(statuses)).thenAccept(done -> {});
    }

    private boolean publish(List<InstanceStatus> statuses) {
        if (unused || (published.isEmpty() && !isListable())) {
            return false;
        }
        int parts = (statuses.size() + STATUSES_PER_LEASE - 1) / STATUSES_PER_LEASE;
        for (int part = 0; part < Math.max(parts, published.size()); part++) {
            int from = Math.min(statuses.size(), part * STATUSES_PER_LEASE);
            int to = Math.min(statuses.size(), from + STATUSES_PER_LEASE);
            publish(part, statuses.subList(from, to));
        }
        return true;
    }

    /** With a role for one election, an entry could be created, and then neither read by others nor deleted. */
    private boolean isListable() {
        try {
            context.api().list(KubeSelection.labelled(SELECTOR));
            return true;
        } catch (KubeException failed) {
            unused = failed.isForbidden();
            if (!unused) {
                throw failed;
            }
            KubernetesBackend.LOG.info(
                    "{} has no roster and no transfers: no permission to list Leases", context.shown());
            return false;
        }
    }

    private void publish(int part, List<InstanceStatus> statuses) {
        String name = LeaseNames.roster(process, part);
        boolean prioritised = statuses.stream().anyMatch(status -> status.priority() > 0);
        KubeObject before = part < published.size() ? published.get(part) : newLease(name, KIND);
        KubeObject after = before.withSpec(Map.of(
                        "holderIdentity", process,
                        "leaseDurationSeconds", Math.max(1, Roster.maxAge().toSeconds()),
                        "renewTime", ElectionLease.microTime(context.clock().wallMillis())))
                .withLabel(Marks.PRIORITISED, prioritised ? "yes" : "no")
                .withAnnotations(Map.of(Marks.STATUSES, lines(statuses)));
        try {
            KubeObject written = part < published.size()
                    ? context.api().replace(after)
                    : context.api().create(after);
            if (part < published.size()) {
                published.set(part, written);
            } else {
                published.add(written);
            }
        } catch (KubeException failed) {
            // A reply was lost, or another program deleted or changed it: continue from what is there.
            if (failed.isConflict()) {
                reread(part, name);
            }
            throw failed;
        }
    }

    private void reread(int part, String name) {
        List<KubeObject> kept = new ArrayList<>(published.subList(0, Math.min(part, published.size())));
        context.api().get(name).ifPresent(kept::add);
        published.clear();
        published.addAll(kept);
    }

    private KubeObject newLease(String name, String kind) {
        KubeObject lease = KubeObject.newLease(name).withLabel(Marks.KIND, kind);
        return owner.map(lease::withOwner).orElse(lease);
    }

    private static String lines(List<InstanceStatus> statuses) {
        return statuses.stream().map(StatusJson::write).collect(Collectors.joining("\n"));
    }

    @Override
    public CompletionStage<List<InstanceStatus>> list(String election) {
        return list(Set.of(election));
    }

    @Override
    public CompletionStage<List<InstanceStatus>> list(Set<String> elections) {
        return context.threads()
                .read(() -> read(SELECTOR).stream()
                        .filter(status -> elections.contains(status.election()))
                        .toList());
    }

    @Override
    public CompletionStage<List<InstanceStatus>> prioritised() {
        return context.threads()
                .read(() -> read(SELECTOR + "," + Marks.PRIORITISED + "=yes").stream()
                        .filter(status -> status.priority() > 0)
                        .toList());
    }

    private List<InstanceStatus> read(String selector) {
        return context.api().list(KubeSelection.labelled(selector)).objects().stream()
                .filter(this::isLive)
                .flatMap(lease -> lease.annotation(Marks.STATUSES).lines())
                .flatMap(line -> Json.ifWellFormed(() -> StatusJson.readStatus(line)).stream())
                .toList();
    }

    /** Lists the names of all elections with a live instance. */
    List<String> elections() {
        return read(SELECTOR).stream().map(InstanceStatus::election).toList();
    }

    private boolean isLive(KubeObject lease) {
        Duration unchanged =
                timers.observe(lease.name(), lease.version(), context.clock().nanos());
        Instant renewed =
                Json.ifWellFormed(() -> lease.spec().time("renewTime")).orElse(Instant.EPOCH);
        Duration age =
                Duration.between(renewed, Instant.ofEpochMilli(context.clock().wallMillis()));
        return unchanged.compareTo(Roster.maxAge()) <= 0
                && age.compareTo(Roster.maxAge().plus(MOST_SKEW)) <= 0;
    }

    /** Sends the request as a Lease of its own. The sender deletes it after a while, if it still runs. */
    @Override
    public CompletionStage<Void> send(TransferRequest request) {
        KubeObject lease = newLease(LeaseNames.request(request.requestId()), REQUEST_KIND)
                .withAnnotations(Map.of(Marks.REQUEST, StatusJson.write(request)));
        return context.threads()
                .read(() -> context.api().create(lease))
                .thenAccept(created -> context.threads()
                        .after(REQUEST_KEPT, () -> context.threads().read(() -> delete(created))));
    }

    private boolean delete(KubeObject lease) {
        try {
            context.api().delete(lease);
            return true;
        } catch (KubeException failed) {
            KubernetesBackend.LOG.debug("cannot delete {}", lease.name(), failed);
            return false;
        }
    }

    /** Deletes the Leases of this process. */
    void remove() {
        context.threads().read(() -> {
            published.forEach(this::delete);
            published.clear();
            return true;
        });
    }

    /** Returns the reference to the pod of this process, if the manifest names it in {@code POD_NAME} and {@code POD_UID}. */
    static Optional<Map<String, ?>> owner(Map<String, String> environment) {
        String pod = environment.getOrDefault("POD_NAME", "");
        String uid = environment.getOrDefault("POD_UID", "");
        return pod.isEmpty() || uid.isEmpty()
                ? Optional.empty()
                : Optional.of(Map.of("apiVersion", "v1", "kind", "Pod", "name", pod, "uid", uid));
    }
}
