package dev.baton.zookeeper;

import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.RenewOutcome;
import dev.baton.spi.recipe.SeatedContender;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** One candidate on ZooKeeper. */
final class ZkContender extends SeatedContender<ZkContender, CandidateNode> {
    private final ZkContext context;
    private final ElectionParents parents;

    ZkContender(ZkContext context, ContenderSettings settings, ElectionParents parents) {
        super(context.queue(), settings);
        this.context = context;
        this.parents = parents;
    }

    /** How often the session is written to while this candidate leads. */
    Duration renewInterval() {
        return context.options().renewInterval(settings().renewInterval());
    }

    int priority() {
        return settings().priority();
    }

    ElectionParents parents() {
        return parents;
    }

    @Override
    protected AcquireOutcome attempt(long floor, long before) {
        return new ZkAcquisition(context, this, floor, before).run();
    }

    @Override
    protected Map<Claim, RenewOutcome> renew(List<Claim> claims) {
        return new ZkRenewal(context).renew(claims, 0);
    }

    @Override
    public ZkRemoval removal() {
        return new ZkRemoval(context);
    }
}
