package dev.baton.kubernetes;

import dev.baton.ConnectionException;
import dev.baton.EndReason;
import dev.baton.kubernetes.api.KubeObject;
import dev.baton.spi.StatusJson;
import dev.baton.spi.TransferRequest;
import dev.baton.support.json.Json;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Notifies candidates and observers of the changes that the mirror reports, on its thread. It only makes attempts happen
 * sooner; safety does not depend on it.
 */
final class LeaseChanges {
    private final KubernetesContext context;
    private final LocalCandidacies local;
    private final CopyOnWriteArrayList<LeaseElectionObserver> observers = new CopyOnWriteArrayList<>();
    private final Map<KubernetesContender, String> signalled = new HashMap<>();
    private final Set<String> seenRequests = new HashSet<>();
    private boolean listed;

    LeaseChanges(KubernetesContext context, LocalCandidacies local) {
        this.context = context;
        this.local = local;
    }

    void add(LeaseElectionObserver observer) {
        observers.add(observer);
    }

    void remove(LeaseElectionObserver observer) {
        observers.remove(observer);
    }

    /** Returns the names of the Leases that this process needs. */
    List<String> leaseNames() {
        return Stream.concat(
                        local.all().stream().map(KubernetesContender::election),
                        observers.stream().map(LeaseElectionObserver::election))
                .distinct()
                .map(LeaseNames::election)
                .toList();
    }

    /** Everything was read. */
    void listed(List<KubeObject> objects) {
        Map<String, ElectionLease> leases =
                objects.stream().collect(Collectors.toMap(KubeObject::name, ElectionLease::new, (one, same) -> one));
        for (KubernetesContender contender : local.all()) {
            signal(contender, lease(leases, contender.election()), true);
        }
        signalled.keySet().retainAll(local.all());
        observers.forEach(observer -> observer.report(lease(leases, observer.election()), true));
        objects.forEach(this::request);
        Set<String> present = objects.stream().map(KubeObject::name).collect(Collectors.toSet());
        seenRequests.retainAll(present);
        listed = true;
    }

    private static Optional<ElectionLease> lease(Map<String, ElectionLease> leases, String election) {
        return Optional.ofNullable(leases.get(LeaseNames.election(election)));
    }

    /** One Lease has changed. */
    void changed(KubeObject object, boolean deleted) {
        Optional<ElectionLease> lease = deleted ? Optional.empty() : Optional.of(new ElectionLease(object));
        for (KubernetesContender contender : local.all()) {
            if (LeaseNames.election(contender.election()).equals(object.name())) {
                if (deleted) {
                    deleted(contender, object);
                }
                signal(contender, lease, false);
            }
        }
        observers.stream()
                .filter(observer -> LeaseNames.election(observer.election()).equals(object.name()))
                .forEach(observer -> observer.report(lease, false));
        if (!deleted) {
            request(object);
        }
    }

    void failed(ConnectionException cause) {
        observers.forEach(observer -> observer.failed(cause));
    }

    private void signal(KubernetesContender contender, Optional<ElectionLease> lease, boolean regular) {
        Optional<HeldTenure> held = context.held().of(contender.election()).filter(one -> one.contender() == contender);
        if (held.isPresent()) {
            lease.filter(found -> isNewer(found.object(), held.get()) && !found.isHeldBy(held.get()))
                    .ifPresent(found -> gone(contender, held.get()));
        } else if (lease.isEmpty() || contender.decide(lease.get()).isTake()) {
            // Once for each change, and again at every interval: an attempt may have failed, or its reply was lost.
            String version = lease.map(found -> found.object().version()).orElse("none");
            if (!version.equals(signalled.put(contender, version)) || regular) {
                contender.signals().tryNow();
            }
        }
    }

    private void deleted(KubernetesContender contender, KubeObject object) {
        context.held()
                .of(contender.election())
                .filter(held ->
                        held.contender() == contender && held.object().uid().equals(object.uid()))
                .ifPresent(held -> gone(contender, held));
    }

    private void gone(KubernetesContender contender, HeldTenure held) {
        if (!contender.isReleasing(held.epoch())) {
            contender.signals().claimGone(held.epoch(), EndReason.TAKEN_OVER);
        }
    }

    /** An event can arrive after this process has written a newer version. */
    private static boolean isNewer(KubeObject found, HeldTenure held) {
        return found.revision() > held.object().revision();
    }

    /** Forwards a transfer request once; what was there before this process is not for it. */
    private void request(KubeObject object) {
        if (object.label(Marks.KIND).equals(LeaseRosters.REQUEST_KIND) && seenRequests.add(object.name()) && listed) {
            Json.ifWellFormed(() -> StatusJson.readTransfer(object.annotation(Marks.REQUEST)))
                    .ifPresent(this::forward);
        }
    }

    private void forward(TransferRequest request) {
        local.all().stream()
                .filter(contender -> contender.election().equals(request.election()))
                .forEach(contender -> contender.signals().transferRequested(request));
    }
}
