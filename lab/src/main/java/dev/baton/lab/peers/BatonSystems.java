package dev.baton.lab.peers;

import dev.baton.lab.nemesis.store.StoreKind;
import java.util.ArrayList;
import java.util.List;

/** Baton on each of its stores, with its defaults. */
final class BatonSystems {
    private static final String PURPOSE = "leader election";

    private BatonSystems() {}

    static List<PeerSystem> all() {
        List<PeerSystem> all = new ArrayList<>();
        all.add(baton("file", StoreKind.FILE));
        all.add(baton("lease-sqlite", StoreKind.LEASE_SQLITE));
        all.add(system(
                "baton-postgres",
                "Baton `postgres:`",
                "`takeover=fenced`, the default",
                folder -> new StoreGround(StoreKind.POSTGRES, StoreProgram.batonFenced(), folder)));
        all.add(system(
                "baton-postgres-exclusive",
                "Baton `postgres:`, exclusive",
                "`takeover=exclusive`",
                folder -> new StoreGround(StoreKind.POSTGRES, StoreProgram.baton(), folder)));
        all.add(baton("lease-postgres", StoreKind.LEASE_POSTGRES));
        all.add(baton("lease-mariadb", StoreKind.LEASE_MARIADB));
        all.add(baton("etcd", StoreKind.ETCD));
        all.add(baton("zookeeper", StoreKind.ZOOKEEPER));
        all.add(baton("kubernetes", StoreKind.KUBERNETES));
        all.add(baton("quorum", StoreKind.QUORUM));
        all.add(baton("mqtt", StoreKind.MQTT));
        return all;
    }

    private static PeerSystem baton(String name, StoreKind kind) {
        return system(
                "baton-" + name,
                "Baton `" + kind.url() + "`",
                "defaults",
                folder -> new StoreGround(kind, StoreProgram.baton(), folder));
    }

    private static PeerSystem system(String code, String title, String settings, PeerSystem.Starter starter) {
        return new PeerSystem(
                code, title, PURPOSE, settings, "`Candidate.isLeader()`", "`Candidate.stepDown()`", starter);
    }
}
