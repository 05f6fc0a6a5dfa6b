package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.ConnectionException;
import dev.baton.quorum.MemberList;
import dev.baton.quorum.MembershipAdmin;
import dev.baton.support.json.JsonObject;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** {@code baton quorum members|add ID|remove ID}: the voting members. */
final class QuorumCommand {
    private static final long TIMEOUT_SECONDS = 90;
    private static final List<String> ACTIONS = List.of("members", "add", "remove");

    static final String HELP = """
            Lists the members of a quorum, adds a connected node as a member, or removes a member. A change takes effect
              when a majority has the new list. Make one change at a time.
            """ + StoreOptions.HELP + """
            --json              Print one JSON object.
            members|add|remove  The action.
            [ID]                The member to add or remove.
            """;

    private QuorumCommand() {}

    static int run(Invocation call) {
        String action = call.parameter(0).orElse("");
        String id = call.parameter(1).orElse("");
        if (!ACTIONS.contains(action)) {
            throw UsageException.unknownAction("baton quorum", action, String.join("|", ACTIONS));
        }
        if (!action.equals("members") && id.isEmpty()) {
            throw new UsageException("baton quorum " + action + " needs the ID of a member");
        }
        try (Baton baton = StoreOptions.connectAsObserver(call)) {
            if (!(baton.backend() instanceof MembershipAdmin group)) {
                throw new UsageException("baton quorum works with quorum: URLs only, not with "
                        + baton.backend().describe());
            }
            CompletionStage<MemberList> response = switch (action) {
                case "members" -> group.members();
                case "add" -> group.add(id);
                case "remove" -> group.remove(id);
                default -> throw new AssertionError(action);
            };
            CompletableFuture<MemberList> bounded = response.toCompletableFuture();
            print(call, bounded.orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS).join());
            return ExitCode.DONE;
        } catch (CompletionException failed) {
            Throwable cause = failed.getCause() == null ? failed : failed.getCause();
            if (cause instanceof IllegalStateException refused) {
                return call.refuse(String.valueOf(refused.getMessage()));
            }
            throw new ConnectionException("the request to the quorum failed: " + cause.getMessage(), cause);
        }
    }

    private static void print(Invocation call, MemberList group) {
        if (call.has("--json")) {
            call.printJson(json(group));
            return;
        }
        TextTable table = new TextTable().row("MEMBER", "ADDRESS", "REACHED BY " + group.asked());
        group.members().forEach(each -> table.row(each.id(), each.address(), each.reached() ? "yes" : "no"));
        call.out().print(table);
    }

    private static JsonObject json(MemberList group) {
        return new JsonObject()
                .with("asked", group.asked())
                .with("term", group.term())
                .with("version", group.version())
                .withAll("members", group.members(), QuorumCommand::json);
    }

    private static JsonObject json(MemberList.Entry each) {
        return new JsonObject()
                .with("id", each.id())
                .with("address", each.address())
                .with("reached", each.reached());
    }
}
