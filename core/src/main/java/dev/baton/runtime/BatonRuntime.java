package dev.baton.runtime;

import dev.baton.Attendance;
import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.CandidateWatcher;
import dev.baton.Election;
import dev.baton.Names;
import dev.baton.ShutdownException;
import dev.baton.machine.Settings;
import dev.baton.spi.Backend;
import dev.baton.spi.Clock;
import dev.baton.spi.StatusFrame;
import dev.baton.spi.Subscription;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection and its loop. */
public final class BatonRuntime implements Baton {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration PULSE = Duration.ofMillis(500);

    private final Services services;
    private final Set<CandidateRuntime> candidates = ConcurrentHashMap.newKeySet();
    private final Set<AttendanceRuntime> attendances = ConcurrentHashMap.newKeySet();
    private final CandidateWatchers watchers;
    private final ClockWatch clocks;
    private volatile boolean closed;
    private volatile Fitting lastFitting;

    private BatonRuntime(Environment environment, Backend backend) {
        this.services = new Services(
                environment, backend, new Renewals(environment, backend), new RosterKeeper(environment, backend));
        CandidateSettings defaults = CandidateSettings.defaults();
        this.lastFitting = new Fitting(defaults, defaults.fittedTo(backend.defaults()));
        this.watchers = new CandidateWatchers(environment.callbacks());
        this.clocks = new ClockWatch(environment.clock().now());
        if (backend.takesPart()) {
            pulse();
        }
    }

    /** Opens the store that the URL names, with real clocks and threads. */
    public static Baton connect(String url) {
        return over(
                Environment.real(Clock.system()),
                environment -> Backends.find(url).open(url, environment.clock()));
    }

    /** A connection that lives in the given environment, over the backend opened for it. */
    public static Baton over(Environment environment, Opening opening) {
        try {
            return new BatonRuntime(environment, opening.open(environment));
        } catch (RuntimeException | Error failure) {
            environment.onClose().run();
            throw failure;
        }
    }

    @Override
    public Election election(String name) {
        return new ElectionRuntime(this, services, Names.check("election", name));
    }

    @Override
    public List<String> elections() {
        return Transfers.await(services.backend(), services.backend().elections(), "its elections");
    }

    @Override
    public Subscription watch(CandidateWatcher watcher) {
        return watchers.add(watcher);
    }

    @Override
    public Backend backend() {
        return services.backend();
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        attendances.forEach(AttendanceRuntime::close);
        List<CandidateRuntime> leaving = List.copyOf(candidates);
        leaving.forEach(CandidateRuntime::requestStop);
        leaving.forEach(quietly(CandidateRuntime::close));
        if (services.backend().takesPart()) {
            services.environment().loop().execute(services.roster()::close);
        }
        services.backend().close();
        services.environment().onClose().run();
    }

    Candidate join(String election, CandidateSettings wishes) {
        if (closed) {
            throw new IllegalStateException(
                    "this connection to " + services.backend().describe() + " is closed");
        }
        CandidateRuntime candidate =
                new CandidateRuntime(services, election, wishes, fitted(wishes), watchers, this::leave);
        candidates.add(candidate);
        watchers.joined(candidate);
        return candidate;
    }

    Attendance attend(String election, CandidateSettings who, Consumer<List<StatusFrame>> present) {
        if (closed) {
            throw new IllegalStateException(
                    "this connection to " + services.backend().describe() + " is closed");
        }
        AttendanceRuntime attendance = new AttendanceRuntime(services, election, who, present, attendances::remove);
        attendances.add(attendance);
        if (services.backend().takesPart()) {
            attendance.start();
        }
        return attendance;
    }

    private void leave(CandidateRuntime candidate) {
        candidates.remove(candidate);
        watchers.left(candidate);
        candidate.dispose();
    }

    /** Ten thousand candidates with the same wishes share one set of durations. */
    private Settings fitted(CandidateSettings wishes) {
        Fitting last = lastFitting;
        if (!Objects.equals(last.wishes, wishes)) {
            last = new Fitting(wishes, wishes.fittedTo(services.backend().defaults()));
            lastFitting = last;
        }
        return last.settings;
    }

    /**
     * Notices reigns that ran out while the monotonic clock, and so every timer, stood still. Looking at ten
     * thousand twice a second would be half of what an idle process costs, so it looks only when it must.
     */
    private void pulse() {
        if (!closed) {
            if (clocks.mustLook(services.environment().clock().now())) {
                candidates.forEach(candidate -> candidate.driver().checkExpiry());
            }
            services.environment().loop().at(services.now() + PULSE.toNanos(), this::pulse);
        }
    }

    private static Consumer<CandidateRuntime> quietly(Consumer<CandidateRuntime> action) {
        return candidate -> {
            try {
                action.accept(candidate);
            } catch (ShutdownException late) {
                LOG.warn("{}", late.getMessage());
            }
        };
    }

    /** How a backend is opened for an environment. */
    public interface Opening {
        Backend open(Environment environment);
    }

    private record Fitting(CandidateSettings wishes, Settings settings) {}
}
