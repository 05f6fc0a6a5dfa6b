package dev.baton.lab.nemesis.store;

import dev.baton.lab.nemesis.fault.ActiveFault;
import dev.baton.lab.nemesis.fault.TrialProcess;
import dev.baton.lab.nemesis.schedule.FaultKind;
import dev.baton.lab.nemesis.schedule.PlannedFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Faults of the state folder of a member, which is killed before and started afterwards.
 *
 * @param folder the folder
 * @param validity the validity of leaderships
 */
record MemberFolders(Path folder, Duration validity, TrialProcess member) {
    static final Set<FaultKind> KINDS = EnumSet.of(FaultKind.DAMAGE, FaultKind.COPY, FaultKind.RESTORE);

    ActiveFault of(PlannedFault fault) {
        if (fault.kind() == FaultKind.RESTORE) {
            return restore();
        }
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

    /** Starts the member with an older copy, after a start that the others have seen, and then with its own folder again. */
    private ActiveFault restore() {
        Path older = folder.resolveSibling(folder.getFileName() + "-older");
        Path newest = folder.resolveSibling(folder.getFileName() + "-newest");
        return ActiveFault.of(
                () -> {
                    member.kill();
                    FolderCopies.copy(folder, older);
                    member.start();
                    TimeUnit.MILLISECONDS.sleep(validity.multipliedBy(2).toMillis());
                    member.kill();
                    Files.move(folder, newest);
                    Files.move(older, folder);
                    member.start();
                    TimeUnit.MILLISECONDS.sleep(validity.toMillis());
                },
                () -> {
                    member.kill();
                    FolderCopies.delete(older);
                    if (Files.exists(newest)) {
                        FolderCopies.delete(folder);
                        Files.move(newest, folder);
                    }
                    member.start();
                });
    }

    /** Damaged promises count as lost: the member abstains as after a reboot. */
    private void damagePromises(int choice) throws IOException {
        Path promises = folder.resolve("promises");
        byte[] content = Files.readAllBytes(promises);
        switch (choice % 4) {
            case 0 -> Files.write(promises, new byte[0]);
            case 1 -> Files.write(promises, new byte[content.length]);
            case 2 -> Files.write(promises, Arrays.copyOf(content, content.length / 2));
            default -> {
                content[choice % content.length] ^= 1;
                Files.write(promises, content);
            }
        }
    }
}
