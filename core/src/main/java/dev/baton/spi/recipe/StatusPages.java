package dev.baton.spi.recipe;

import dev.baton.InstanceStatus;
import dev.baton.spi.StatusJson;
import dev.baton.support.json.Json;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The statuses of a process as texts that fit into one record of the store each, one status in a line. */
public final class StatusPages {
    /** A record of etcd or ZooKeeper has at most one megabyte. */
    private static final int STATUSES = 1_000;

    private StatusPages() {}

    public static List<String> of(List<InstanceStatus> statuses) {
        List<String> pages = new ArrayList<>();
        for (int from = 0; from < statuses.size(); from += STATUSES) {
            pages.add(statuses.subList(from, Math.min(statuses.size(), from + STATUSES)).stream()
                    .map(StatusJson::write)
                    .collect(Collectors.joining("\n")));
        }
        return pages;
    }

    /** Reads a page, with the time of the last publication if it is known. Lines that are no status are left out. */
    public static List<InstanceStatus> read(String page, Optional<Instant> time) {
        List<InstanceStatus> statuses = new ArrayList<>();
        page.lines()
                .forEach(line -> Json.ifWellFormed(() -> StatusJson.readStatus(line))
                        .map(status -> at(status, time.orElse(status.timestamp())))
                        .ifPresent(statuses::add));
        return statuses;
    }

    /** Returns the statuses for a comparison: without their times. */
    public static List<InstanceStatus> withoutTimes(List<InstanceStatus> statuses) {
        return statuses.stream().map(status -> at(status, Instant.EPOCH)).toList();
    }

    /** Returns the latest time of the statuses. */
    public static Instant latest(List<InstanceStatus> statuses) {
        return statuses.stream()
                .map(InstanceStatus::timestamp)
                .max(Instant::compareTo)
                .orElse(Instant.EPOCH);
    }

    /** Parses a time; empty if it is none. */
    public static Optional<Instant> time(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeException malformed) {
            return Optional.empty();
        }
    }

    private static InstanceStatus at(InstanceStatus status, Instant time) {
        return new InstanceStatus(
                status.election(),
                status.instanceId(),
                status.isLeader(),
                status.state(),
                status.epoch(),
                status.priority(),
                status.healthy(),
                time,
                status.note());
    }
}
