#!/bin/sh
# The engine of the second argument, which plays well, between two filters: the first argument says what they
# do. The third one names a file for the number of a process that stays behind.
engine() { "$engine" hub; }
kind=$1 engine=$2

commands() {
    while read -r line; do
        case $kind:$line in
        ignores-quit:quit) continue ;;
        early-done:pos*) echo "done move=1-1" >&3 ;;
        early-level:level*) echo "done move=1-1" >&3 ;;
        at-new-game:new-game) echo "done move=1-1" >&3; echo "info depth=1 score=9.9" >&3 ;;
        esac
        echo "$line"
    done
}

messages() {
    while read -r line; do
        echo "$line"
        case $kind:$line in
        twice:done*) echo "$line" ;;
        many:done*) for _ in 1 2 3 4 5 6 7 8 9; do echo "done move=1-1"; done ;;
        info-after:done*) echo "info depth=99 score=99" ;;
        ready-twice:ready) echo ready; echo ready ;;
        pong-twice:pong) echo pong; echo; echo pong ;;
        wait-twice:wait) echo wait; echo "id name=again" ;;
        nonsense:done*) printf '\0\377\033[2J\n""=\n' ;;
        carriage:*) printf '\r\n' ;;
        esac
    done
}

if [ "$kind" = child ]; then
    sleep 600 &
    echo $! > "$3"
fi
exec 3>&1
commands | engine | messages
if [ "$kind" = ignores-quit ]; then
    sleep 600
fi
