package dev.baton.etcd.gateway;

import java.util.List;
import java.util.Map;

/**
 * A transaction: the operations are applied together if all conditions hold, and otherwise those of the other list. Reads
 * are linearizable.
 */
public record Transaction(List<Condition> conditions, List<Operation> then, List<Operation> otherwise) {
    /** etcd's default limit of conditions, and of operations. */
    public static final int MAX_SIZE = 128;

    public Transaction {
        conditions = List.copyOf(conditions);
        then = List.copyOf(then);
        otherwise = List.copyOf(otherwise);
    }

    /** Returns a transaction that only reads. */
    public static Transaction reading(Operation... reads) {
        return new Transaction(List.of(), List.of(reads), List.of());
    }

    Map<String, Object> json() {
        return Map.of(
                "compare", conditions.stream().map(Condition::json).toList(),
                "success", then.stream().map(Operation::json).toList(),
                "failure", otherwise.stream().map(Operation::json).toList());
    }

    /**
     * The answer to a transaction.
     *
     * @param succeeded whether all conditions held
     * @param revision the revision of the store; of this transaction, if it wrote
     * @param term the term in which it was applied
     * @param reads the keys that each operation read; empty for one that writes
     */
    public record Result(boolean succeeded, long revision, long term, List<List<KeyValue>> reads) {
        static Result of(Answer answer) {
            List<List<KeyValue>> reads = Answer.list(answer.fields().get("responses")).stream()
                    .map(response -> new Answer(Answer.object(response)).child("response_range"))
                    .map(range -> Answer.list(range.fields().get("kvs")).stream()
                            .map(KeyValue::of)
                            .toList())
                    .toList();
            return new Result(answer.flag("succeeded"), answer.revision(), answer.term(), reads);
        }
    }
}
