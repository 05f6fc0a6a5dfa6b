package dev.baton.lab.nemesis.store;

import dev.baton.lab.nemesis.fault.ActiveFault;
import dev.baton.lab.nemesis.fault.TrialProcess;
import dev.baton.lab.nemesis.schedule.FaultKind;
import dev.baton.lab.nemesis.schedule.PlannedFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;

/**
 * Faults of the state folder of a member, which is killed before and started afterwards.
 *
 * @param folder the folder
 */
record MemberFolders(Path folder, TrialProcess member) {
    static final Set<FaultKind> KINDS = EnumSet.of(FaultKind.DAMAGE, FaultKind.COPY);

    ActiveFault of(PlannedFault fault) {
        return ActiveFault.of(
                () -> {
                    member.kill();
                    if (fault.kind() == FaultKind.COPY) {
                        FolderCopies.replaceByCopy(folder);
                    } else {
                        damagePromises(fault.choice());
                    }
                },
                member::start);
    }

    /** Damaged promises count as lost: the member abstains as after a reboot. */
    private void damagePromises(int choice) throws IOException {
        Path promises = folder.resolve("promises");
        byte[] content = Files.readAllBytes(promises);
        switch (choice % 3) {
            case 0 -> Files.write(promises, new byte[0]);
            case 1 -> Files.write(promises, new byte[content.length]);
            default -> {
                content[choice % content.length] ^= 1;
                Files.write(promises, content);
            }
        }
    }
}
