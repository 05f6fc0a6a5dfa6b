package dev.baton.lab.nemesis.candidate;

import dev.baton.testkit.CallThreads;
import dev.baton.testkit.CandidateCall;
import dev.baton.testkit.RestartableCandidate;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Random calls on the candidates of a process.
 *
 * @param targets the instance ids for transfers
 */
record CallStorm(Map<String, RestartableCandidate> candidates, List<String> targets) {
    private static final int THREADS = 4;

    /** Makes the calls and starts all candidates again. */
    void run(long seed, int count) {
        Random random = new Random(seed);
        List<RestartableCandidate> all = List.copyOf(candidates.values());
        CallThreads threads = new CallThreads();
        for (CandidateCall call : CandidateCall.random(random, count, THREADS, all.size())) {
            String target = targets.get(random.nextInt(targets.size()));
            threads.submit(call.thread(), () -> all.get(call.candidate()).call(call.kind(), target));
        }
        threads.finish();
        all.forEach(one -> one.call(CandidateCall.Kind.START, ""));
    }
}
