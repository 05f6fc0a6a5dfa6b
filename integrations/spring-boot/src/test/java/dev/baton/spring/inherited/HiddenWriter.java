package dev.baton.spring.inherited;

import dev.baton.spring.Fenced;
import org.springframework.transaction.annotation.Transactional;

/** Has a method that no class of another package can override, and so no proxy of a subclass there. */
public abstract class HiddenWriter {

    @Transactional
    @Fenced("nightly")
    void write() {}

    @Transactional
    @Fenced("nightly")
    protected void overridable() {}
}
