package dev.baton.quorum;

import dev.baton.quorum.disk.TenureCommand;
import dev.baton.quorum.step.Vote;
import dev.baton.spi.RunningCommand;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFields;
import dev.baton.support.json.JsonObject;
import dev.baton.support.text.Names;
import java.util.Optional;

/**
 * A note between members about the running command of a tenure. Its sender is authenticated; everything in it is checked
 * here. Members of earlier versions ignore such notes.
 */
sealed interface CommandNote {
    /** The beginning of all these notes. */
    String BEGINNING = "{\"note\":\"command";

    /** Applies this note to the receiver. */
    void apply(GroupCommands receiver, String sender);

    /** Returns this as JSON. */
    String text();

    /** Asks the receiver to keep the command of a tenure. Only the leader of that epoch may ask. */
    record Keep(TenureCommand command) implements CommandNote {
        @Override
        public void apply(GroupCommands receiver, String sender) {
            receiver.keep(sender, command);
        }

        @Override
        public String text() {
            return Json.write(note("command", command.election(), command.epoch())
                    .with("number", command.number())
                    .with("instance_id", command.instanceId())
                    .with("command", command.command()));
        }
    }

    /** Confirms that the sender keeps this command. */
    record Kept(String election, long epoch, String command) implements CommandNote {
        @Override
        public void apply(GroupCommands receiver, String sender) {
            receiver.kept(sender, this);
        }

        @Override
        public String text() {
            return Json.write(note("command_kept", election, epoch).with("command", command));
        }
    }

    /** States that the command has ended. Only the member that recorded it may send this. */
    record Ended(String election, long epoch, String command) implements CommandNote {
        @Override
        public void apply(GroupCommands receiver, String sender) {
            receiver.ended(sender, this);
        }

        @Override
        public String text() {
            return Json.write(note("command_ended", election, epoch).with("command", command));
        }
    }

    /** Asks for the newest command that the receiver keeps. Only the leader of that epoch may ask. */
    record Query(String election, long epoch) implements CommandNote {
        @Override
        public void apply(GroupCommands receiver, String sender) {
            receiver.query(sender, this);
        }

        @Override
        public String text() {
            return Json.write(note("command?", election, epoch));
        }
    }

    /** Answers a {@link Query} of that epoch. */
    record Known(String election, long epoch, Optional<TenureCommand> command) implements CommandNote {
        @Override
        public void apply(GroupCommands receiver, String sender) {
            receiver.known(sender, this);
        }

        @Override
        public String text() {
            JsonObject note = note("command_known", election, epoch);
            command.ifPresent(found -> note.with("command_epoch", found.epoch())
                    .with("number", found.number())
                    .with("member", found.member())
                    .with("instance_id", found.instanceId())
                    .with("command", found.command()));
            return Json.write(note);
        }
    }

    /**
     * Returns the note about a command in a note of this sender; empty if it is another note.
     *
     * @throws JsonException if a field is missing or has a value that no member sends
     */
    static Optional<CommandNote> in(String sender, String note) {
        if (!note.startsWith(BEGINNING)) {
            return Optional.empty();
        }
        JsonFields fields = new JsonFields("note", Json.parseObject(note));
        String election = name(fields, "election");
        long epoch = epoch(fields, "epoch");
        return switch (fields.text("note")) {
            case "command" ->
                Optional.of(new Keep(new TenureCommand(
                        election,
                        epoch,
                        positive(fields, "number"),
                        sender,
                        name(fields, "instance_id"),
                        command(fields))));
            case "command_kept" -> Optional.of(new Kept(election, epoch, command(fields)));
            case "command_ended" -> Optional.of(new Ended(election, epoch, command(fields)));
            case "command?" -> Optional.of(new Query(election, epoch));
            case "command_known" -> Optional.of(new Known(election, epoch, known(fields, election, epoch)));
            default -> Optional.empty();
        };
    }

    private static Optional<TenureCommand> known(JsonFields fields, String election, long epoch) {
        if (fields.optionalText("command").isEmpty()) {
            return Optional.empty();
        }
        long recorded = epoch(fields, "command_epoch");
        if (recorded >= epoch) {
            throw new JsonException("note: \"command_epoch\" " + recorded + " is not below epoch " + epoch);
        }
        return Optional.of(new TenureCommand(
                election,
                recorded,
                positive(fields, "number"),
                name(fields, "member"),
                name(fields, "instance_id"),
                command(fields)));
    }

    private static String name(JsonFields fields, String key) {
        String name = fields.text(key);
        if (!Names.isName(name)) {
            throw new JsonException("note: \"" + key + "\" is not a name");
        }
        return name;
    }

    private static long epoch(JsonFields fields, String key) {
        long epoch = positive(fields, key);
        if (epoch > Vote.HIGHEST_TERM) {
            throw new JsonException("note: \"" + key + "\" " + epoch + " is above the highest term");
        }
        return epoch;
    }

    private static long positive(JsonFields fields, String key) {
        long number = fields.number(key);
        if (number <= 0) {
            throw new JsonException("note: \"" + key + "\" has to be positive, but is " + number);
        }
        return number;
    }

    private static String command(JsonFields fields) {
        return RunningCommand.parse(fields.text("command"))
                .orElseThrow(() -> new JsonException("note: \"command\" is not the identity of a process"))
                .text();
    }

    private static JsonObject note(String kind, String election, long epoch) {
        return new JsonObject().with("note", kind).with("election", election).with("epoch", epoch);
    }
}
