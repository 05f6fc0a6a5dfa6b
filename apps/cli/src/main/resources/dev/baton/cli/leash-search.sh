# The processes of a command without a namespace: how the watchdog, or the runner without it, finds and kills them. See
# leash.sh, which needs this text before its own. The runner ($_b_runner) has the mark too, and is not counted.
#
# The mark of level `marker` is the hard limit of the real-time timeout, a number of 19 digits that begins with PLACE; a
# leash inside this one adds digits. The mark of `variable` is PLACE in the list BATON_LEASH, and the process group.

limit() { # prints the limit: PLACE, filled up with nines
  _b_nines=$_b_place
  while [ ${#_b_nines} -lt 19 ]; do _b_nines=${_b_nines}9; done
  echo "$_b_nines"
}

prepare_search() { # false if the mark is in use
  echo "witness:$_b_place:" >&4
  _b_runner= _b_group=
  measure_search
  [ -z "$_b_strays" ]
}

measure_search() { # -> $_b_scan: how long a search takes. The more processes, the earlier the end must begin.
  uptime_ms
  _b_from=$_b_now
  anything_lives
  uptime_ms
  # Searches on a busy machine differ: a longer one before is forgotten slowly.
  _b_scan=$((_b_scan * 3 / 4))
  [ $_b_scan -ge $((_b_now - _b_from)) ] || _b_scan=$((_b_now - _b_from))
  _b_measure_at=$((_b_now + 5000 + 50 * _b_scan))
}

keep_if_alive() { # $1: a pid
  [ "$1" = "$_b_runner" ] || [ "$1" = $$ ] || ! read_stat "/proc/$1/stat" || _b_strays="$_b_strays $1"
}

# $1: the name of a file of every process, $2: an extended regular expression. The report is a witness: a grep that is
# missing, cannot start, knows no -z or stops early does not find it, and then the shell reads by itself, which is slow.
search() {
  _b_files=
  [ -n "$_b_bash" ] || command eval '_b_files=$(
    grep -lszE -e "$2" -e "witness:$_b_place:" /proc/[0-9]*/"$1" "/proc/$$/fd/5"
  )'
  case $_b_files in
    *"/proc/$$/fd/5")
      for _b_file in ${_b_files%"/proc/$$/fd/5"}; do
        _b_file=${_b_file#/proc/}
        keep_if_alive "${_b_file%/*}"
      done
      ;;
    *)
      for _b_file in /proc/[0-9]*; do
        # A process that this user may not signal takes as long to read, and cannot be killed.
        [ -n "${_b_every:-}" ] || kill -s 0 "${_b_file#/proc/}" || continue
        ! "has_$1" "${_b_file#/proc/}" || keep_if_alive "${_b_file#/proc/}"
      done
      ;;
  esac
} 2>/dev/null

has_limits() { # $1: a pid
  while read -r _b_1 _b_2 _b_3 _b_4 _b_5 _b_rest; do
    case "$_b_1 $_b_2 $_b_3 $_b_5" in "Max realtime timeout $_b_place"*) return 0 ;; esac
  done <"/proc/$1/limits"
  return 1
}

has_environ() { # $1: a pid. The end of a variable is not visible, but no other text contains the number.
  [ $_b_level != marker ] || return 1 # too slow for a second mark
  while read -r _b_rest || [ -n "$_b_rest" ]; do
    case $_b_rest in *BATON_LEASH=*"$_b_place"*) return 0 ;; esac
  done <"/proc/$1/environ"
  return 1
}

has_stat() { read_stat "/proc/$1/stat" && [ "$_b_pgrp" = "$_b_group" ]; }

search_group() {
  signal_group 0
  [ -z "$_b_group" ] || search stat "\) [A-Za-z] [0-9]+ $_b_group "
}

list_members() { # $1: the folder of a control group
  while read -r _b_pid; do
    # A process of another pid namespace is listed as 0, which means something else to kill.
    [ "$_b_pid" = 0 ] || [ "$_b_pid" = "$_b_runner" ] || _b_strays="$_b_strays $_b_pid"
  done <"$1/cgroup.procs"
  for _b_folder in "$1"/*/ "$1"/.[!.]*/; do
    [ ! -d "$_b_folder" ] || list_members "${_b_folder%/}"
  done
} 2>/dev/null

anything_lives() { # -> $_b_strays: the processes of the command but for the runner; false if there is none
  _b_strays=
  case $_b_level in
    cgroup) list_members "$_b_place" ;;
    marker)
      search limits "Max realtime timeout +[^ ]+ +$_b_place[0-9]* "
      # A program can lower its limits by itself.
      search environ "^BATON_LEASH=(.* )?$_b_place( .*)?\$"
      ;;
    variable)
      search environ "^BATON_LEASH=(.* )?$_b_place( .*)?\$"
      search_group
      ;;
  esac
  [ -n "$_b_strays" ]
}

is_populated() { # -> true if a control group has a process, or one of its groups has
  while read -r _b_word _b_number; do
    [ "$_b_word" != populated ] || [ "$_b_number" != 0 ] || return 1
  done <"$_b_place/cgroup.events" && [ -e "$_b_place/cgroup.events" ]
} 2>/dev/null

signal_group() { # a group that is empty can be one of a stranger later
  [ -z "$_b_group" ] || { ! is_strange_group && kill -s "$1" -- "-$_b_group"; } || _b_group=
} 2>/dev/null

is_strange_group() { # -> true if another process has the pid of the command; while the group exists, none can
  _b_start=${_b_group_start:-}
  read_stat "/proc/$_b_group/stat"
  [ "$_b_start" != "${_b_group_start:-$_b_start}" ]
}

signal_all() { # one by one: bash would stop at the first that has ended
  signal_group "$1"
  for _b_pid in $_b_strays; do kill -s "$1" "$_b_pid"; done
} 2>/dev/null

await_end_until() { # $1: uptime in ms
  _b_step=2
  while anything_lives; do
    uptime_ms
    [ $_b_now -lt "$1" ] && ! is_past_wall_clock || return 1
    pause $_b_step
    [ $_b_step -ge 20 ] || _b_step=$((_b_step * 2))
  done
}

strike() { # kills what needs no search
  signal_group KILL
  [ -z "$_b_runner" ] || kill_runner
  # A process whose main thread has exited survives cgroup.kill, but not the signal.
  [ $_b_level != cgroup ] || echo 1 >"$_b_place/cgroup.kill"
} 2>/dev/null

kill_all() { # returns when nothing is left; the runner is killed too, unless it calls this itself
  strike
  signal_all KILL # those of the last search, because the next one may end after the deadline
  _b_every=
  # At last also those of other users: nothing kills them, but they must have ended.
  while anything_lives || { _b_every=1 && anything_lives; } ||
    { [ -n "$_b_runner" ] && runner_lives; } || { [ $_b_level = cgroup ] && is_populated; }; do
    signal_all KILL
    strike
    pause 10
  done
  [ $_b_level != cgroup ] || command eval 'find "$_b_place" -depth -type d -exec rmdir {} +'
} 2>/dev/null
