package dev.baton.lab.nemesis.fault;

import dev.baton.lab.nemesis.schedule.FaultKind;
import dev.baton.lab.nemesis.schedule.PlannedFault;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The faults against processes, which every store has.
 *
 * @param clock the clock of the process whose wall clock can be set
 * @param folder the folder of the trial
 */
public record ProcessFaults(TrialProcesses processes, Optional<FakeClock> clock, Path folder) {
    /** The kinds of these faults. */
    public static final Set<FaultKind> KINDS = EnumSet.of(
            FaultKind.KILL,
            FaultKind.FREEZE,
            FaultKind.FREEZE_ALL,
            FaultKind.KILL_ALL,
            FaultKind.ISOLATE,
            FaultKind.HIDE,
            FaultKind.SETTINGS,
            FaultKind.PRIVATE_TMP,
            FaultKind.RUN_FREEZER,
            FaultKind.RESTART,
            FaultKind.STORM,
            FaultKind.CLOCK,
            FaultKind.STARVE,
            FaultKind.RUN_KILL,
            FaultKind.RUN_FREEZE);

    private static final int MAX_CALLS = 120;

    /** Returns the fault; empty if it has no target. */
    public Optional<ActiveFault> of(PlannedFault fault) {
        return switch (fault.kind()) {
            case FREEZE_ALL -> Optional.of(freezeAll());
            case KILL_ALL -> Optional.of(killAll());
            case STARVE -> Optional.of(new BusyProcesses());
            case CLOCK ->
                clock.map(shifted -> ActiveFault.of(
                        () -> shifted.step(fault.choice() % 2 == 0 ? "+1h" : "-1h"), () -> shifted.step("+0")));
            default -> processes.target(fault).flatMap(target -> on(target, fault));
        };
    }

    private Optional<ActiveFault> on(TrialProcess target, PlannedFault fault) {
        return switch (fault.kind()) {
            case KILL -> Optional.of(ActiveFault.of(target::kill, target::start));
            case FREEZE -> Optional.of(ActiveFault.of(target::freeze, target::thaw));
            case RESTART ->
                Optional.of(ActiveFault.of(target::requestStop, () -> {
                    target.awaitStop();
                    target.start();
                }));
            case STORM ->
                Optional.of(ActiveFault.once(
                        () -> target.command("storm " + fault.choice() + " " + (20 + fault.choice() % MAX_CALLS))));
            case ISOLATE -> Optional.of(variant(target, ProcessVariant.OWN_NAMESPACES));
            case HIDE -> Optional.of(variant(target, ProcessVariant.HIDDEN));
            case SETTINGS -> Optional.of(changed(target, ProcessVariant.LONGER_VALIDITY));
            case PRIVATE_TMP -> Optional.of(changed(target, ProcessVariant.PRIVATE_TMP));
            case RUN_FREEZER ->
                ControlGroupFreezer.of(fault.choice(), target, folder).map(freezer -> freezer);
            case RUN_KILL -> Optional.of(killRun(target, fault.choice()));
            case RUN_FREEZE -> Optional.of(freezeRun(target, fault.choice()));
            default -> Optional.empty();
        };
    }

    private ActiveFault freezeAll() {
        return ActiveFault.of(
                () -> {
                    for (TrialProcess process : processes.candidates()) {
                        process.freeze();
                    }
                },
                () -> {
                    for (TrialProcess process : processes.candidates()) {
                        process.thaw();
                    }
                });
    }

    private ActiveFault killAll() {
        return ActiveFault.of(() -> processes.candidates().forEach(TrialProcess::kill), () -> {
            for (TrialProcess process : processes.candidates()) {
                process.start();
            }
        });
    }

    private static ActiveFault variant(TrialProcess target, ProcessVariant variant) {
        return ActiveFault.of(() -> target.restart(variant), () -> target.restart(ProcessVariant.USUAL));
    }

    /** Changes a process until the next such fault; other faults hit it meanwhile. */
    private static ActiveFault changed(TrialProcess target, ProcessVariant variant) {
        return ActiveFault.once(() -> target.restart(target.variant() == variant ? ProcessVariant.USUAL : variant));
    }

    private static ActiveFault killRun(TrialProcess target, int choice) {
        RunParts part = RunParts.of(choice);
        return ActiveFault.of(
                () -> {
                    if (part == RunParts.BATON || part == RunParts.ALL) {
                        target.kill();
                    } else {
                        ProcessSignals.send("KILL", part.of(target));
                    }
                },
                target::start);
    }

    /** A watchdog that reads nothing has full pipes after a while; then baton is stopped. */
    private ActiveFault freezeRun(TrialProcess target, int choice) {
        List<Long> frozen = new ArrayList<>();
        RunParts part = RunParts.of(choice);
        return ActiveFault.of(
                () -> {
                    frozen.addAll(part.of(target));
                    ProcessSignals.send("STOP", frozen);
                    if (part == RunParts.WATCHDOG) {
                        FullPipes.in(folder);
                        target.requestStop();
                    }
                },
                () -> ProcessSignals.send("CONT", frozen));
    }
}
