package dev.baton.internal.runtime;

import dev.baton.spi.Backend;

/** What all candidates of one connection share. */
record SharedServices(
        RuntimeEnvironment environment, Backend backend, BatchedRenewals renewals, RosterPublisher roster) {

    long now() {
        return environment.clock().nanos();
    }
}
