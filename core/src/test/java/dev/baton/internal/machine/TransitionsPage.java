package dev.baton.internal.machine;

import dev.baton.CandidateState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The whole product of states and inputs, as a page for people. */
final class TransitionsPage {
    private final StringBuilder page = new StringBuilder();

    String render() {
        page.append("""
                # Transitions

                Generated from the machine by `TransitionsDocTest`; the build fails when this page and the machine
                differ. Every input in every state: where it leads and what is done, in order, or why it is ignored.

                - The candidate made attempt #3; its reign, where it has one, has epoch 7; a new grant has epoch 8.
                - Durations are those of a validity of 10 s: renewal every 4 s, stop grace 2 s, drain 10 s, yield 2 s.
                - *grace* and *no auto_reacquire* are settings, both off otherwise. *else* means in all other cases.
                - **tell** goes to listeners. **Withdraw** drops whatever a lost reply may have left with the store.
                """);
        for (CandidateState state : CandidateState.values()) {
            section(state);
        }
        return page.toString();
    }

    private void section(CandidateState state) {
        page.append("\n## ").append(state).append("\n\n| input | when | leads to | does |\n|---|---|---|---|\n");
        Map<String, List<String>> ignored = new LinkedHashMap<>();
        byKind().forEach((kind, variants) -> {
            Map<Map<Outcome, List<String>>, List<String>> alike = new LinkedHashMap<>();
            for (Stimuli.Stimulus stimulus : variants) {
                alike.computeIfAbsent(outcomes(state, stimulus), same -> new ArrayList<>())
                        .add(stimulus.variant());
            }
            alike.forEach((outcomes, names) -> {
                String input = alike.size() == 1 ? kind : named(kind, names);
                Outcome first = outcomes.keySet().iterator().next();
                if (outcomes.size() == 1 && first.leadsTo.equals("ignored")) {
                    ignored.computeIfAbsent(first.does, why -> new ArrayList<>())
                            .add(input);
                } else {
                    rows(input, outcomes);
                }
            });
        });
        ignored.forEach((why, inputs) -> row(String.join(", ", inputs), "", "ignored", why));
    }

    private static Map<String, List<Stimuli.Stimulus>> byKind() {
        Map<String, List<Stimuli.Stimulus>> kinds = new LinkedHashMap<>();
        Stimuli.all()
                .forEach(stimulus -> kinds.computeIfAbsent(stimulus.kind(), kind -> new ArrayList<>())
                        .add(stimulus));
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

    private static Map<Outcome, List<String>> outcomes(CandidateState state, Stimuli.Stimulus stimulus) {
        List<Samples.Sample> samples = new ArrayList<>(Samples.of(state));
        Samples.Sample usual = samples.get(0);
        samples.add(usual.under("grace", Samples.GRACE));
        samples.add(usual.under("no auto_reacquire", Samples.ONCE));
        Map<Outcome, List<String>> outcomes = new LinkedHashMap<>();
        for (Samples.Sample sample : samples) {
            outcomes.computeIfAbsent(outcome(sample, stimulus), same -> new ArrayList<>())
                    .add(sample.name());
        }
        return outcomes;
    }

    private static Outcome outcome(Samples.Sample sample, Stimuli.Stimulus stimulus) {
        Transition transition;
        try {
            transition = Machine.step(sample.settings(), sample.candidacy(), stimulus.input());
        } catch (IllegalStateException impossible) {
            return new Outcome("impossible", "throws");
        }
        if (!transition.note().isEmpty()) {
            return new Outcome("ignored", transition.note());
        }
        String does = EffectWords.of(transition.effects());
        CandidateState next = transition.next().state();
        boolean stays = next == sample.candidacy().state();
        return new Outcome(
                stays ? "stays" : "**" + next + "**",
                does.isEmpty() ? EffectWords.remembers(sample, transition) : does);
    }

    /** The usual candidate's outcome last, as "else", unless it is the only one. */
    private void rows(String input, Map<Outcome, List<String>> outcomes) {
        List<Map.Entry<Outcome, List<String>>> ordered = new ArrayList<>(outcomes.entrySet());
        ordered.sort(Comparator.comparing(entry -> entry.getValue().contains("")));
        String shown = input;
        for (Map.Entry<Outcome, List<String>> entry : ordered) {
            String when = outcomes.size() == 1 ? "" : entry.getValue().contains("") ? "else" : join(entry.getValue());
            row(shown, when, entry.getKey().leadsTo, entry.getKey().does);
            shown = "";
        }
    }

    private void row(String input, String when, String leadsTo, String does) {
        page.append("| ").append(String.join(" | ", input, when, leadsTo, does)).append(" |\n");
    }

    private static String join(List<String> names) {
        return String.join("; ", names);
    }

    private record Outcome(String leadsTo, String does) {}
}
