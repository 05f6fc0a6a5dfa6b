package dev.baton.quorum;

import dev.baton.support.json.JsonFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The members of a group.
 *
 * @param asked who says so
 * @param votes whether the asked one votes: its disk is known to the others
 * @param term of the leader that made this list; 0 for the list the group was founded with
 * @param version grows with every change
 */
public record MemberList(String asked, boolean votes, long term, long version, List<Entry> members) {
    public MemberList {
        members = List.copyOf(members);
    }

    /**
     * One member.
     *
     * @param address where it listens; empty when that is not known
     * @param reached whether the asked one is connected to it
     */
    public record Entry(String id, String address, boolean reached) {}

    static MemberList read(Map<String, @Nullable Object> object) {
        JsonFields fields = new JsonFields("members", object);
        List<Entry> entries = new ArrayList<>();
        for (Object each : Gossip.list(object, "members")) {
            Map<String, @Nullable Object> entry = Gossip.map(each);
            JsonFields of = new JsonFields("member", entry);
            entries.add(new Entry(of.text("id"), String.valueOf(entry.get("address")), of.flag("reached")));
        }
        return new MemberList(
                fields.text("asked"), fields.flag("votes"), fields.number("term"), fields.number("version"), entries);
    }
}
