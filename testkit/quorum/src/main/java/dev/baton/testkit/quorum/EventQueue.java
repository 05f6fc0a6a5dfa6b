package dev.baton.testkit.quorum;

import java.util.Arrays;

/** What will happen, in order of time; what is due at the same time happens in the order it was planned. */
final class EventQueue {
    private Entry[] heap = new Entry[256];
    private int size;
    private long planned;

    static final class Entry {
        final long at;
        final long order;
        final int node;
        final Object what;

        Entry(long at, long order, int node, Object what) {
            this.at = at;
            this.order = order;
            this.node = node;
            this.what = what;
        }

        boolean isBefore(Entry other) {
            return at != other.at ? at < other.at : order < other.order;
        }
    }

    void plan(long at, int node, Object what) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
        }
        Entry entry = new Entry(at, planned++, node, what);
        int place = size++;
        while (place > 0) {
            int parent = (place - 1) >>> 1;
            if (!entry.isBefore(heap[parent])) {
                break;
            }
            heap[place] = heap[parent];
            place = parent;
        }
        heap[place] = entry;
    }

    boolean isEmpty() {
        return size == 0;
    }

    @SuppressWarnings("NullAway") // The places behind the last entry are empty.
    Entry next() {
        Entry first = heap[0];
        Entry last = heap[--size];
        heap[size] = null;
        if (size > 0) {
            sink(last);
        }
        return first;
    }

    private void sink(Entry entry) {
        int place = 0;
        int half = size >>> 1;
        while (place < half) {
            int child = 2 * place + 1;
            if (child + 1 < size && heap[child + 1].isBefore(heap[child])) {
                child++;
            }
            if (entry.isBefore(heap[child])) {
                break;
            }
            heap[place] = heap[child];
            place = child;
        }
        heap[place] = entry;
    }
}
