package dev.baton.node.job;

import dev.baton.support.text.Names;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The labels that an agent has, or that a job requires of its agent.
 *
 * @param names in alphabetical order, each once
 */
public record Labels(List<String> names) {
    /** The maximum number of labels of an agent or a job. */
    public static final int MAX = 16;

    public static final Labels NONE = new Labels(List.of());

    public Labels {
        names = names.stream().sorted().distinct().toList();
        names.forEach(name -> Names.check("label", name));
        if (names.size() > MAX) {
            throw new IllegalArgumentException("at most " + MAX + " labels are allowed, but there are " + names.size());
        }
    }

    /** Returns the labels of a text that {@link #text} returned. */
    public static Labels ofText(String text) {
        return new Labels(Arrays.stream(text.split("[<>]", -1))
                .filter(name -> !name.isEmpty())
                .toList());
    }

    /** Returns each label in angle brackets, which no label contains: one label is never a part of another. */
    public String text() {
        return names.stream().map(Labels::text).collect(Collectors.joining());
    }

    /** Returns one label in angle brackets. */
    public static String text(String name) {
        return "<" + name + ">";
    }

    public boolean isEmpty() {
        return names.isEmpty();
    }
}
