package dev.baton.lab.lease;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;

/** The measurement of {@link LeaseRenewBenchmark} on MariaDB, whose server must be installed. */
public final class MariadbRenewBenchmark extends Benchmark {

    public MariadbRenewBenchmark() {
        super(
                "mariadb-renew",
                "the same on MariaDB (Debian's mariadb-server-core)",
                "renewals of the largest size; more of the smaller ones",
                40);
    }

    @Override
    public void run(int count, BenchmarkReport report) throws Exception {
        for (int size : LeaseRenewBenchmark.SIZES) {
            try (LabDatabase database = LabDatabase.mariadb()) {
                LeaseRenewBenchmark.measure(database, size, LeaseRenewBenchmark.rounds(size, count), report);
            }
        }
    }
}
