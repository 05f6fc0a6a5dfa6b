package dev.baton.internal.machine;

import dev.baton.CandidateState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Renders the transitions of every state and input as a page. */
final class TransitionsDocument {
    private final StringBuilder page = new StringBuilder();

    String render() {
        page.append("""
                # Transitions

                `TransitionsDocTest` generates this page from the state machine. The build fails if they differ.
                For every state and every input, the page shows the next state and the effects in order, or why the
                input is ignored.

                - Every request has a number. The last one is #3, and its answer is awaited where the state awaits one. An answer
                  to another request is *late*. A tenure has epoch 7, and a new grant has epoch 8.
                - The validity is 10 s: renewal every 4 s, stop grace 2 s, drain 10 s, reacquire delay 2 s.
                - By default `reconnectGrace` is empty and `autoReacquire` is on. *grace* and *autoReacquire off* mark
                  the rows with other settings. *otherwise* means in all other cases.
                - **publish** sends an event to the listeners. **Withdraw** removes whatever a request with a lost
                  reply may have left in the store.
                """);
        for (CandidateState state : CandidateState.values()) {
            section(state);
        }
        return page.toString();
    }

    private void section(CandidateState state) {
        page.append("\n## ").append(state).append("\n\n| input | when | next state | effects |\n|---|---|---|---|\n");
        Map<String, List<String>> ignored = new LinkedHashMap<>();
        byKind().forEach((kind, variants) -> {
            Map<Map<Outcome, List<String>>, List<String>> alike = new LinkedHashMap<>();
            for (SampleInputs.Sample input : variants) {
                alike.computeIfAbsent(outcomes(state, input), same -> new ArrayList<>())
                        .add(input.variant());
            }
            alike.forEach((outcomes, names) -> {
                String input = alike.size() == 1 ? kind : named(kind, names);
                Outcome first = outcomes.keySet().iterator().next();
                if (outcomes.size() == 1 && first.nextState.equals("ignored")) {
                    ignored.computeIfAbsent(first.effects, why -> new ArrayList<>())
                            .add(input);
                } else {
                    rows(input, outcomes);
                }
            });
        });
        ignored.forEach((why, inputs) -> row(String.join(", ", inputs), "", "ignored", why));
    }

    private static Map<String, List<SampleInputs.Sample>> byKind() {
        Map<String, List<SampleInputs.Sample>> kinds = new LinkedHashMap<>();
        SampleInputs.all()
                .forEach(input -> kinds.computeIfAbsent(input.kind(), kind -> new ArrayList<>())
                        .add(input));
        return kinds;
    }

    private static String named(String kind, List<String> variants) {
        String special = String.join(
                "; ", variants.stream().filter(name -> !name.isEmpty()).toList());
        String shown = special.isEmpty() ? "" : kind + " (" + special + ")";
        if (variants.contains("")) {
            return special.isEmpty() ? kind : kind + ", " + shown;
        }
        return shown;
    }

    private static Map<Outcome, List<String>> outcomes(CandidateState state, SampleInputs.Sample input) {
        List<SampleCandidacies.Sample> samples = new ArrayList<>(SampleCandidacies.of(state));
        SampleCandidacies.Sample standard = samples.get(0);
        samples.add(standard.with("grace", SampleCandidacies.GRACE));
        samples.add(standard.with("autoReacquire off", SampleCandidacies.ONCE));
        Map<Outcome, List<String>> outcomes = new LinkedHashMap<>();
        for (SampleCandidacies.Sample sample : samples) {
            outcomes.computeIfAbsent(outcome(sample, input), same -> new ArrayList<>())
                    .add(sample.name());
        }
        return outcomes;
    }

    private static Outcome outcome(SampleCandidacies.Sample sample, SampleInputs.Sample input) {
        Transition transition;
        try {
            transition = Machine.step(sample.settings(), sample.candidacy(), input.input());
        } catch (IllegalStateException impossible) {
            return new Outcome("impossible", "throws an exception");
        }
        if (!transition.note().isEmpty()) {
            return new Outcome("ignored", transition.note());
        }
        String effects = EffectText.of(transition.effects());
        CandidateState next = transition.next().state();
        boolean unchanged = next == sample.candidacy().state();
        return new Outcome(
                unchanged ? "unchanged" : "**" + next + "**",
                effects.isEmpty() ? EffectText.changes(sample, transition) : effects);
    }

    /** Adds the rows of an input, the outcome of the default sample last. */
    private void rows(String input, Map<Outcome, List<String>> outcomes) {
        List<Map.Entry<Outcome, List<String>>> ordered = new ArrayList<>(outcomes.entrySet());
        ordered.sort(Comparator.comparing(entry -> entry.getValue().contains("")));
        String shown = input;
        for (Map.Entry<Outcome, List<String>> entry : ordered) {
            String when =
                    outcomes.size() == 1 ? "" : entry.getValue().contains("") ? "otherwise" : join(entry.getValue());
            row(shown, when, entry.getKey().nextState, entry.getKey().effects);
            shown = "";
        }
    }

    private void row(String input, String when, String nextState, String effects) {
        page.append("| ")
                .append(String.join(" | ", input, when, nextState, effects))
                .append(" |\n");
    }

    private static String join(List<String> names) {
        return String.join("; ", names);
    }

    private record Outcome(String nextState, String effects) {}
}
