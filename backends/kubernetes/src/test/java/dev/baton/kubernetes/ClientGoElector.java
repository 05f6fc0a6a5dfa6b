package dev.baton.kubernetes;

import dev.baton.kubernetes.api.KubeApi;
import dev.baton.kubernetes.api.KubeException;
import dev.baton.kubernetes.api.KubeObject;
import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The requests of client-go's leader election, version 1.20: a read and a write in every retry period, its own lease
 * duration for the holder's, and a release that empties the holder.
 */
final class ClientGoElector implements ForeignElector {
    private static final Duration LEASE_DURATION = Duration.ofSeconds(3);
    private static final Duration RETRY_PERIOD = Duration.ofMillis(100);

    private final KubeApi api;
    private final String lease;
    private final String identity;
    private final ScheduledExecutorService timer = NamedThreads.scheduler("client-go");
    private String observed = "";
    private long observedAt;
    private volatile boolean leads;
    private volatile long leadsSince;

    ClientGoElector(KubeApi api, String election, String identity) {
        this.api = api;
        this.lease = LeaseNames.election(election);
        this.identity = identity;
        timer.scheduleWithFixedDelay(this::round, 0, RETRY_PERIOD.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void round() {
        try {
            boolean acquired = tryAcquireOrRenew();
            if (acquired && !leads) {
                leadsSince = System.nanoTime();
            }
            leads = acquired;
        } catch (KubeException conflict) {
            leads = false;
        }
    }

    private boolean tryAcquireOrRenew() {
        String now = ElectionLease.microTime(System.currentTimeMillis());
        Map<String, Object> record = new HashMap<>(Map.of(
                "holderIdentity", identity,
                "leaseDurationSeconds", LEASE_DURATION.toSeconds(),
                "renewTime", now,
                "acquireTime", now,
                "leaseTransitions", 0L));
        Optional<KubeObject> found = api.get(lease);
        if (found.isEmpty()) {
            api.create(KubeObject.newLease(lease).withSpec(record));
            return true;
        }
        ElectionLease old = new ElectionLease(found.get());
        if (!old.fingerprint().equals(observed)) {
            observed = old.fingerprint();
            observedAt = System.nanoTime();
        }
        boolean own = old.holder().equals(identity);
        if (!old.holder().isEmpty() && !own && System.nanoTime() - observedAt < LEASE_DURATION.toNanos()) {
            return false;
        }
        long transitions = found.get().spec().numberOrZero("leaseTransitions");
        record.put("leaseTransitions", own ? transitions : transitions + 1);
        if (own) {
            record.remove("acquireTime");
        }
        api.replace(found.get().withSpec(record));
        return true;
    }

    @Override
    public boolean leads() {
        return leads;
    }

    @Override
    public long leadsSince() {
        return leadsSince;
    }

    @Override
    public long resign() throws Exception {
        Callable<Long> release = () -> {
            timer.shutdown();
            leads = false;
            long end = System.nanoTime();
            KubeObject held = api.get(lease).orElseThrow();
            if (new ElectionLease(held).holder().equals(identity)) {
                String now = ElectionLease.microTime(System.currentTimeMillis());
                api.replace(held.withSpec(Map.of(
                        "holderIdentity", "", "leaseDurationSeconds", 1L, "renewTime", now, "acquireTime", now)));
            }
            return end;
        };
        return timer.submit(release).get();
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
