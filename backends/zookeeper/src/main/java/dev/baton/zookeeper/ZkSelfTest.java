package dev.baton.zookeeper;

import dev.baton.BatonException;
import dev.baton.spi.StoreCheck;
import dev.baton.spi.recipe.StoreTrials;
import java.util.List;
import java.util.UUID;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Op;

/** Checks ZooKeeper with real requests. Leaves nothing behind. */
record ZkSelfTest(ZkContext context, ZkUrl url, String scratch) {

    static ZkSelfTest of(ZkContext context, ZkUrl url) {
        return new ZkSelfTest(
                context, url, context.paths().scratch(UUID.randomUUID().toString()));
    }

    List<StoreCheck> run() {
        StoreTrials trials = new StoreTrials(ZkSelfTest::cure);
        if (trials.make("connection", this::connects)) {
            trials.make("session", this::sessions);
            trials.make("transaction", this::transactions);
            trials.make("watch", this::watches);
        }
        return trials.checks();
    }

    private static String cure(BatonException failed) {
        return failed instanceof ZkException refused && refused.isPermissionDenied()
                ? "; the nodes were created by another user: give its user and password-file, or a tls-identity with the same"
                        + " subject, as in the guide"
                : "";
    }

    private String connects() {
        long before = System.nanoTime();
        context.session().open();
        return "a session was opened in " + millisSince(before) + " ms, "
                + (url.tls().isPresent() ? "with TLS" : "without TLS") + "; " + new ZkServerFacts(url).versions();
    }

    private static long millisSince(long before) {
        return (System.nanoTime() - before) / 1_000_000;
    }

    private String sessions() {
        ZkLink link = context.session().open();
        long before = System.nanoTime();
        context.session().write(link, List.of());
        long millis = millisSince(before);
        int granted = link.requests().client().getSessionTimeout();
        String longer = granted > context.options().session().toMillis()
                ? ", longer than asked: minSessionTimeout of the servers makes takeovers slower"
                : "";
        return "a session of " + granted + " ms was granted and renewed by a write in " + millis + " ms" + longer + "; "
                + new ZkServerFacts(url).sessionLimits();
    }

    private String transactions() {
        ZkRequests requests = context.session().open().requests();
        List<Op> create = List.of(requests.create(scratch, "a", CreateMode.EPHEMERAL));
        requests.apply(create);
        boolean twice = true;
        try {
            requests.apply(create);
        } catch (ZkException refused) {
            twice = false;
        }
        requests.apply(List.of(Op.delete(scratch, 0)));
        if (twice) {
            throw new BatonException(context.shown() + " does not compare correctly; do not use it");
        }
        return "a node is created once";
    }

    private String watches() {
        ZkRequests requests = context.session().open().requests();
        try {
            requests.get(requests.watch(context.paths().records()));
        } catch (ZkException refused) {
            throw new BatonException(
                    "recursive watches are refused (" + refused.getMessage() + "); use ZooKeeper 3.6 or newer");
        }
        return "recursive watches are supported, so this is ZooKeeper 3.6 or newer";
    }
}
