# The dead-man beside a command that may run only while its starter leads.
#
#   setsid sh leash.sh start DIR HOLD GRACE_MS DEADLINE CMD [ARG...]
#   sh leash.sh kill DIR GROUP      in the place of a dead-man that is gone or stands still
#
# DIR has two FIFOs. `deadlines` brings lines from the starter: a number is a new deadline, in
# milliseconds of uptime (CLOCK_BOOTTIME, which a freeze or a suspend does not stop); a word is a signal
# for the command's group. Its end of file means that the starter died or wants the command stopped.
# `news` takes answers: `armed PID` once the watcher is there, `stopping` because the deadline comes near,
# `ended` if CMD ended by itself before anything was done to it, `gone` once nothing of the command is left, and then the end of file.
#
# `start` is CMD's own process: it sets a watcher beside itself, then becomes CMD, so that the pid, the
# process group and the exit code are CMD's. The watcher lives in another session, so nothing that ends
# CMD or its starter ends the watcher. If HOLD is a file, the watcher keeps it locked for as long as anything
# of the command is left: its group, and whatever carries BATON_LEASH=DIR in its environment, which finds
# those that left the group (setsid, a daemon) too.

uptime_ms() { # -> $now, no later than the true time
  read -r now _ </proc/uptime
  now=${now%.*}${now#*.}0
}

read_stat() { # $1: a stat file -> $state, $pgrp, $threads
  { line= && while read -r part; do line=$line$part; done <"$1"; } 2>/dev/null || return 1 # names have newlines
  set -- ${line##*)}
  state=${1:-} pgrp=${3:-} threads=${18:-0}
  # Zombies wait for a starter that may be frozen; a dead main thread may leave others running.
  case $state in [ZX] | '') [ "$threads" -gt 1 ] ;; esac
}

main_lives() { read_stat "/proc/$group/stat"; }

group_lives() {
  kill -s 0 -- "-$group" 2>/dev/null || return 1
  for stat in /proc/[0-9]*/stat; do
    ! read_stat "$stat" || [ "$pgrp" != "$group" ] || return 0
  done
  return 1
}

find_strays() { # -> $strays, the pids outside the group; false when there is none
  strays=
  for environ in $(grep -lszxF "BATON_LEASH=$dir" /proc/[0-9]*/environ); do
    environ=${environ%/environ}
    strays="$strays ${environ#/proc/}"
  done
  [ -n "$strays" ]
}

anything_lives() { # both are looked for, because both are to be signalled
  if group_lives; then
    find_strays
    return 0
  fi
  find_strays
}

signal() { kill -s "$1" -- "-$group" $strays 2>/dev/null; }

keep_hold() { # somebody deleted the file: what is locked has to be what a successor finds
  [ -n "$hold" ] && [ ! -e "$hold" ] && [ -w "${hold%/*}" ] || return 0
  exec 5>>"$hold"
  flock -n -x 5
}

await_end_until() { # $1: uptime in ms
  pause=0.002
  while anything_lives; do
    keep_hold
    uptime_ms
    [ "$now" -lt "$1" ] || return 1
    sleep $pause
    case $pause in 0.002) pause=0.005 ;; 0.005) pause=0.01 ;; 0.01) pause=0.02 ;; esac
  done
}

stop_group() {
  main_lives || echo ended >&4
  uptime_ms
  last=$((now + grace))
  # On a busy machine the last steps take a moment, and they have to be over by the deadline.
  [ $last -le $((deadline - guard)) ] || last=$((deadline - guard))
  if [ $interrupted = 1 ]; then # it had its SIGINT: half the grace to obey that
    await_end_until $((now + (last - now) / 2)) && return
  fi
  anything_lives || return
  signal TERM
  signal CONT
  await_end_until $last || kill_all
}

kill_all() {
  while anything_lives; do
    keep_hold
    signal KILL
    sleep 0.01
  done
}

watch() {
  interrupted=0
  guard=$((grace / 4))
  [ $guard -le 100 ] || guard=100
  while :; do
    keep_hold
    uptime_ms
    left=$((deadline - grace - now - 20))
    if [ $left -le 0 ]; then
      echo stopping >&4
      break
    fi
    # dash cannot read with a time limit; one dd is one read(2) of whatever lines have come
    # and the one that waits must not keep `news` open when the watcher is killed
    lines=$(exec 4>&- && timeout $((left / 1000)).$(printf %03d $((left % 1000))) dd bs=4096 count=1 <&3 2>/dev/null)
    [ $? -ne 124 ] || continue
    [ -n "$lines" ] || break
    for line in $lines; do
      case $line in
        INT) interrupted=1 && signal INT ;;
        [A-Z]*) signal "$line" ;;
        *) deadline=$line ;;
      esac
    done
  done
  stop_group
  echo gone >&4
  rm -rf -- "$dir"
}

mode=$1 dir=$2 hold= strays=
if [ "$mode" = kill ]; then
  group=$3
  kill_all
  exit
fi
hold=$3 grace=$4 deadline=$5
shift 5
if [ "$mode" = watch ]; then
  umask 077
  trap '' PIPE        # the starter may be gone, and the rest is to be done all the same
  trap : HUP INT TERM # caught, not ignored: what is ignored would be ignored by timeout's child too
  group=$1
  watch
  exit
fi
# The opening of one end waits for the other, and a starter that was killed meanwhile never comes: so both ends
# are opened first, and one is closed again.
exec 7<>"$dir/deadlines" 3<"$dir/deadlines" 8<>"$dir/news" 4>"$dir/news" || exit 126
exec 7>&- 8>&-
if [ -n "$hold" ]; then
  exec 5>>"$hold" && flock -x 5 || exit 126
fi
# stdin and stdout go elsewhere: the watcher may outlive the command and must not keep its pipes open.
# The subshell ends at once, so that CMD has no child it does not know of.
(
  setsid sh "$0" watch "$dir" "$hold" "$grace" "$deadline" $$ </dev/null >/dev/null 2>&1 &
  echo "armed $!" >&4
) || exit 126
found=$1
case $1 in
  */*) ;;
  *)
    found= IFS=: # not `command -v`: what is built into this shell is not what will be run
    for folder in $PATH; do
      [ ! -f "$folder/$1" ] || [ ! -x "$folder/$1" ] || { found=$folder/$1 && break; }
    done
    unset IFS
    ;;
esac
if [ ! -e "$found" ]; then
  echo "baton: $1: not found" >&2
  exit 127
elif [ ! -f "$found" ] || [ ! -x "$found" ]; then
  echo "baton: $1: cannot be executed" >&2
  exit 126
fi
export BATON_LEASH="$dir"
if command -v setpriv >/dev/null; then
  exec setpriv --pdeathsig KILL -- "$@" 3<&- 4>&- 5>&-
fi
exec "$@" 3<&- 4>&- 5>&-
