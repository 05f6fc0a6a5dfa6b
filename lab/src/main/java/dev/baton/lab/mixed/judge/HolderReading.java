package dev.baton.lab.mixed.judge;

/**
 * The store named a holder at some instant between the two times.
 *
 * @param holder the name of the participant; empty if there was none
 */
public record HolderReading(String election, String holder, long before, long after) {}
