package dev.baton.etcd;

import dev.baton.BatonClock;
import dev.baton.ClockReading;
import dev.baton.LockException;
import dev.baton.etcd.gateway.Answer;
import dev.baton.etcd.gateway.EtcdException;
import dev.baton.etcd.gateway.EtcdGateway;
import dev.baton.etcd.gateway.Transaction;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The lease of this process, which all its candidates share. Thread-safe.
 *
 * <p>An answer to a keep-alive may come from an old leader of etcd that was frozen and has not noticed yet that it was
 * replaced. So a keep-alive counts only if a linearizable request <em>after</em> it shows the same term. The answer before it
 * must show that term too: a member that passes the request on to an old leader may learn the new term meanwhile.
 */
final class EtcdSession {
    private static final int ROUNDS = 3;
    private static final Duration REVOKE_TIMEOUT = Duration.ofSeconds(1);

    private final EtcdGateway gateway;
    private final EtcdOptions options;
    private final BatonClock clock;
    private final Consumer<EtcdLease> onEnd;
    private Optional<Held> current = Optional.empty();
    private volatile long lastTerm;
    private boolean closed;

    /** @param renewed a reading from before the last request that certainly renewed the lease */
    private record Held(EtcdLease lease, ClockReading renewed) {}

    /** @param onEnd called once for a lease that has ended */
    EtcdSession(EtcdGateway gateway, EtcdOptions options, BatonClock clock, Consumer<EtcdLease> onEnd) {
        this.gateway = gateway;
        this.options = options;
        this.clock = clock;
        this.onEnd = onEnd;
    }

    /** Returns the lease of this process, if there is one. */
    synchronized Optional<EtcdLease> lease() {
        return current.map(Held::lease);
    }

    /** Returns the lease of this process, and lets etcd grant one if there is none. */
    synchronized EtcdLease open() {
        if (closed) {
            throw new EtcdException("the connection is closed", 0);
        }
        if (current.isEmpty()) {
            long seconds = options.ttl().toSeconds();
            ClockReading before = clock.now();
            Answer granted = gateway.grant(seconds);
            if (granted.number("ID") == 0 || granted.number("TTL") < seconds) {
                throw new LockException("etcd granted a lease of " + granted.number("TTL") + " s, but ttl is " + seconds
                        + " s; no leadership can be safe with it");
            }
            lastTerm = granted.term();
            current = Optional.of(new Held(new EtcdLease(granted.number("ID")), before));
        }
        return current.get().lease();
    }

    /** Returns a reading from before the last request that renewed the lease; empty if it has ended. */
    synchronized Optional<ClockReading> renewed(EtcdLease lease) {
        return current.filter(held -> held.lease().equals(lease)).map(Held::renewed);
    }

    /** Returns whether the lease was not renewed for this long. */
    boolean isOlderThan(EtcdLease lease, Duration age) {
        return renewed(lease)
                .map(reading -> clock.nanos() - reading.nanos() >= age.toNanos())
                .orElse(true);
    }

    /**
     * A round of renewal.
     *
     * @param before a reading from before the lease was certainly renewed; empty if that is not known
     * @param ended whether the lease has certainly ended
     * @param check the answer to the request after the keep-alive
     */
    record Round(Optional<ClockReading> before, boolean ended, Transaction.Result check) {}

    /**
     * Renews the lease, and then checks something in etcd.
     *
     * @throws EtcdException if etcd does not answer
     */
    Round renew(EtcdLease lease, Transaction check) {
        Round round = once(lease, check);
        for (int i = 1; i < ROUNDS && round.before().isEmpty() && !round.ended(); i++) {
            round = once(lease, check);
        }
        if (round.ended()) {
            end(lease);
        }
        round.before().ifPresent(before -> remember(lease, before));
        return round;
    }

    private Round once(EtcdLease lease, Transaction check) {
        long known = lastTerm;
        ClockReading before = clock.now();
        EtcdGateway.KeptAlive kept = gateway.keepAlive(lease.id());
        Transaction.Result result = gateway.check(check);
        boolean current = kept.term() == result.term() && known == result.term();
        lastTerm = result.term();
        boolean renewed = current && kept.ttl() >= options.ttl().toSeconds();
        return new Round(renewed ? Optional.of(before) : Optional.empty(), current && kept.ttl() == 0, result);
    }

    private synchronized void remember(EtcdLease lease, ClockReading before) {
        current = current.map(held ->
                held.lease().equals(lease) && before.nanos() - held.renewed().nanos() > 0
                        ? new Held(lease, before)
                        : held);
    }

    /** Forgets a lease that does not exist any more: the next attempt gets a new one. */
    void end(EtcdLease lease) {
        synchronized (this) {
            if (lease().filter(lease::equals).isEmpty()) {
                return;
            }
            current = Optional.empty();
        }
        onEnd.accept(lease);
    }

    /** Revokes the lease, which deletes all keys of this process. */
    void close() {
        Optional<EtcdLease> last;
        synchronized (this) {
            closed = true;
            last = lease();
            current = Optional.empty();
        }
        try {
            last.ifPresent(lease -> gateway.revoke(lease.id(), REVOKE_TIMEOUT));
        } catch (EtcdException unreachable) {
            EtcdBackend.LOG.debug("cannot revoke the lease of this process; it expires", unreachable);
        }
    }
}
