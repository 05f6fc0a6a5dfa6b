package dev.baton.spi;

/** The result of one self-test of a store. */
public record StoreCheck(String name, boolean ok, String detail) {}
