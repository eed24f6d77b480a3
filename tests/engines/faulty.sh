#!/bin/sh
# An engine that speaks Hub until it has to move. Then it does what the first argument says; with a second
# one only once: there it leaves a mark, and is the engine of the third one when it finds that.
if [ -n "$2" ]; then
    if [ -e "$2" ]; then
        exec "$3" hub
    fi
    : > "$2"
fi
while read -r command rest; do
    case $command in
    hub) echo "id name=Faulty version=1"; echo wait ;;
    init) echo ready ;;
    go)
        case $1 in
        hang) ;;
        crash) exit 3 ;;
        close) exec >&- ;;
        illegal) echo "done move=32-27x1" ;;
        nonsense) echo "done move=\"what?\"" ;;
        nothing) echo "done" ;;
        flood) yes "info depth=1 score=0.10 nodes=1" ;;
        endless) yes "info" | tr -d '\n' ;;
        binary) yes "$(printf '\377\376\377\376')" ;;
        complain) echo 'error message="bad position"' ;;
        esac
        ;;
    quit) exit 0 ;;
    esac
done
