package dev.baton.internal.runtime;

import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ContenderSignals;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Opens the contenders of one candidate. The first one opens at once, so that a wrong setting is refused early. */
final class Contenders {
    private final SharedServices services;
    private final Transfers transfers;
    private final Function<ContenderSignals, ContenderSettings> settings;
    private final ContenderSession first;
    private volatile @Nullable CandidateDriver driver;

    Contenders(SharedServices services, Transfers transfers, Function<ContenderSignals, ContenderSettings> settings) {
        this.services = services;
        this.transfers = transfers;
        this.settings = settings;
        this.first = open();
    }

    /** Sets the candidate that receives the signals. Signals that arrive earlier are ignored. */
    void attach(CandidateDriver attached) {
        driver = attached;
        transfers.attach(attached);
        first.signals().attach(attached);
    }

    ContenderSession first() {
        return first;
    }

    ContenderSession open() {
        CandidateSignals signals =
                new CandidateSignals(transfers, services.environment().clock());
        CandidateDriver candidate = driver;
        if (candidate != null) {
            signals.attach(candidate);
        }
        return new ContenderSession(services.loop(), services.backend().contend(settings.apply(signals)), signals);
    }
}
