package dev.baton.lease;

import dev.baton.BatonClock;
import dev.baton.spi.Backend;
import dev.baton.testkit.ContractStore;
import dev.baton.testkit.FaultProxy;
import dev.baton.testkit.ProcessIsolation;
import dev.baton.testkit.StoreFeature;
import dev.baton.testkit.StoreHolder;
import dev.baton.testkit.TestCandidate;
import dev.baton.testkit.TestCandidateProcess;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The contract's store for leases in a database of a server, reached through a proxy. */
abstract class ServerLeaseStore implements ContractStore {
    final FaultProxy proxy;

    ServerLeaseStore(FaultProxy proxy) {
        this.proxy = proxy;
    }

    /** Returns the store URL, with the port of the proxy. */
    abstract String url();

    /** Opens a session that does not use the proxy. */
    abstract Connection connect() throws SQLException;

    abstract void execute(String sql);

    abstract long number(String question);

    @Override
    public Map<StoreFeature, String> optOuts() {
        return Map.of();
    }

    @Override
    public Backend open(BatonClock clock) {
        LeaseUrl url = LeaseUrl.parse(url());
        return LeaseBackend.open(url.store(), url.options(), clock);
    }

    @Override
    public TestCandidate testCandidate(String election, String instanceId, Duration validity) {
        return TestCandidateProcess.start(url(), election, instanceId, validity);
    }

    @Override
    public Optional<StoreHolder> holderInStore(String election) {
        try (Connection connection = connect()) {
            return StoredLease.holder(connection, election);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Override
    public Optional<TestCandidate> isolatedCandidate(
            String election, String instanceId, Duration validity, ProcessIsolation isolation) {
        return Optional.of(TestCandidateProcess.start(url(), election, instanceId, validity, isolation));
    }

    @Override
    public Optional<String> stateInStore(String election) {
        try (Connection connection = connect()) {
            return Optional.of(StoredLease.versions(connection, election));
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Override
    public boolean onTraffic(Runnable hook) {
        proxy.onTraffic(hook);
        return true;
    }

    @Override
    public boolean rewriteEpoch(String election, long epoch) {
        try (Connection connection = connect()) {
            StoredLease.rewriteEpoch(connection, election, epoch);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
        return true;
    }

    @Override
    public long unsyncedPages(String election) {
        return 0;
    }

    @Override
    public void deleteLock(String election) {
        execute("DELETE FROM objects WHERE object_type = 'reconciler_lease' AND id = '" + election + "'");
    }

    @Override
    public void corruptLock(String election) {
        execute("UPDATE objects SET payload = 'garbage' WHERE object_type = 'reconciler_lease' AND id = '" + election
                + "'");
    }

    @Override
    public void breakDown() {
        proxy.refuse();
    }

    @Override
    public void repair() {
        proxy.heal();
    }
}
