# The processes between baton and a command that may run only while baton leads. Each is this text in a shell of its own:
#
#   sh -c 'eval "$BATON_LEASH_SCRIPT"' NAME MODE LEVEL PLACE MARK GRACE_MS PARENT REPORT DEADLINES CMD [ARG...]
#
#   baton -> watch -> run -> unshare -> init -> CMD      LEVEL namespace and user-namespace
#   baton -> watch -> run -> CMD                         LEVEL cgroup (PLACE: its folder) and marker (PLACE: its number)
#
# `watch` is the watchdog: it knows the deadline and ends the command when baton cannot. `run` waits, because a shell
# cannot wait for a child and for a time at once. `init` is process 1 of a pid namespace. In a namespace every arrow is
# a SIGKILL by the kernel: if a process dies, all to the right of it die, although nothing is awake and nothing is
# searched. On the other levels the watchdog outlives baton, searches for the processes of the command and kills them.
#
# DEADLINES and REPORT are files without a name: nothing can remove, fill or block them.
# DEADLINES has one line of fixed width, which baton overwrites: 10^12 + the deadline in milliseconds of uptime
# (CLOCK_BOOTTIME, which neither a freeze nor a suspend stops).
# REPORT begins with the gate, one letter: baton changes w (wait) to o (open) when the command may start, or to s (shut).
# One letter, because a shell reads byte by byte. Lines are appended:
# `ready` when the gate is all that is missing, after `init PID` in a namespace; `command PID` (baton's view); `stopping` before the watchdog sends a signal, `ended CODE` when
# CMD has ended, `gone` when no process of the command is left (levels cgroup and marker).

mode=$1 level=$2 place=$3 mark=$4 grace=$5 parent=$6 report=$7 deadlines=$8
shift 8
script='eval "$BATON_LEASH_SCRIPT"'

uptime_ms() { # -> $now, never later than the true time
  read -r now _ </proc/uptime
  now=${now%.*}${now#*.}0
}

pause() { # $1: milliseconds, below 1000. A signal that is trapped ends it early.
  pause=$((1000 + $1))
  sleep "0.${pause#1}" &
  wait $!
}

in_namespace() { case $level in *namespace) ;; *) false ;; esac }

# --- the command ---

await_gate() {
  uptime_ms
  last=$((now + 60000))
  gate=w
  while [ "$gate" = w ] && [ $now -lt $last ]; do # whoever opens it can have died
    read -r gate </proc/self/fd/5
    [ "$gate" != w ] || sleep 0.004
    uptime_ms
  done
  [ "$gate" = o ] || exit 126
}

check_command() { # exits as a shell does if CMD cannot be run
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
}

execute() { # CMD gets a session of its own and the signals that a shell ignores in the background
  check_command "$@"
  read -r pid _ <"$proc/self/stat"
  echo "command $pid" >&4
  unset BATON_LEASH_SCRIPT
  case $level in
    cgroup) echo 0 >"$place/cgroup.procs" || exit 126 ;;
    marker)
      export BATON_LEASH="$place"
      # No process can get rid of its hard limit. This one has no other effect.
      if prlimit "--rttime=$place:$place" true 2>/dev/null; then
        set -- prlimit "--rttime=$place:$place" -- "$@"
      fi
      ;;
  esac
  if ! in_namespace && command -v setpriv >/dev/null; then
    set -- setpriv --pdeathsig KILL -- "$@"
  fi
  set -- setsid -- "$@"
  if env --default-signal=INT true 2>/dev/null; then
    set -- env --default-signal=INT,QUIT "$@"
  fi
  exec "$@" 4>&- 5<&- 7<&- 9<&-
}

run_command() { # -> $code
  echo ready >&4
  await_gate
  exec 7<&0 # a shell gives /dev/null to a process in the background
  (trap - EXIT && execute "$@") <&7 &
  cmd=$!
  # A pipe of the command ends when the command closes it.
  exec </dev/null >/dev/null 2>&1 5<&- 7<&- 9<&-
  code=
  while [ -z "$code" ] || kill -s 0 $cmd; do # a trapped signal ends `wait` early
    wait $cmd
    code=$?
  done
  echo "ended $code" >&4
}

init() {
  exec 2>&8 8>&-
  proc=/proc/self/fd/9 # the /proc of baton
  trap 'kill -s TERM -- -1; kill -s CONT -- -1' TERM
  trap : HUP INT
  read -r pid _ <$proc/self/stat
  echo "init $pid" >&4
  run_command "$@"
  uptime_ms
  last=$((now + grace))
  if kill -s TERM -- -1; then
    kill -s CONT -- -1
    while kill -s 0 -- -1 && [ $now -lt $last ]; do
      sleep 0.005
      uptime_ms
    done
  fi
  exit $code # the kernel kills what is left
}

run() {
  [ "$PPID" = "$parent" ] || exit 126 # the watchdog died before the kernel was told to end this process with it
  trap : HUP INT TERM
  trap 'kill -s USR1 "$parent"' EXIT
  if in_namespace; then
    flags=
    exec 7<&0
    [ $level = namespace ] || flags='--user --map-current-user'
    # unshare(1) reports a killed init on stderr, so CMD gets its stderr as descriptor 8.
    setpriv --pdeathsig KILL -- sh -c '[ "$PPID" = "$0" ] && exec "$@"' $$ \
      unshare $flags --pid --fork --kill-child=KILL --mount-proc --propagation slave -- \
      sh -c "$script" "$mark" init "$level" "$place" "$mark" "$grace" 0 - - "$@" 8>&2 9</proc 2>/dev/null <&7 7<&- &
    unshare=$!
    exec </dev/null >/dev/null 2>&1 4>&- 5<&- 7<&-
    code=
    while [ -z "$code" ] || kill -s 0 $unshare; do
      wait $unshare
      code=$?
    done
  else
    proc=/proc
    run_command "$@"
  fi
  exit $code
}

