package dev.baton.lab;

/**
 * The arguments of the command line.
 *
 * @param name the benchmark; empty to list them
 * @param n the value of {@code --n}, 0 if it is not given
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
                        throw new IllegalArgumentException("unknown argument \"" + args[i] + "\"");
                    }
                    name = args[i];
                }
            }
        }
        return new LabArguments(name, json, n);
    }

    int count(int defaultCount) {
        return n == 0 ? defaultCount : n;
    }

    private static int positive(String text) {
        try {
            int value = Integer.parseInt(text);
            if (value > 0) {
                return value;
            }
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException("--n requires a number, but got \"" + text + "\"", notANumber);
        }
        throw new IllegalArgumentException("--n must be at least 1, but is " + text);
    }
}
