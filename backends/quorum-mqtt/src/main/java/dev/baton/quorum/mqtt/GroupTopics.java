package dev.baton.quorum.mqtt;

import java.util.List;
import java.util.stream.Stream;

/** The topics of a group, all under {@code coord/}. */
record GroupTopics(String group) {

    private String topic(String rest) {
        return "coord/" + group + "/" + rest;
    }

    /** Returns the topic of greetings to all processes. */
    String greetings() {
        return topic("hello");
    }

    /** Returns the topic of greetings to one process. */
    String greetingsTo(String name) {
        return topic("to/" + name + "/hello");
    }

    /** Returns the topic on which the broker publishes wills. */
    String wills() {
        return topic("gone");
    }

    /** Returns the topic of empty messages, to which nobody subscribes. */
    String acknowledgements() {
        return topic("ack");
    }

    String frames(String to, FrameKind kind, String from) {
        return topic("to/" + to + "/" + kind.code + "/" + from);
    }

    /** Returns the topics to which a process subscribes. A client needs no greetings. */
    List<String> subscriptions(String name, boolean client) {
        List<String> own = List.of(wills(), topic("to/" + name + "/#"));
        return client
                ? own
                : Stream.concat(Stream.of(greetings()), own.stream()).toList();
    }

    /** Returns the kind and the sender in the topic of a frame to this process; empty for another topic. */
    List<String> kindAndSender(String topic, String self) {
        String prefix = topic("to/" + self + "/");
        List<String> parts = topic.startsWith(prefix)
                ? List.of(topic.substring(prefix.length()).split("/", -1))
                : List.of();
        return parts.size() == 2 ? parts : List.of();
    }
}
