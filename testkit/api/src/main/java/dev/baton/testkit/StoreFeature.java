package dev.baton.testkit;

/**
 * What some tests of the contract need from a store. A store that has no such thing gives the reason in
 * {@link ContractStore#optOuts}.
 */
public enum StoreFeature {
    /** A network between the connections and the store: {@link ContractStore#onTraffic}. */
    TRAFFIC,
    /** Another program sees every lock and every write: {@link ContractStore#stateInStore}. */
    VISIBLE_STATE,
    /** Another program can change the stored epoch: {@link ContractStore#rewriteEpoch}. */
    EPOCH_EDITS,
    /** A process of another user can use the store: {@link ProcessIsolation#OTHER_USER}. */
    OTHER_USER,
    /** A process in other namespaces can use the store: {@link ProcessIsolation#OWN_NAMESPACES}. */
    OWN_NAMESPACES
}
