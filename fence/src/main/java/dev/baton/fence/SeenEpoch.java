package dev.baton.fence;

/**
 * The highest epoch that a table has seen; 0 if none.
 *
 * @param isOtherTenure whether another tenure than the writer's has written with this epoch
 */
record SeenEpoch(long epoch, boolean isOtherTenure) {}