# --- the processes of a command without a namespace ---

read_stat() { # $1: a stat file -> $state, $pgrp, $threads
  { line= && while read -r part; do line=$line$part; done <"$1"; } 2>/dev/null || return 1 # a name can contain newlines
  set -- ${line##*)}
  state=${1:-} pgrp=${3:-} threads=${18:-0}
  # A zombie has ended; it waits for a parent that may be frozen. But if only its main thread ended, others run.
  case $state in [ZX] | '') [ "$threads" -gt 1 ] ;; esac
}

find_group() { # -> true if a process of the command's group lives
  [ -n "$group" ] && kill -s 0 -- "-$group" 2>/dev/null || return 1
  for stat in /proc/[0-9]*/stat; do
    ! read_stat "$stat" || [ "$pgrp" != "$group" ] || return 0
  done
  return 1
}

find_marked() { # -> $strays, the pids with the marker, inside or outside the group; false if there is none
  strays=
  for file in $(grep -lszxF "BATON_LEASH=$place" /proc/[0-9]*/environ) \
    $(grep -lsE "^Max realtime timeout +$place +$place " /proc/[0-9]*/limits); do
    file=${file#/proc/} file=${file%/*}
    ! read_stat "/proc/$file/stat" || strays="$strays $file"
  done
  [ -n "$strays" ]
}

anything_lives() {
  if [ $level = cgroup ]; then
    strays=$(find "$place" -name cgroup.procs -exec cat {} + 2>/dev/null)
    ! grep -qsx 'populated 0' "$place/cgroup.events" && [ -e "$place/cgroup.events" ]
  elif find_group; then
    find_marked
    return 0
  else
    find_marked
  fi
}

signal_all() { kill -s "$1" -- ${group:+-$group} $strays 2>/dev/null; }

await_end_until() { # $1: uptime in ms
  step=2
  while anything_lives; do
    uptime_ms
    [ $now -lt "$1" ] || return 1
    pause $step
    [ $step -ge 20 ] || step=$((step * 2))
  done
}

kill_all() {
  while anything_lives; do
    # A process whose main thread has exited survives cgroup.kill, but not the signal.
    [ $level != cgroup ] || echo 1 >"$place/cgroup.kill"
    signal_all KILL
    pause 10
  done 2>/dev/null
  [ $level != cgroup ] || find "$place" -depth -type d -exec rmdir {} + 2>/dev/null
}

# --- the watchdog ---

read_deadline() { # twice, because this shell reads byte by byte while baton may write
  again=
  until [ "${deadline:-}" = "$again" ] && [ -n "$again" ]; do
    read -r deadline </proc/self/fd/3
    read -r again </proc/self/fd/3
  done
  deadline=$((deadline - 1000000000000))
}

read_report() { # -> $init, $group
  init= group=
  while read -r word number; do
    case $word in init) init=${init:-$number} ;; command) group=${group:-$number} ;; esac
  done </proc/self/fd/5
}

await_deadline() { # returns early if the command ended, if baton died, or if baton requests a stop
  while [ -z "$done$asked" ]; do
    read -r _ _ _ ppid _ <"/proc/$$/stat"
    [ "$ppid" = "$parent" ] || break
    read_deadline
    uptime_ms
    left=$((deadline - grace - now - 20))
    [ $left -gt 0 ] || break
    [ $left -lt 200 ] || left=200
    pause $left
  done
}

end_namespace() {
  [ -z "$init" ] || kill -s TERM "$init" 2>/dev/null
  uptime_ms
  while [ -z "$done" ] && [ -n "$init" ] && [ $now -lt $last ]; do
    pause 10
    uptime_ms
  done
  [ -n "$done" ] || kill -s KILL $runner
}

end_search() {
  if anything_lives; then
    signal_all TERM
    signal_all CONT
    await_end_until $last
  fi
  kill_all
  # Without a command, nothing ends a runner that waits at the gate.
  if [ -z "$group" ]; then
    kill -s KILL $runner
    read_report
    kill_all
  fi
}

watch() {
  [ "$PPID" = "$parent" ] || exit 126 # baton died before the kernel was told to end this process with it
  exec 3<"$deadlines" 4>>"$report" 5<"$report"
  done= asked= strays=
  trap 'done=1' USR1
  trap 'asked=1' TERM
  trap : HUP INT
  set -- sh -c "$script" baton-runner run "$level" "$place" "$mark" "$grace" $$ - - "$@"
  if command -v setpriv >/dev/null; then
    set -- setpriv --pdeathsig KILL -- "$@"
  fi
  exec 7<&0
  "$@" 3<&- <&7 7<&- &
  runner=$!
  exec </dev/null >/dev/null 2>&1 7<&-
  await_deadline
  [ -n "$done" ] || echo stopping >&4
  read_report
  uptime_ms
  guard=$((grace / 4))
  # On a busy machine the last steps take a moment, and they must be done by the deadline.
  [ $guard -le 100 ] || guard=100
  last=$((now + grace))
  [ $last -le $((deadline - guard)) ] || last=$((deadline - guard))
  if ! in_namespace; then
    end_search
  elif [ -z "$done" ]; then
    end_namespace
  fi
  code=
  while [ -z "$code" ] || kill -s 0 $runner 2>/dev/null; do
    wait $runner
    code=$?
  done
  in_namespace || echo gone >&4
  exit $code
}

case $mode in
  kill)
    group=$1 strays=
    kill_all
    ;;
  *) $mode "$@" ;;
esac
