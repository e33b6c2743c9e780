#!/bin/sh
# A Slurm of one controller and three nodes on this machine, for tests: needs root, slurm-wlm, munge and ip (iproute2).
# Each node is a slurmd in a network namespace and with a host name of its own.
# Entered with nsenter: "ip netns exec" mounts /sys anew, without the control groups.
#
#     slurm-harness.sh start FOLDER       sets it up; its files are in FOLDER
#     slurm-harness.sh run FOLDER WORDS   runs a command where Slurm's programs find the controller
#     slurm-harness.sh kill FOLDER NODE   ends a node (n1, n2, n3) and all of its tasks at once, as a power failure does
#     slurm-harness.sh revive FOLDER NODE starts it again
#     slurm-harness.sh stop FOLDER        takes all of it down
#     slurm-harness.sh check              says what is missing here, and fails then
set -eu

prefix=docsearch-slurm
nodes='n1 n2 n3'

missing() {
    [ "$(id -u)" = 0 ] || { echo "it needs root"; return; }
    for program in ip unshare munged slurmctld slurmd sbatch; do
        command -v "$program" >/dev/null || { echo "there is no $program (apt install slurm-wlm munge iproute2)"; return; }
    done
    unshare -u -n true 2>/dev/null || { echo "it may not make namespaces"; return; }
    [ -d /sys/fs/cgroup/memory ] || { echo "there is no memory controller of cgroup version 1 in /sys/fs/cgroup/memory"; return; }
    mkdir "/sys/fs/cgroup/memory/$prefix-check" 2>/dev/null || { echo "it may not make cgroups"; return; }
    rmdir "/sys/fs/cgroup/memory/$prefix-check"
}

inside() {
    namespace=$1
    shift
    nsenter --net="/run/netns/$prefix-$namespace" env SLURM_CONF="$folder/slurm.conf" "$@"
}

write_settings() {
    cat >"$folder/slurm.conf" <<END
ClusterName=docsearch
SlurmctldHost=ctl(10.77.0.1)
SlurmUser=root
SlurmdUser=root
AuthInfo=socket=$folder/munge.socket
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool-%n
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd-%n.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/cgroup
JobAcctGatherType=jobacct_gather/linux
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
SlurmdParameters=config_overrides
PropagateResourceLimits=NONE
ReturnToService=2
JobRequeue=1
SlurmdTimeout=10
KillWait=5
MinJobAge=300
MaxArraySize=1001
SchedulerParameters=batch_sched_delay=0,sched_interval=2
MailProg=/bin/true
NodeName=n1 NodeAddr=10.77.0.11 CPUs=1 RealMemory=3000
NodeName=n2 NodeAddr=10.77.0.12 CPUs=1 RealMemory=3000
NodeName=n3 NodeAddr=10.77.0.13 CPUs=1 RealMemory=3000
PartitionName=day Nodes=n[1-3] Default=YES MaxTime=INFINITE State=UP
END
    cat >"$folder/cgroup.conf" <<END
CgroupPlugin=cgroup/v1
CgroupAutomount=no
ConstrainRAMSpace=yes
END
}

start_node() {
    nsenter --net="/run/netns/$prefix-$1" unshare -u sh -c 'hostname "$1" && shift && exec "$@"' sh "$1" \
        env SLURM_CONF="$folder/slurm.conf" slurmd -D -N "$1" >"$folder/slurmd-$1.out" 2>&1 </dev/null &
}

start() {
    mkdir -p "$folder/state"
    chmod 755 "$folder"
    ip netns add "$prefix-ctl"
    inside ctl ip link set lo up
    inside ctl ip link add br0 type bridge
    inside ctl ip addr add 10.77.0.1/24 dev br0
    inside ctl ip link set br0 up
    number=10
    for node in $nodes; do
        number=$((number + 1))
        ip netns add "$prefix-$node"
        inside ctl ip link add "$node" type veth peer name eth0 netns "$prefix-$node"
        inside ctl ip link set "$node" master br0 up
        inside "$node" ip link set lo up
        inside "$node" ip addr add "10.77.0.$number/24" dev eth0
        inside "$node" ip link set eth0 up
    done
    dd if=/dev/urandom of="$folder/munge.key" bs=1024 count=1 2>/dev/null
    chmod 400 "$folder/munge.key"
    # A folder for temporary files belongs to all: munged is told that this is meant.
    inside ctl munged --force --foreground --socket="$folder/munge.socket" --key-file="$folder/munge.key" \
        --pid-file="$folder/munge.pid" --seed-file="$folder/munge.seed" --log-file="$folder/munge.log" \
        >"$folder/munge.out" 2>&1 </dev/null &
    write_settings
    tries=0
    until [ -S "$folder/munge.socket" ]; do
        tries=$((tries + 1))
        [ "$tries" -lt 50 ] || { cat "$folder/munge.out" "$folder/munge.log" >&2; exit 1; }
        sleep 0.2
    done
    inside ctl unshare -u sh -c 'hostname ctl && exec slurmctld -D' >"$folder/slurmctld.out" 2>&1 </dev/null &
    for node in $nodes; do start_node "$node"; done
    tries=0
    until [ "$(inside ctl sinfo -h -N -t idle -o %n 2>/dev/null | wc -l)" = 3 ]; do
        tries=$((tries + 1))
        if [ "$tries" -ge 150 ]; then
            inside ctl sinfo >&2 || true
            tail -n 20 "$folder"/*.log "$folder"/*.out >&2
            exit 1
        fi
        sleep 0.4
    done
}

# All that runs in a namespace: nothing else does.
end_all() {
    for process in $(ip netns pids "$prefix-$1" 2>/dev/null); do kill -9 "$process" 2>/dev/null || true; done
}

stop() {
    for name in $nodes ctl; do
        end_all "$name"
        ip netns delete "$prefix-$name" 2>/dev/null || true
    done
    find /sys/fs/cgroup -depth -type d -path '*/slurm*' -exec rmdir {} \; 2>/dev/null || true
}

action=${1:-}
if [ "$action" = check ]; then
    reason=$(missing)
    [ -z "$reason" ] && exit 0
    echo "$reason"
    exit 1
fi
folder=${2:?a folder}
case $action in
    start)
        trap 'stop' EXIT
        start
        trap - EXIT
        ;;
    run)
        shift 2
        inside ctl "$@"
        ;;
    kill) end_all "$3" ;;
    revive) start_node "$3" ;;
    stop) stop ;;
    *) echo "slurm-harness.sh: there is no $action" >&2; exit 64 ;;
esac
