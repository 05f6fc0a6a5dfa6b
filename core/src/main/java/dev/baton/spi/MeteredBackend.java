package dev.baton.spi;

import java.util.Map;

/** A backend whose process takes part in the elections itself, and counts what it sees. */
public interface MeteredBackend {

    /** A snapshot; waits for as long as one look at the own process takes. */
    ElectionMetrics figures(String election);

    /** Messages and connections that were not listened to, by cause; every cause is there. */
    Map<String, Long> rejected();
}
