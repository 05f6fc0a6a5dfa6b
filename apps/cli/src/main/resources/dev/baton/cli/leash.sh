# The watchdog next to a command that may run only while its starter leads.
#
#   setsid sh leash.sh start DIR HOLD GRACE_MS DEADLINE CMD [ARG...]
#   sh leash.sh kill DIR GROUP      does the work of a watchdog that was killed or hangs
#
# DIR has two FIFOs. The starter writes lines to `deadlines`: a number is a new deadline, in milliseconds
# of uptime (CLOCK_BOOTTIME, which neither a freeze nor a suspend stops); a word is a signal for the
# command's group. End of file means that the starter died, or requests a stop.
# The watchdog writes to `messages`: `armed PID` when it has started, `stopping` when it stops the command
# because the deadline is near, `ended` if CMD ended by itself before it was signalled, `gone` when no
# process of the command is left. Then it exits, which is the end of file.
#
# `start` runs in the process that becomes CMD: it starts the watchdog and then executes CMD, so that the
# pid, the process group and the exit code are those of CMD. The watchdog has a session of its own, so that
# nothing that ends CMD or the starter ends the watchdog. If HOLD is a file, the watchdog keeps it locked
# while any process of the command lives: those in its group, and those with BATON_LEASH=DIR in their
# environment, which also finds processes that left the group (setsid, daemons).

uptime_ms() { # -> $now, never later than the true time
  read -r now _ </proc/uptime
  now=${now%.*}${now#*.}0
}

read_stat() { # $1: a stat file -> $state, $pgrp, $threads
  { line= && while read -r part; do line=$line$part; done <"$1"; } 2>/dev/null || return 1 # a name can contain newlines
  set -- ${line##*)}
  state=${1:-} pgrp=${3:-} threads=${18:-0}
  # A zombie has ended; it waits for a parent that may be frozen. But if only its main thread ended, others run.
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

find_strays() { # -> $strays, the pids outside the group; false if there is none
  strays=
  for environ in $(grep -lszxF "BATON_LEASH=$dir" /proc/[0-9]*/environ); do
    environ=${environ%/environ}
    strays="$strays ${environ#/proc/}"
  done
  [ -n "$strays" ]
}

anything_lives() { # searches for both kinds, because both are signalled
  if group_lives; then
    find_strays
    return 0
  fi
  find_strays
}

signal() { kill -s "$1" -- "-$group" $strays 2>/dev/null; }

keep_hold() { # if the file was deleted, creates and locks a new one, because that is the one a successor finds
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
  # On a busy machine the last steps take a moment, and they must be done by the deadline.
  [ $last -le $((deadline - guard)) ] || last=$((deadline - guard))
  if [ $interrupted = 1 ]; then # it has received SIGINT: half the grace to react to that
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
    # dash has no read with a timeout; one dd is one read(2) of all available lines.
    # It must not keep `messages` open if the watchdog is killed.
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
  trap '' PIPE        # the starter may have exited; continue without it
  trap : HUP INT TERM # caught and not ignored, because the child of timeout would inherit ignored signals
  group=$1
  watch
  exit
fi
# Opening one end of a FIFO waits for the other end, which a starter that was killed never opens. So both ends
# are opened first, and one is closed again.
exec 7<>"$dir/deadlines" 3<"$dir/deadlines" 8<>"$dir/messages" 4>"$dir/messages" || exit 126
exec 7>&- 8>&-
if [ -n "$hold" ]; then
  exec 5>>"$hold" && flock -x 5 || exit 126
fi
# The watchdog gets no stdin and stdout: it may outlive the command and must not keep the command's pipes open.
# The subshell ends immediately, so that CMD has no unexpected child.
(
  setsid sh "$0" watch "$dir" "$hold" "$grace" "$deadline" $$ </dev/null >/dev/null 2>&1 &
  echo "armed $!" >&4
) || exit 126
found=$1
case $1 in
  */*) ;;
  *)
    found= IFS=: # not `command -v`, which also finds the builtins of this shell
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
