package dev.baton.store;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** A process of its own with an open store: answers each line ({@code read}, or {@code write} and a payload) with a line. */
final class OpenedStoreMain {
    private OpenedStoreMain() {}

    public static void main(String[] arguments) throws IOException {
        ObjectKey key = new ObjectKey("thing", "one");
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (ObjectStore store = ObjectStore.open(arguments[0])) {
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                if (line.startsWith("write ")) {
                    store.putIf(key, line.substring("write ".length()), WriteCondition.unconditional());
                }
                System.out.println(store.get(key).map(StoredObject::payload).orElse("nothing"));
            }
        }
    }
}
