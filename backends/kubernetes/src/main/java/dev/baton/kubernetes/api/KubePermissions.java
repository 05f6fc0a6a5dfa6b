package dev.baton.kubernetes.api;

import dev.baton.support.json.Json;
import dev.baton.support.json.JsonFields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What the user may do to the Leases of the namespace, as the API server reports it. */
public record KubePermissions(KubeApi api) {
    private static final String GROUP = "coordination.k8s.io";
    private static final String RESOURCE = "leases";

    /** Returns whether the user may do this to every Lease. */
    public boolean isAllowed(String verb) {
        return review(Map.of("namespace", api.namespace(), "verb", verb, "group", GROUP, "resource", RESOURCE));
    }

    /** Returns whether the user may do this to the Lease with this name. */
    public boolean isAllowed(String verb, String name) {
        return review(
                Map.of("namespace", api.namespace(), "verb", verb, "group", GROUP, "resource", RESOURCE, "name", name));
    }

    private boolean review(Map<String, String> attributes) {
        JsonFields answer =
                api.post("authorization.k8s.io", "SelfSubjectAccessReview", Map.of("resourceAttributes", attributes));
        return section(answer, "status").flag("allowed", false);
    }

    /** Returns the names of the Leases that the user may read and update, if the rules name them. */
    public List<String> namedLeases() {
        JsonFields answer =
                api.post("authorization.k8s.io", "SelfSubjectRulesReview", Map.of("namespace", api.namespace()));
        Set<String> names = new TreeSet<>();
        Map<String, Set<String>> verbs = new LinkedHashMap<>();
        for (JsonFields rule : rules(section(answer, "status"))) {
            if (texts(rule, "apiGroups").anyMatch(GROUP::equals)
                    && texts(rule, "resources").anyMatch(RESOURCE::equals)) {
                texts(rule, "resourceNames")
                        .forEach(name -> texts(rule, "verbs")
                                .forEach(verb -> verbs.computeIfAbsent(name, any -> new TreeSet<>())
                                        .add(verb)));
            }
        }
        verbs.forEach((name, allowed) -> {
            if (allowed.contains("*") || allowed.containsAll(Set.of("get", "update"))) {
                names.add(name);
            }
        });
        return List.copyOf(names);
    }

    private static List<JsonFields> rules(JsonFields status) {
        List<JsonFields> rules = new ArrayList<>();
        if (status.object().get("resourceRules") instanceof List<?> all) {
            all.forEach(
                    rule -> Json.ifWellFormed(() -> JsonFields.of("rule", rule)).ifPresent(rules::add));
        }
        return rules;
    }

    private static Stream<String> texts(JsonFields rule, String key) {
        return rule.object().get(key) instanceof List<?> values
                ? values.stream().map(String::valueOf)
                : Stream.empty();
    }

    private static JsonFields section(JsonFields parent, String name) {
        return Optional.ofNullable(parent.object().get(name))
                .map(value -> JsonFields.of(name, value))
                .orElseGet(() -> new JsonFields(name, Map.of()));
    }
}
