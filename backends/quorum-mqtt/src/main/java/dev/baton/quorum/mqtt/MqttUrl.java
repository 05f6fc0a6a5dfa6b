package dev.baton.quorum.mqtt;

import dev.baton.quorum.GroupUrlParameters;
import dev.baton.quorum.TlsFiles;
import dev.baton.quorum.step.QuorumTiming;
import dev.baton.support.text.Names;
import dev.baton.support.text.UrlParameters;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A parsed URL {@code mqtt://BROKER:PORT/GROUP?self=ID&members=ID,…&state=DIR&key-file=F}, with {@code mqtts://} for
 * TLS; {@code self} and {@code state} are absent for an observer.
 *
 * @param self the name of this member; empty for an observer
 * @param members all members, this one included
 * @param format how messages are written and sent
 * @param disabled whether this process does not take part in the group
 */
record MqttUrl(
        BrokerAccess access,
        String group,
        String self,
        Set<String> members,
        Path state,
        Path keyFile,
        QuorumTiming timing,
        MessageFormat format,
        boolean disabled) {
    private static final String FORM = "mqtt://BROKER:PORT/GROUP?self=ID&members=ID,ID,…&state=DIR&key-file=FILE";

    MqttUrl {
        members = Set.copyOf(members);
    }

    boolean isObserver() {
        return self.isEmpty();
    }

    static MqttUrl parse(String url, Map<String, String> environment) {
        return UrlParameters.parse(url, FORM, any -> checked(url, environment));
    }

    private static MqttUrl checked(String url, Map<String, String> environment) {
        List<String> own = new ArrayList<>(List.of("self", "members", "codec", "qos"));
        own.addAll(BrokerAccess.PARAMETERS);
        own.addAll(TlsFiles.PARAMETERS);
        GroupUrlParameters parameters = new GroupUrlParameters(url, FORM, own);
        String place = UrlParameters.withoutParameters(url).substring(url.indexOf("//") + 2);
        parameters.require(
                place.indexOf('@') < 0,
                "the user name for the broker is user=NAME; its password is in password-file=FILE" + " or in "
                        + BrokerLogin.VARIABLE);
        int slash = place.indexOf('/');
        parameters.require(slash > 0 && slash < place.length() - 1, "\"" + place + "\" is not BROKER:PORT/GROUP");
        String self =
                parameters.get("self").map(id -> Names.check("member", id)).orElse("");
        Set<String> members = members(parameters);
        parameters.require(
                self.isEmpty() || members.contains(self),
                "member " + self + " is not one of members=" + String.join(",", members));
        BrokerAddress broker = broker(parameters, place.substring(0, slash), url.startsWith("mqtts:"));
        return new MqttUrl(
                BrokerAccess.in(parameters, broker, environment),
                Names.check("group", place.substring(slash + 1)),
                self,
                members,
                parameters.state(self),
                parameters.keyFile(),
                parameters.timing(),
                format(parameters),
                parameters.isDisabled());
    }

    /** Nothing depends on a quality of service: messages that are lost are repeated, and repeated ones are rejected. */
    private static MessageFormat format(GroupUrlParameters parameters) {
        boolean json = parameters.oneOf("codec", "binary", "json").equals("json");
        boolean seed = parameters.get("profile").filter("seed"::equals).isPresent();
        String qos = seed ? parameters.oneOf("qos", "2", "0") : parameters.oneOf("qos", "0", "2");
        return new MessageFormat(json, Integer.parseInt(qos));
    }

    private static BrokerAddress broker(GroupUrlParameters parameters, String text, boolean secure) {
        try {
            return BrokerAddress.parse(text, secure);
        } catch (NumberFormatException invalid) {
            throw parameters.wrong("\"" + text + "\" is not HOST:PORT");
        }
    }

    private static Set<String> members(GroupUrlParameters parameters) {
        Set<String> members = new TreeSet<>();
        for (String id : parameters.list("members")) {
            parameters.require(members.add(Names.check("member", id)), "member " + id + " is named twice");
        }
        parameters.require(!members.isEmpty(), "members is missing: the names of all members");
        return members;
    }
}
