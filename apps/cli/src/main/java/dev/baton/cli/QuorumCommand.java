package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.ConnectionException;
import dev.baton.quorum.MemberList;
import dev.baton.quorum.MembershipAdmin;
import dev.baton.support.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code baton quorum members|add ID|remove ID}: who votes. */
final class QuorumCommand implements Subcommand {
    private static final long PATIENCE_SECONDS = 90;

    @Override
    public CommandSpec spec() {
        CommandSpec spec = OptionReader.command(
                "quorum",
                "Lists the members of a quorum, adds one that runs and is connected, or removes one. Takes effect when a"
                        + " majority has the new list; one change at a time.");
        StoreOptions.addTo(spec);
        OptionReader.flag(spec, "--json", "One object.");
        spec.addPositional(PositionalParamSpec.builder()
                .index("0")
                .arity("1")
                .paramLabel("members|add|remove")
                .type(String.class)
                .description("What to do.")
                .build());
        spec.addPositional(PositionalParamSpec.builder()
                .index("1")
                .arity("0..1")
                .paramLabel("ID")
                .type(String.class)
                .description("The member to add or remove.")
                .build());
        return spec;
    }

    @Override
    public int run(Invocation call) {
        String what = call.given().matchedPositionalValue(0, "");
        String id = call.given().matchedPositionalValue(1, "");
        if (!what.equals("members") && id.isEmpty()) {
            throw new UsageException("baton quorum " + what + " needs the ID of a member");
        }
        String url = StoreOptions.url(call.given(), call.around().environment(), false);
        try (Baton baton = Baton.connect(GroupUrls.asObserver(url))) {
            if (!(baton.backend() instanceof MembershipAdmin group)) {
                throw new UsageException("baton quorum works with quorum: URLs, not with "
                        + baton.backend().describe());
            }
            CompletionStage<MemberList> asked = switch (what) {
                case "members" -> group.members();
                case "add" -> group.add(id);
                case "remove" -> group.remove(id);
                default -> throw new UsageException("baton quorum knows members, add and remove, not " + what);
            };
            print(await(asked), call);
            return ExitCode.DONE;
        } catch (CompletionException failed) {
            Throwable cause = failed.getCause() == null ? failed : failed.getCause();
            if (cause instanceof IllegalStateException refused) {
                call.around().complain(String.valueOf(refused.getMessage()));
                return ExitCode.NO;
            }
            throw new ConnectionException("the quorum could not be asked: " + cause.getMessage(), cause);
        }
    }

    private static MemberList await(CompletionStage<MemberList> asked) {
        return asked.toCompletableFuture()
                .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .join();
    }

    private static void print(MemberList group, Invocation call) {
        if (OptionReader.has(call.given(), "--json")) {
            call.around().out().println(json(group));
            return;
        }
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"MEMBER", "ADDRESS", "REACHED BY " + group.asked()});
        group.members()
                .forEach(each -> rows.add(new String[] {each.id(), each.address(), each.reached() ? "yes" : "no"}));
        TextTable.print(rows, call.around().out());
    }

    private static String json(MemberList group) {
        List<Object> members = new ArrayList<>();
        for (MemberList.Entry each : group.members()) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("id", each.id());
            object.put("address", each.address());
            object.put("reached", each.reached());
            members.add(object);
        }
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("asked", group.asked());
        object.put("term", group.term());
        object.put("version", group.version());
        object.put("members", members);
        return Json.write(object);
    }
}
