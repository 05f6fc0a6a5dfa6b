package dev.baton.lab.peers;

import java.time.Duration;

/**
 * What the trials of all systems share.
 *
 * @param rounds how often each fault hits the leader
 * @param settling how long the processes are left alone before their cost is measured
 * @param limit how long to wait for the next leader
 */
record PeerPlan(int rounds, IdleMeter meter, Duration settling, Duration limit) {}
