package dev.baton.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** A child's side of the talk: lines of orders in, whole lines out. Thread-safe. */
public final class LineProtocol {
    private final BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));

    /** What to do with an order. */
    public interface Obey {
        void order(String line) throws IOException, InterruptedException;
    }

    public synchronized void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    /** Hands over each order until there are no more. */
    public void obey(Obey obey) throws IOException, InterruptedException {
        obeyUntil("", obey);
    }

    /** Hands over each order until the given one comes, or there are no more. */
    public void obeyUntil(String last, Obey obey) throws IOException, InterruptedException {
        for (String line = orders.readLine(); line != null && !line.equals(last); line = orders.readLine()) {
            obey.order(line);
        }
    }
}
