package dev.baton.quorum;

import dev.baton.quorum.step.Membership;
import dev.baton.support.json.JsonFields;
import dev.baton.support.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The members of a group.
 *
 * @param asked the member that returned this list
 * @param votes whether that member votes: the others know its disk
 * @param term the term of the leader that made this list; 0 for the founding list
 * @param version the version, which grows with every change
 */
public record MemberList(String asked, boolean votes, long term, long version, List<Entry> members) {
    public MemberList {
        members = List.copyOf(members);
    }

    /**
     * One member.
     *
     * @param address where it listens; empty if unknown
     * @param reached whether the member that returned this list is connected to it
     */
    public record Entry(String id, String address, boolean reached) {
        private Map<String, @Nullable Object> toJson() {
            return new JsonObject().with("id", id).with("address", address).with("reached", reached);
        }

        private static Entry fromJson(@Nullable Object value) {
            JsonFields fields = JsonFields.of("member", value);
            Object address = value instanceof Map<?, ?> object ? object.get("address") : "";
            return new Entry(fields.text("id"), String.valueOf(address), fields.flag("reached"));
        }
    }

    static MemberList of(GroupMember member, Membership membership) {
        Map<String, String> addresses = member.transport.addresses();
        Set<String> connected = member.transport.connectedPeers();
        return new MemberList(
                member.self(),
                member.node.isEnrolled(),
                membership.id().term(),
                membership.id().version(),
                membership.members().stream()
                        .map(voter -> new Entry(
                                voter.id(),
                                addresses.getOrDefault(voter.id(), ""),
                                voter.id().equals(member.self()) || connected.contains(voter.id())))
                        .toList());
    }

    Map<String, @Nullable Object> toJson() {
        List<?> entries = members.stream().map(Entry::toJson).toList();
        return new JsonObject()
                .with("asked", asked)
                .with("votes", votes)
                .with("term", term)
                .with("version", version)
                .with("members", entries);
    }

    static MemberList fromJson(@Nullable Object value) {
        JsonFields fields = JsonFields.of("members", value);
        return new MemberList(
                fields.text("asked"),
                fields.flag("votes"),
                fields.number("term"),
                fields.number("version"),
                fields.list("members").stream().map(Entry::fromJson).toList());
    }
}
