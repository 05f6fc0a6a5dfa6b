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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** A backend whose requests are applied and whose replies can get lost. */
public final class LossyBackend extends ForwardingBackend {
    private final AtomicInteger acquires = new AtomicInteger();
    private final AtomicInteger renewals = new AtomicInteger();
    private final AtomicInteger releases = new AtomicInteger();

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
    public Contender contend(ContenderSettings contest) {
        return new ForwardingContender(super.contend(contest)) {
            @Override
            public CompletionStage<AcquireOutcome> acquire(long floor) {
                return super.acquire(floor)
                        .thenApply(outcome -> lost(acquires)
                                ? new AcquireOutcome.Unknown(new IOException("the reply to an acquire was lost"))
                                : outcome);
            }

            @Override
            public CompletionStage<ReleaseOutcome> release(Claim claim, ReleaseRequest departure) {
                return super.release(claim, departure)
                        .thenApply(outcome -> lost(releases)
                                ? new ReleaseOutcome.Unknown(new IOException("the reply to a release was lost"))
                                : outcome);
            }
        };
    }

    @Override
    public CompletionStage<Map<Claim, RenewOutcome>> renew(List<Claim> claims) {
        return super.renew(claims).thenApply(answers -> {
            if (!lost(renewals)) {
                return answers;
            }
            Map<Claim, RenewOutcome> unknown = new LinkedHashMap<>();
            claims.forEach(claim ->
                    unknown.put(claim, new RenewOutcome.Unknown(new IOException("the reply to a renewal was lost"))));
            return unknown;
        });
    }

    private static boolean lost(AtomicInteger left) {
        return left.getAndUpdate(count -> Math.max(0, count - 1)) > 0;
    }
}
