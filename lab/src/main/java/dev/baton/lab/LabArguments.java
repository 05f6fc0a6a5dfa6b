package dev.baton.lab;

/**
 * What the command line asks for.
 *
 * @param name the benchmark; empty to list them
 * @param n how often, 0 when not said
 */
record LabArguments(String name, boolean json, int n) {

    static LabArguments parse(String... args) {
        String name = "";
        boolean json = false;
        int n = 0;
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--json" -> json = true;
                case "--n" -> n = positive(i + 1 < args.length ? args[++i] : "");
                default -> {
                    if (args[i].startsWith("-") || !name.isEmpty()) {
                        throw new IllegalArgumentException("\"" + args[i] + "\" is not understood");
                    }
                    name = args[i];
                }
            }
        }
        return new LabArguments(name, json, n);
    }

    int count(int usual) {
        return n == 0 ? usual : n;
    }

    private static int positive(String text) {
        try {
            int value = Integer.parseInt(text);
            if (value > 0) {
                return value;
            }
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException("--n wants a number, but got \"" + text + "\"", notANumber);
        }
        throw new IllegalArgumentException("--n must be at least 1, but is " + text);
    }
}
