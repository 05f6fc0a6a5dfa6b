package dev.baton.testkit;

import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Backend;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RenewOutcome;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * A backend that applies requests and then loses their replies.
 *
 * <pre>{@code
 * LossyBackend lossy = new LossyBackend(store.open(clock));
 * lossy.loseAcquires(2);
 * Baton baton = Baton.builder().backend(ignored -> lossy).connect();
 * }</pre>
 */
public final class LossyBackend extends ForwardingBackend {
    private final AtomicInteger acquires = new AtomicInteger();
    private final AtomicInteger renewals = new AtomicInteger();
    private final AtomicInteger releases = new AtomicInteger();

    /** Wraps the given backend. */
    public LossyBackend(Backend real) {
        super(real);
    }

    /** Loses the replies to the next attempts. */
    public void loseAcquires(int count) {
        acquires.set(count);
    }

    /** Loses the replies to the next renewals. */
    public void loseRenewals(int count) {
        renewals.set(count);
    }

    /** Loses the replies to the next releases. */
    public void loseReleases(int count) {
        releases.set(count);
    }

    @Override
    public Contender contend(ContenderSettings settings) {
        return new ForwardingContender(super.contend(settings)) {
            @Override
            public CompletionStage<AcquireOutcome> acquire(long floor) {
                return super.acquire(floor)
                        .thenApply(outcome -> loses(acquires)
                                ? new AcquireOutcome.Unknown(new IOException("lost reply to an acquire"))
                                : outcome);
            }

            @Override
            public CompletionStage<ReleaseOutcome> release(Claim claim, ReleaseRequest request) {
                return super.release(claim, request)
                        .thenApply(outcome -> loses(releases)
                                ? new ReleaseOutcome.Unknown(new IOException("lost reply to a release"))
                                : outcome);
            }
        };
    }

    @Override
    public CompletionStage<Map<Claim, RenewOutcome>> renew(List<Claim> claims) {
        return super.renew(claims).thenApply(outcomes -> {
            if (!loses(renewals)) {
                return outcomes;
            }
            RenewOutcome unknown = new RenewOutcome.Unknown(new IOException("lost reply to a renewal"));
            return claims.stream().collect(Collectors.toMap(claim -> claim, claim -> unknown));
        });
    }

    private static boolean loses(AtomicInteger left) {
        return left.getAndUpdate(count -> Math.max(0, count - 1)) > 0;
    }
}
