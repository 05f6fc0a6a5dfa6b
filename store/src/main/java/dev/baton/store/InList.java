package dev.baton.store;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The values of an {@code IN} list. Its length is a power of two, so that lists of all lengths need few prepared
 * statements: the last value is repeated.
 */
record InList(String sql, List<Object> values) {

    /**
     * Returns a list.
     *
     * @param item the parameters of one item: {@code ?}, or {@code (?, ?)} for a pair
     * @param items the parameters of each item; at least one
     */
    static InList of(String item, List<List<Object>> items) {
        int padded = items.size() == 1 ? 1 : Integer.highestOneBit(items.size() - 1) * 2;
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < padded; i++) {
            values.addAll(items.get(Math.min(i, items.size() - 1)));
        }
        return new InList("(" + String.join(", ", Collections.nCopies(padded, item)) + ")", values);
    }
}
