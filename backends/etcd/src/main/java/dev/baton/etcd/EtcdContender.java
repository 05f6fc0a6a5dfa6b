package dev.baton.etcd;

import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.RenewOutcome;
import dev.baton.spi.recipe.SeatedContender;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** One candidate on etcd. */
final class EtcdContender extends SeatedContender<EtcdContender, EtcdLease> {
    private final EtcdContext context;
    private final String candidate = UUID.randomUUID().toString();

    EtcdContender(EtcdContext context, ContenderSettings settings) {
        super(context.queue(), settings);
        this.context = context;
    }

    CandidateRecord record() {
        return new CandidateRecord(candidate, settings().priority());
    }

    boolean wrote(CandidateRecord found) {
        return found.candidate().equals(candidate);
    }

    @Override
    protected AcquireOutcome attempt(long floor, long before) {
        return new EtcdAcquisition(context, this, floor, before).run();
    }

    @Override
    protected Map<Claim, RenewOutcome> renew(List<Claim> claims) {
        return new EtcdRenewal(context).renew(claims, 0);
    }

    @Override
    public EtcdRemoval removal() {
        return new EtcdRemoval(context);
    }
}
