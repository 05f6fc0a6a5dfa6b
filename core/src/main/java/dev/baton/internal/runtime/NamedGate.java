package dev.baton.internal.runtime;

import dev.baton.Gate;
import dev.baton.GateResult;
import dev.baton.Leadership;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A gate that checks its candidate's leadership on every call. */
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
    public boolean tryRun(Consumer<Leadership> action) {
        Objects.requireNonNull(action, "action");
        Optional<Leadership> now = check();
        now.ifPresent(action);
        return now.isPresent();
    }

    @Override
    public <T> GateResult<T> tryCall(Action<T> action) throws Exception {
        Objects.requireNonNull(action, "action");
        Optional<Leadership> now = check();
        return new GateResult<>(
                now.isPresent(), now.isPresent() ? Optional.ofNullable(action.act(now.get())) : Optional.empty());
    }

    @Override
    public long passed() {
        return passed.sum();
    }

    @Override
    public long suppressed() {
        return suppressed.sum();
    }

    private Optional<Leadership> check() {
        Optional<Leadership> now = leadership.get();
        (now.isPresent() ? passed : suppressed).increment();
        return now;
    }
}
