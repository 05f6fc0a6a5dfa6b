package dev.baton.runtime;

import dev.baton.Gate;
import dev.baton.Leadership;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A gate that asks its candidate's leadership each time. */
final class NamedGate implements Gate {
    private final String name;
    private final Supplier<Optional<Leadership>> leadership;
    private final LongAdder passed = new LongAdder();
    private final LongAdder suppressed = new LongAdder();

    NamedGate(String name, Supplier<Optional<Leadership>> leadership) {
        this.name = name;
        this.leadership = leadership;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean run(Consumer<Leadership> action) {
        Optional<Leadership> now = opened();
        now.ifPresent(action);
        return now.isPresent();
    }

    @Override
    public <T> Optional<T> call(Action<T> action) throws Exception {
        Optional<Leadership> now = opened();
        return now.isPresent() ? Optional.ofNullable(action.act(now.get())) : Optional.empty();
    }

    @Override
    public long passed() {
        return passed.sum();
    }

    @Override
    public long suppressed() {
        return suppressed.sum();
    }

    private Optional<Leadership> opened() {
        Optional<Leadership> now = leadership.get();
        (now.isPresent() ? passed : suppressed).increment();
        return now;
    }
}
