package dev.baton.testkit.quorum;

/** The outcome of a write at which its process or its machine ended. */
enum WriteFate {
    LOST,
    TORN,
    KEPT
}
