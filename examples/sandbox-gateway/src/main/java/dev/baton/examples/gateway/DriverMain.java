package dev.baton.examples.gateway;

import java.io.IOException;

/** The driver program: {@code PORT [GET_DELAY_MS]}. Runs until it is killed. */
public final class DriverMain {

    private DriverMain() {}

    public static void main(String[] args) throws IOException {
        long delay = args.length > 1 ? Long.parseLong(args[1]) : 0;
        new SandboxDriver(delay).serve(Integer.parseInt(args[0]));
        System.out.println("driver ready");
    }
}
