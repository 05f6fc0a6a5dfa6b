package dev.baton.store;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The records of one type as values.
 *
 * <pre>{@code
 * TypedObjects<Sandbox> sandboxes = new TypedObjects<>(store, new ObjectType<>("sandbox", Sandbox::toJson, Sandbox::parse));
 * }</pre>
 */
public final class TypedObjects<T> {
    private final ObjectStore store;
    private final ObjectType<T> type;

    public TypedObjects(ObjectStore store, ObjectType<T> type) {
        this.store = store;
        this.type = type;
    }

    /** Returns the value, if it exists. */
    public Optional<VersionedValue<T>> get(String id) {
        return store.get(key(id)).map(this::read);
    }

    /** Returns all values, ordered by id. */
    public List<VersionedValue<T>> list() {
        return store.list(type.name()).stream().map(this::read).toList();
    }

    /** Writes a value if the condition holds. */
    public PutOutcome putIf(String id, T value, WriteCondition condition) {
        return store.putIf(key(id), type.encode().apply(value), condition);
    }

    /** Deletes a value if it has the given version. */
    public DeleteOutcome deleteIf(String id, long expectedVersion) {
        return store.deleteIf(key(id), expectedVersion);
    }

    /** Reads a value, changes it and writes it back; see {@link ObjectStore#updateCas}. */
    public UpdateOutcome updateCas(String id, long expectedVersion, UnaryOperator<T> change) {
        return store.updateCas(
                key(id),
                expectedVersion,
                present -> Optional.of(
                        type.encode().apply(change.apply(read(present).value()))));
    }

    /** Returns the key of an id. */
    public ObjectKey key(String id) {
        return new ObjectKey(type.name(), id);
    }

    /**
     * Decodes a record of this type.
     *
     * @throws StoreException if the payload cannot be decoded
     */
    public VersionedValue<T> read(StoredObject object) {
        try {
            return new VersionedValue<>(
                    object.key().id(),
                    object.resourceVersion(),
                    type.decode().apply(object.payload()),
                    object.createdAtMs(),
                    object.updatedAtMs());
        } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError unreadable) {
            throw new StoreException(
                    object.key() + " at version " + object.resourceVersion() + " in " + store.describe()
                            + " cannot be decoded: " + reason(unreadable)
                            + ". Repair its payload, or delete the row",
                    unreadable);
        }
    }

    /** Errors, such as that of a stack that is too small for the payload, often have no message. */
    private static String reason(Throwable unreadable) {
        String message = unreadable.getMessage();
        return message == null || unreadable instanceof Error ? unreadable.toString() : message;
    }
}
