package dev.baton.testkit;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.ConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;

/** Random calls on two candidates, and what they must leave behind. */
final class RestartTrial {
    private static final int CANDIDATES = 2;

    private final ContractFixture fixture;
    private final List<Baton> sessions = new ArrayList<>();
    private int rounds;

    RestartTrial(ContractFixture fixture) {
        this.fixture = fixture;
        for (int i = 0; i < CANDIDATES; i++) {
            sessions.add(fixture.connect());
        }
    }

    /** Makes the calls on two sessions of this process, and returns the violations. Each time in a new election. */
    List<String> inOneProcess(List<CandidateCall> calls) {
        String election = "restart-" + rounds++;
        TenureChecker tenures = new TenureChecker();
        List<RestartableCandidate> candidates = Stream.of(0, 1)
                .map(number -> new RestartableCandidate(() -> candidate(election, number, tenures)))
                .toList();
        List<String> violations = new ArrayList<>();
        LeadershipSampler sampler = new LeadershipSampler(
                () -> candidates.stream()
                        .flatMap(one -> one.all().stream())
                        .map(LeadershipSampler.Claimant::of)
                        .toList(),
                () -> fixture.store.holderInStore(election));
        try (sampler) {
            CallThreads threads = new CallThreads();
            calls.forEach(call -> threads.submit(
                    call.thread(),
                    () -> candidates.get(call.candidate()).call(call.kind(), name(1 - call.candidate()))));
            threads.finish();
            candidates.forEach(one -> one.call(CandidateCall.Kind.START, ""));
            check(
                    "no candidate leads after the calls",
                    violations,
                    () -> candidates.stream().anyMatch(one -> one.leadership().isPresent()));
            candidates.forEach(RestartableCandidate::close);
            check("a claim is left after the end", violations, () -> isFree(election));
        }
        violations.addAll(sampler.violations());
        violations.addAll(tenures.epochViolations());
        violations.addAll(tenures.overlapViolations());
        return violations;
    }

    private Candidate candidate(String election, int number, TenureChecker tenures) {
        Candidate candidate = sessions.get(number)
                .election(election)
                .candidate(settings(number).build());
        tenures.follow(candidate);
        return candidate;
    }

    private static CandidateSettingsBuilder settings(int number) {
        return ContractFixture.settings(name(number))
                .reacquireDelay(Duration.ofMillis(20))
                .retry(attempt -> Optional.of(Duration.ofMillis(20)));
    }

    private static String name(int number) {
        return "c" + number;
    }

    /** Makes the calls of candidate 0 in another process, and returns the violations. */
    List<String> inTwoProcesses(List<CandidateCall> calls) {
        String election = ContractFixture.ELECTION;
        List<String> violations = new ArrayList<>();
        TestCandidate other = fixture.testCandidate(name(0));
        RestartableCandidate own = new RestartableCandidate(() -> fixture.candidate(sessions.get(1), settings(1)));
        LeadershipSampler sampler = new LeadershipSampler(
                () -> Stream.concat(
                                Stream.of(new LeadershipSampler.Claimant(
                                        other, other.instanceId(), () -> validEpoch(other))),
                                own.all().stream().map(LeadershipSampler.Claimant::of))
                        .toList(),
                () -> fixture.store.holderInStore(election));
        try (other;
                sampler) {
            CallThreads threads = new CallThreads();
            for (CandidateCall call : calls) {
                if (call.candidate() == 0) {
                    other.call(call, name(1));
                } else {
                    threads.submit(call.thread(), () -> own.call(call.kind(), name(0)));
                }
            }
            threads.finish();
            other.finishCalls();
            own.call(CandidateCall.Kind.START, "");
            check(
                    "no candidate leads after the calls",
                    violations,
                    () -> own.leadership().isPresent());
            own.close();
            check("a claim is left after the end", violations, () -> isFree(election));
        }
        violations.addAll(sampler.violations());
        return violations;
    }

    private static OptionalLong validEpoch(TestCandidate candidate) {
        TestCandidate.Status status = candidate.status();
        return status.leader() ? OptionalLong.of(status.epoch()) : OptionalLong.empty();
    }

    /** A store that does not answer is asked again. */
    private boolean isFree(String election) {
        try {
            return fixture.store.holderInStore(election).isEmpty();
        } catch (ConnectionException unknown) {
            return false;
        }
    }

    private static void check(String violation, List<String> violations, BooleanSupplier condition) {
        try {
            ContractFixture.await("not: " + violation, condition);
        } catch (ConditionTimeoutException timeout) {
            violations.add(violation);
        }
    }
}
