package dev.baton.lab;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/**
 * Measures several quantities in turns, so that noise affects all of them equally.
 *
 * @param warmUp the number of rounds before the first one that counts
 * @param count the number of rounds that count
 */
public record Rounds(int warmUp, int count) {

    /** Measures in the given order in each round. Returns the values of each quantity. */
    public List<SampleSet> inOrder(List<Callable<Double>> quantities) throws Exception {
        return measure(quantities, 0);
    }

    /** Does the same in an order that changes with each round, because each measurement can affect the next one. */
    public List<SampleSet> inChangingOrder(List<Callable<Double>> quantities) throws Exception {
        return measure(quantities, 1);
    }

    private List<SampleSet> measure(List<Callable<Double>> quantities, int shift) throws Exception {
        int size = quantities.size();
        List<SampleSet> results = Stream.generate(SampleSet::new).limit(size).toList();
        for (int round = -warmUp; round < count; round++) {
            int step = shift > 0 && round % 2 != 0 ? size - 1 : 1;
            for (int turn = 0; turn < size; turn++) {
                int which = Math.floorMod(round * shift + turn * step, size);
                double value = quantities.get(which).call();
                if (round >= 0) {
                    results.get(which).add(value);
                }
            }
        }
        return results;
    }
}
