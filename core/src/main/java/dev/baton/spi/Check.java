package dev.baton.spi;

/** The result of one self-test of a store. */
public record Check(String name, boolean ok, String detail) {}
