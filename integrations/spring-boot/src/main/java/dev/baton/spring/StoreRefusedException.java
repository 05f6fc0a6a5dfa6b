package dev.baton.spring;

/** Thrown at start-up if the chosen store cannot be used as it is configured. */
final class StoreRefusedException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    StoreRefusedException(StoreChoice choice, IllegalArgumentException refused) {
        super("Baton cannot use the store of the elections (" + choice + "): " + refused.getMessage(), refused);
    }
}
