package dev.baton.internal.runtime;

import dev.baton.Gate;
import dev.baton.GateResult;
import dev.baton.Leadership;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A gate whose actions are part of the work of its candidate's current tenure. */
final class NamedGate implements Gate {
    private final String name;
    private final Supplier<Optional<TenureWork>> entry;
    private final LongAdder passed = new LongAdder();
    private final LongAdder suppressed = new LongAdder();

    /** @param entry enters the current tenure, if it is valid */
    NamedGate(String name, Supplier<Optional<TenureWork>> entry) {
        this.name = name;
        this.entry = entry;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean tryRun(Consumer<Leadership> action) {
        Objects.requireNonNull(action, "action");
        Optional<TenureWork> entered = enter();
        if (entered.isPresent()) {
            run(entered.get(), action);
        }
        return entered.isPresent();
    }

    @Override
    public <T> GateResult<T> tryCall(Action<T> action) throws Exception {
        Objects.requireNonNull(action, "action");
        Optional<TenureWork> entered = enter();
        return new GateResult<>(
                entered.isPresent(), entered.isPresent() ? entered.get().act(action) : Optional.empty());
    }

    @Override
    public void countSuppressed() {
        suppressed.increment();
    }

    @Override
    public long passed() {
        return passed.sum();
    }

    @Override
    public long suppressed() {
        return suppressed.sum();
    }

    private Optional<TenureWork> enter() {
        Optional<TenureWork> entered = entry.get();
        (entered.isPresent() ? passed : suppressed).increment();
        return entered;
    }

    private static void run(TenureWork entered, Consumer<Leadership> action) {
        try {
            entered.act(leadership -> {
                action.accept(leadership);
                return true;
            });
        } catch (RuntimeException failure) {
            throw failure;
        } catch (Exception impossible) {
            throw new IllegalStateException("the action threw a checked exception", impossible);
        }
    }
}
