package dev.baton.spi.recipe;

import dev.baton.spi.RunningCommand;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonFields;
import java.util.Map;
import java.util.Optional;

/**
 * The running command of a tenure.
 *
 * @param epoch the epoch of the tenure that started it
 * @param holder the instance id of that tenure
 */
public record CommandRecord(RunningCommand command, long epoch, String holder) {

    public String text() {
        return Json.write(Map.of("command", command.text(), "epoch", epoch, "holder", holder));
    }

    public static Optional<CommandRecord> read(String text) {
        return Json.ifWellFormed(() -> new JsonFields("command", Json.parseObject(text)))
                .flatMap(fields -> RunningCommand.parse(fields.textOrEmpty("command"))
                        .map(command -> new CommandRecord(
                                command, fields.numberOrZero("epoch"), fields.textOrEmpty("holder"))));
    }
}
