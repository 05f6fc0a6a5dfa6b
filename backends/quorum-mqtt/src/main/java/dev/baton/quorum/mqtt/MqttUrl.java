package dev.baton.quorum.mqtt;

import dev.baton.quorum.GroupUrlParameters;
import dev.baton.quorum.step.QuorumTiming;
import dev.baton.support.text.Names;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * {@code mqtt://} or, under TLS, {@code mqtts://BROKER:PORT/GROUP?self=ID&members=ID,…&state=DIR&key-file=F}, or without self and state for one that
 * only looks on.
 *
 * @param self this member's name; empty for one that only looks on
 * @param members all members, this one included
 * @param json whether messages are written as JSON
 * @param off whether it is to take no part
 */
record MqttUrl(
        BrokerAccess access,
        String group,
        String self,
        Set<String> members,
        Path state,
        Path keyFile,
        QuorumTiming settings,
        boolean json,
        boolean off) {
    private static final String SECURE = "mqtts:";
    private static final String FORM = "mqtt://BROKER:PORT/GROUP?self=ID&members=ID,ID,…&state=DIR&key-file=FILE";

    MqttUrl {
        members = Set.copyOf(members);
    }

    boolean isObserver() {
        return self.isEmpty();
    }

    static MqttUrl parse(String url, Map<String, String> environment) {
        boolean secure = url.startsWith(SECURE);
        int question = url.indexOf('?');
        String place = url.substring(url.indexOf("//") + 2, question < 0 ? url.length() : question);
        Set<String> own = new TreeSet<>(BrokerAccess.OPTIONS);
        own.addAll(Set.of("self", "members", "codec"));
        GroupUrlParameters options =
                new GroupUrlParameters("mqtt", FORM, question < 0 ? "" : url.substring(question + 1), own);
        if (place.indexOf('@') >= 0) {
            throw options.wrong("a name for the broker is user=NAME, its password is in password-file=FILE or in "
                    + BrokerLogin.VARIABLE);
        }
        int slash = place.indexOf('/');
        if (slash < 1 || slash == place.length() - 1) {
            throw options.wrong("\"" + place + "\" is not BROKER:PORT/GROUP");
        }
        String self = options.get("self").map(id -> Names.check("member", id)).orElse("");
        Set<String> members = members(options);
        if (!self.isEmpty() && !members.contains(self)) {
            throw options.wrong("member " + self + " is not among the members " + members);
        }
        return new MqttUrl(
                BrokerAccess.in(options, broker(options, place.substring(0, slash), secure), environment),
                Names.check("group", place.substring(slash + 1)),
                self,
                members,
                options.state(self),
                options.keyFile(),
                options.settings(),
                isJson(options),
                options.isOff());
    }

    private static BrokerAddress broker(GroupUrlParameters options, String text, boolean secure) {
        try {
            return BrokerAddress.parse(text, secure);
        } catch (NumberFormatException wrong) {
            throw options.wrong("\"" + text + "\" is not HOST:PORT");
        }
    }

    private static Set<String> members(GroupUrlParameters options) {
        Set<String> members = new TreeSet<>();
        String text = options.get("members").orElse("");
        for (String id : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            if (!members.add(Names.check("member", id))) {
                throw options.wrong("member " + id + " is named twice");
            }
        }
        if (members.isEmpty()) {
            throw options.wrong("members is missing: the names of all members");
        }
        return members;
    }

    private static boolean isJson(GroupUrlParameters options) {
        String codec = options.get("codec").orElse("binary");
        if (!codec.equals("json") && !codec.equals("binary")) {
            throw options.wrong("codec is json or binary, not \"" + codec + "\"");
        }
        return codec.equals("json");
    }
}
