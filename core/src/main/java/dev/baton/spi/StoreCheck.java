package dev.baton.spi;

/**
 * The result of one check of {@link Backend#selfTest}.
 *
 * <pre>{@code
 * new StoreCheck("write", true, "12 ms");
 * }</pre>
 *
 * @param name the name of the check
 * @param ok whether it succeeded
 * @param detail the measured value, or why it failed
 */
public record StoreCheck(String name, boolean ok, String detail) {}
