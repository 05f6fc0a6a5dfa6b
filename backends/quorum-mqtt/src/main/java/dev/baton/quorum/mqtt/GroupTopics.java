package dev.baton.quorum.mqtt;

import java.util.List;

/** The topics of one group, all under {@code coord/}. */
record GroupTopics(String group) {

    private String under(String rest) {
        return "coord/" + group + "/" + rest;
    }

    /** Where everybody is greeted. */
    String greetings() {
        return under("hello");
    }

    /** Where one is answered. */
    String greetingsOf(String name) {
        return under("to/" + name + "/hello");
    }

    /** Where the broker tells of a connection that ended. */
    String wills() {
        return under("gone");
    }

    /** Where one hears frames of another. */
    String frames(String to, FrameKind kind, String from) {
        return under("to/" + to + "/" + kind.code() + "/" + from);
    }

    /** What a process listens to. */
    List<String> heardBy(String name) {
        return List.of(greetings(), wills(), under("to/" + name + "/#"));
    }

    /** What stands in the topic of a frame for this process: its kind and its sender. */
    List<String> parts(String topic, String self) {
        String before = under("to/" + self + "/");
        return topic.startsWith(before)
                ? List.of(topic.substring(before.length()).split("/", -1))
                : List.of();
    }
}
