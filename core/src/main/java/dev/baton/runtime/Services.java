package dev.baton.runtime;

import dev.baton.spi.Backend;

/** What all candidates of one connection share. */
record Services(Environment environment, Backend backend, Renewals renewals, RosterKeeper roster) {

    long now() {
        return environment.clock().nanos();
    }
}
