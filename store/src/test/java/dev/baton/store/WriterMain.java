package dev.baton.store;

import java.util.Optional;

/** A process of its own that creates a record, counts a counter up, and says what it saw. */
final class WriterMain {
    private WriterMain() {}

    public static void main(String[] arguments) throws Exception {
        System.in.read();
        try (ObjectStore store = ObjectStore.open(arguments[0])) {
            PutOutcome outcome =
                    store.putIf(new ObjectKey("race", "singleton"), arguments[1], WriteCondition.mustCreate());
            ObjectKey counter = new ObjectKey("race", "counter");
            store.putIf(counter, "0", WriteCondition.mustCreate());
            for (int i = 0; i < 20; i++) {
                while (!(store.updateCas(counter, 0, WriterMain::oneMore) instanceof UpdateOutcome.Updated)) {
                    Thread.onSpinWait();
                }
            }
            System.out.println(outcome.getClass().getSimpleName());
        }
    }

    private static Optional<String> oneMore(StoredObject present) {
        return Optional.of(Integer.toString(Integer.parseInt(present.payload()) + 1));
    }
}
