package dev.baton.testkit;

import dev.baton.InstanceStatus;
import dev.baton.spi.Backend;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ContenderSignals;
import dev.baton.spi.RenewOutcome;
import dev.baton.spi.Roster;
import dev.baton.spi.TransferRequest;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A backend of a process without memory or threads. */
final class ExhaustedBackend extends ForwardingBackend {
    private final ExhaustedClock clock;
    private volatile @Nullable ContenderSignals signals;
    /** The outcome of the next renewal finds no memory. */
    boolean exhaustedAfterRenewal;
    /** No request about the roster can be sent. */
    boolean hasNoThreads;

    ExhaustedBackend(Backend real, ExhaustedClock clock) {
        super(real);
        this.clock = clock;
    }

    /** Returns the signals of the last candidate. */
    ContenderSignals signals() {
        return Objects.requireNonNull(signals);
    }

    @Override
    public Contender contend(ContenderSettings settings) {
        signals = settings.signals();
        return super.contend(settings);
    }

    @Override
    public CompletionStage<Map<Claim, RenewOutcome>> renew(List<Claim> claims) {
        CompletionStage<Map<Claim, RenewOutcome>> reply = super.renew(claims);
        if (exhaustedAfterRenewal) {
            exhaustedAfterRenewal = false;
            clock.exhaust();
        }
        return reply;
    }

    @Override
    public Roster roster() {
        Roster real = super.roster();
        return new Roster() {
            @Override
            public CompletionStage<Void> announce(List<InstanceStatus> statuses) {
                requireThread();
                return real.announce(statuses);
            }

            @Override
            public CompletionStage<List<InstanceStatus>> list(String election) {
                requireThread();
                return real.list(election);
            }

            @Override
            public CompletionStage<List<InstanceStatus>> prioritised() {
                requireThread();
                return real.prioritised();
            }

            @Override
            public CompletionStage<Void> send(TransferRequest request) {
                return real.send(request);
            }
        };
    }

    private void requireThread() {
        if (hasNoThreads) {
            throw new OutOfMemoryError("unable to create native thread");
        }
    }
}
