package dev.baton.spi.recipe;

import dev.baton.spi.ContenderSignals;

/** A candidate that shares the place of its process in the queue of an election with others of the process. */
public interface QueuedContender {
    String election();

    String instanceId();

    ContenderSignals signals();
}
