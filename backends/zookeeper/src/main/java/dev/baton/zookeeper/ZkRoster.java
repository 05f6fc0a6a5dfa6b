package dev.baton.zookeeper;

import dev.baton.InstanceStatus;
import dev.baton.spi.Roster;
import dev.baton.spi.StatusJson;
import dev.baton.spi.TransferRequest;
import dev.baton.spi.recipe.StatusPages;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;

/**
 * The roster: ephemeral nodes of each process, which vanish with it. The statuses are written only if they changed; the
 * time of the last publication is a small node of its own, so that ten thousand idle candidates cost one small write.
 */
final class ZkRoster implements Roster {
    private static final Duration REQUEST_KEPT = Duration.ofSeconds(10);

    private final ZkContext context;
    private Optional<Published> published = Optional.empty();

    /** @param content the statuses without their times */
    private record Published(ZkLink link, List<InstanceStatus> content, int pages) {}

    ZkRoster(ZkContext context) {
        this.context = context;
    }

    @Override
    public CompletionStage<Void> announce(List<InstanceStatus> statuses) {
        return context.threads().read(() -> publish(statuses)).thenAccept(done -> {});
    }

    private boolean publish(List<InstanceStatus> statuses) {
        if (statuses.isEmpty() && published.isEmpty()) {
            return true;
        }
        ZkLink link = context.session().open();
        try {
            List<InstanceStatus> content = StatusPages.withoutTimes(statuses);
            List<String> pages = StatusPages.of(statuses);
            boolean known = published
                    .filter(last -> last.link().equals(link) && last.content().equals(content))
                    .isPresent();
            if (!known) {
                write(link, statuses, pages);
                published = Optional.of(new Published(link, content, pages.size()));
            }
            put(link, context.paths().heartbeats() + "/" + link.hex(), StatusJson.time(StatusPages.latest(statuses)));
        } catch (ZkException failed) {
            context.session().endIfGone(link, failed);
            throw failed;
        }
        return true;
    }

    /** Overwrites the nodes and deletes only those that are left over, so that nobody reads a roster without us. */
    private void write(ZkLink link, List<InstanceStatus> statuses, List<String> pages) {
        for (int i = 0; i < pages.size(); i++) {
            put(link, page(link, i), pages.get(i));
        }
        int before = published
                .filter(last -> last.link().equals(link))
                .map(Published::pages)
                .orElse(0);
        for (int i = pages.size(); i < before; i++) {
            delete(link.requests(), page(link, i));
        }
        List<InstanceStatus> prioritised =
                statuses.stream().filter(status -> status.priority() > 0).toList();
        String path = context.paths().prioritised() + "/" + link.hex();
        if (prioritised.isEmpty()) {
            delete(link.requests(), path);
        } else {
            put(link, path, String.join("\n", StatusPages.of(prioritised)));
        }
    }

    private String page(ZkLink link, int number) {
        return context.paths().roster() + "/" + link.hex() + "-" + number;
    }

    private static void put(ZkLink link, String path, String text) {
        try {
            link.requests().apply(List.of(Op.setData(path, ZkRequests.bytes(text), -1)));
        } catch (ZkException failed) {
            if (failed.code() != Code.NONODE) {
                throw failed;
            }
            link.requests().apply(List.of(link.requests().create(path, text, CreateMode.EPHEMERAL)));
        }
    }

    private static void delete(ZkRequests requests, String path) {
        try {
            requests.apply(List.of(Op.delete(path, -1)));
        } catch (ZkException failed) {
            if (failed.code() != Code.NONODE) {
                throw failed;
            }
        }
    }

    @Override
    public CompletionStage<List<InstanceStatus>> list(String election) {
        return list(Set.of(election));
    }

    @Override
    public CompletionStage<List<InstanceStatus>> list(Set<String> elections) {
        return context.threads()
                .read(() -> read(context.paths().roster()).stream()
                        .filter(status -> elections.contains(status.election()))
                        .toList());
    }

    @Override
    public CompletionStage<List<InstanceStatus>> prioritised() {
        return context.threads().read(() -> read(context.paths().prioritised()));
    }

    /** Reads statuses with the time of the last publication of their process. */
    private List<InstanceStatus> read(String parent) {
        List<ZkNode> pages = context.reader().readChildren(parent);
        if (pages.isEmpty()) {
            return List.of();
        }
        Map<String, String> times = new HashMap<>();
        context.reader()
                .readChildren(context.paths().heartbeats())
                .forEach(node -> times.put(ZkPaths.lastPart(node.path()), node.text()));
        List<InstanceStatus> statuses = new ArrayList<>();
        for (ZkNode page : pages) {
            String process = ZkPaths.lastPart(page.path()).split("-", 2)[0];
            Optional<Instant> time = Optional.ofNullable(times.get(process)).flatMap(StatusPages::time);
            statuses.addAll(StatusPages.read(page.text(), time));
        }
        return statuses;
    }

    /** Sends the request, and deletes it after a short time. Receivers delete it too, if this process ends before. */
    @Override
    public CompletionStage<Void> send(TransferRequest request) {
        return context.threads()
                .read(() -> {
                    ZkRequests requests = context.session().open().requests();
                    String path = context.paths().requests() + "/" + request.requestId();
                    requests.apply(List.of(requests.create(path, StatusJson.write(request), CreateMode.PERSISTENT)));
                    forgetLater(path);
                    return true;
                })
                .thenAccept(done -> {});
    }

    /** Deletes a request after the time in which its receivers act on it. */
    void forgetLater(String path) {
        context.threads()
                .after(
                        REQUEST_KEPT,
                        () -> context.threads().read(() -> {
                            context.session().link().ifPresent(link -> delete(link.requests(), path));
                            return true;
                        }));
    }
}
