package dev.baton.lab.peers;

/**
 * What three idle processes of a system cost.
 *
 * @param requests TCP segments with data that they send, per second
 * @param connections their established TCP connections
 * @param threads their threads, for a JVM those that an idle JVM does not have
 */
record PeerCost(PeerFigure requests, PeerFigure connections, PeerFigure threads) {}
