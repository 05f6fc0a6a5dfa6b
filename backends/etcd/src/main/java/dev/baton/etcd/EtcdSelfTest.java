package dev.baton.etcd;

import dev.baton.BatonException;
import dev.baton.etcd.gateway.Answer;
import dev.baton.etcd.gateway.Condition;
import dev.baton.etcd.gateway.EtcdException;
import dev.baton.etcd.gateway.EtcdGateway;
import dev.baton.etcd.gateway.KeyRange;
import dev.baton.etcd.gateway.Operation;
import dev.baton.etcd.gateway.Transaction;
import dev.baton.etcd.gateway.WatchStream;
import dev.baton.spi.StoreCheck;
import dev.baton.spi.recipe.StoreTrials;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks etcd with real requests. Leaves nothing behind. */
record EtcdSelfTest(EtcdContext context, boolean tls, String scratch) {
    private static final Pattern VERSION = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})\\..*");
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    static EtcdSelfTest of(EtcdContext context, boolean tls) {
        return new EtcdSelfTest(
                context, tls, context.keys().scratch(UUID.randomUUID().toString()));
    }

    List<StoreCheck> run() {
        StoreTrials trials = new StoreTrials(EtcdSelfTest::cure);
        if (trials.make("connection", this::connects)) {
            trials.make("permissions", this::reads);
            trials.make("lease", this::leases);
            trials.make("transaction", this::transactions);
            trials.make("watch", this::watches);
        }
        return trials.checks();
    }

    private static String cure(BatonException failed) {
        return failed instanceof EtcdException refused && refused.isPermissionDenied()
                ? "; grant the user a role with readwrite permission on the prefix, as in the guide"
                : "";
    }

    private String connects() {
        long before = System.nanoTime();
        Answer status = gateway().status();
        long millis = (System.nanoTime() - before) / 1_000_000;
        String version = status.text("version");
        Matcher matcher = VERSION.matcher(version);
        if (!matcher.matches()) {
            throw new BatonException("this is not etcd 3: the version is \"" + version + "\"");
        }
        int major = Integer.parseInt(matcher.group(1));
        int minor = Integer.parseInt(matcher.group(2));
        if (major != 3 || minor < 4) {
            throw new BatonException("etcd " + version + " is not supported; use 3.4 or newer");
        }
        return "etcd " + version + " answered in " + millis + " ms, " + (tls ? "with TLS" : "without TLS");
    }

    private String reads() {
        gateway().read(Operation.readKeys(context.keys().records()), Operation.readKeys(KeyRange.of(scratch)));
        return "the prefix " + context.keys().prefix() + "/ is readable";
    }

    private String leases() {
        long asked = context.options().ttl().toSeconds();
        long before = System.nanoTime();
        Answer granted = gateway().grant(asked);
        EtcdGateway.KeptAlive kept = gateway().keepAlive(granted.number("ID"));
        long millis = (System.nanoTime() - before) / 1_000_000;
        gateway().revoke(granted.number("ID"), TIMEOUT);
        if (granted.number("TTL") < asked || kept.ttl() < asked) {
            throw new BatonException("etcd granted " + granted.number("TTL") + " s, but ttl is " + asked + " s");
        }
        return "a lease of " + granted.number("TTL") + " s was granted and renewed in " + millis + " ms";
    }

    private String transactions() {
        Transaction create = new Transaction(
                List.of(Condition.created(scratch, 0)), List.of(Operation.put(scratch, "a", 0)), List.of());
        boolean once = gateway().apply(create).succeeded();
        boolean twice = gateway().apply(create).succeeded();
        delete();
        if (!once || twice) {
            throw new BatonException(context.shown() + " does not compare correctly; do not use it");
        }
        return "a key is created once";
    }

    private void delete() {
        gateway().apply(new Transaction(List.of(), List.of(Operation.delete(KeyRange.of(scratch))), List.of()));
    }

    private String watches() {
        long from = gateway().read(Operation.readKeys(KeyRange.of(scratch))).revision() + 1;
        long before = System.nanoTime();
        try (WatchStream stream = WatchStream.open(gateway(), KeyRange.of(scratch), from)) {
            var late = context.threads().every("the end of a watch", TIMEOUT, stream::close);
            try {
                gateway().apply(new Transaction(List.of(), List.of(Operation.put(scratch, "b", 0)), List.of()));
                while (stream.next().orElseThrow().changes().isEmpty()) {
                    // The first message only says that the watch was created.
                }
            } finally {
                late.cancel(false);
            }
        } finally {
            delete();
        }
        return "a change arrives after " + (System.nanoTime() - before) / 1_000_000 + " ms";
    }

    private EtcdGateway gateway() {
        return context.gateway();
    }
}
