package dev.baton.fence;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Writes a file repeatedly, {@code FILE EPOCH TIMES}, and prints the number of accepted writes. */
final class FileWriterMain {

    private FileWriterMain() {}

    public static void main(String[] args) throws IOException {
        System.out.println("ready");
        System.in.read();
        System.out.println(write(Path.of(args[0]), Long.parseLong(args[1]), Integer.parseInt(args[2])));
    }

    static int write(Path file, long epoch, int times) throws IOException {
        for (int i = 1; i <= times; i++) {
            try {
                FencedFile.write(
                        file, FixedLeadership.of("nightly", epoch), (epoch + " " + i).getBytes(StandardCharsets.UTF_8));
            } catch (StaleEpochException refused) {
                return i - 1;
            }
        }
        return times;
    }
}
