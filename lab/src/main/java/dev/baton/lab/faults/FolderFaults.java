package dev.baton.lab.faults;

import dev.baton.testkit.NetworkNamespaces.Cut;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Faults of state directories. */
final class FolderFaults {
    private FolderFaults() {}

    /** All voters lose their promises to a leader that is cut off. */
    static void promisesZeroed(FaultedGroup group, FaultedGroup.Leader leader, Random random) throws Exception {
        group.machines.cut(leader.id(), Cut.DROP);
        for (String id : others(leader.id())) {
            group.kill(id);
            damage(group.folder(id).resolve("promises"), random);
            group.start(id);
        }
        group.awaitLeader(leader.epoch());
        group.machines.heal(leader.id());
    }

    /** A member without its votes does not start, and is replaced. A new disk without a vote loses nothing. */
    static void votesZeroed(FaultedGroup group, FaultedGroup.Leader leader, Random random) throws Exception {
        String other = another(leader.id(), random);
        group.kill(other);
        Path votes = group.folder(other).resolve("votes");
        boolean hasVotes = !isZero(votes);
        damage(votes, random);
        group.start(other);
        if (!hasVotes) {
            return;
        }
        group.await(
                "the start without votes fails",
                () -> group.member(other).status().isEmpty());
        group.replace(other);
    }

    /** A member with an empty directory does not vote before it was replaced. */
    static void lost(FaultedGroup group, FaultedGroup.Leader leader, Random random) throws Exception {
        String other = another(leader.id(), random);
        group.kill(other);
        delete(group.folder(other));
        group.machines.cut(leader.id(), Cut.DROP);
        group.start(other);
        group.awaitLeader(leader.epoch());
        group.machines.heal(leader.id());
        if (group.member(other).status().filter(MemberUnderFault.Status::votes).isPresent()) {
            throw new IOException(other + " votes with an empty directory");
        }
        group.replace(other);
    }

    /** The directories of all voters move while the leader is cut off. What was not forced to the disk may be lost. */
    static void moved(FaultedGroup group, FaultedGroup.Leader leader, Random random) throws Exception {
        group.machines.cut(leader.id(), Cut.DROP);
        boolean promisesLost = random.nextBoolean();
        for (String id : others(leader.id())) {
            group.kill(id);
            Path place = group.newFolder(id);
            copy(group.folder(id), place);
            delete(group.folder(id));
            if (promisesLost) {
                damage(place.resolve("promises"), random);
            }
            group.useFolder(id, place);
            group.start(id);
        }
        group.awaitLeader(leader.epoch());
        group.machines.heal(leader.id());
    }

    /** A copy of the directory is started beside its member, which the others refuse. */
    static void copied(FaultedGroup group, FaultedGroup.Leader leader) throws Exception {
        Path place = group.newFolder(leader.id());
        group.kill(leader.id());
        copy(group.folder(leader.id()), place);
        group.start(leader.id());
        group.settle();
        long before = refused(group);
        MemberUnderFault second = group.startCopy(leader.id(), place);
        group.await("the others refuse the copy", () -> refused(group) > before);
        second.kill();
    }

    /** A copy of the leader's directory is started elsewhere while the leader still counts on its lease. */
    static void copiedFromCutOffLeader(FaultedGroup group, FaultedGroup.Leader leader) throws Exception {
        Path place = group.newFolder(leader.id());
        group.machines.cut(leader.id(), Cut.DROP);
        copy(group.folder(leader.id()), place);
        MemberUnderFault second = group.startCopy(leader.id(), place);
        group.await(
                "a leader after the lease",
                () -> group.leader(leader.epoch()).isPresent()
                        || second.status()
                                .filter(each -> each.epoch() > leader.epoch())
                                .isPresent());
        second.kill();
        group.machines.heal(leader.id());
        group.replace(leader.id());
    }

    /** A backup of the directory is restored, which the others refuse. */
    static void restored(FaultedGroup group, FaultedGroup.Leader leader, Random random) throws Exception {
        String other = another(leader.id(), random);
        Path backup = group.newFolder(other);
        group.kill(other);
        copy(group.folder(other), backup);
        group.start(other);
        group.settle();
        group.kill(other);
        delete(group.folder(other));
        copy(backup, group.folder(other));
        long before = refused(group);
        group.start(other);
        group.await("the others refuse the backup", () -> refused(group) > before);
        group.replace(other);
    }

    private static long refused(FaultedGroup group) throws Exception {
        long sum = 0;
        for (MemberUnderFault member : group.running()) {
            sum += member.status().map(MemberUnderFault.Status::refused).orElse(0L);
        }
        return sum;
    }

    private static List<String> others(String id) {
        return FaultedGroup.IDS.stream().filter(each -> !each.equals(id)).toList();
    }

    private static String another(String id, Random random) {
        List<String> others = others(id);
        return others.get(random.nextInt(others.size()));
    }

    private static boolean isZero(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        return Arrays.equals(bytes, new byte[bytes.length]);
    }

    /** Overwrites a file with zeros, or cuts it off. */
    private static void damage(Path file, Random random) throws IOException {
        Files.write(file, random.nextBoolean() ? new byte[(int) Files.size(file)] : new byte[0]);
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectory(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
