package dev.baton.spring.inherited;

import dev.baton.spring.LeaderOnly;

/** Has a method that no class of another package can override, and so no proxy of a subclass there. */
public abstract class HiddenTask {

    @LeaderOnly("nightly")
    void work() {}

    @LeaderOnly("nightly")
    protected void overridable() {}
}
