package dev.baton.store;

/** What names a record: its type and, within the type, its id. */
public record ObjectKey(String type, String id) {
    private static final int LONGEST = 512;

    public ObjectKey {
        check("object_type", type);
        check("id", id);
    }

    private static void check(String what, String text) {
        if (text.isEmpty() || text.length() > LONGEST || text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    what + " has to be 1 to " + LONGEST + " characters without NUL, but has " + text.length());
        }
    }

    @Override
    public String toString() {
        return type + "/" + id;
    }
}
