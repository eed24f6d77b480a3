#!/bin/sh
# An engine that speaks Hub until it has to move. Then it does what the first argument says; with a second
# one only once: there it leaves a mark, and is the engine of the third one when it finds that.
if [ -n "$2" ]; then
    if [ -e "$2" ]; then
        exec "$3" hub
    fi
    : > "$2"
fi
# Uses the processor for a second or so.
burn() {
    round=0
    while [ $round -lt 600000 ]; do round=$((round + 1)); done
}
case $1 in
early-exit) exit 7 ;;
early-silence) sleep 600 ;;
early-close) exec >&-; sleep 600 ;;
early-flood) yes "id name=Faulty" ;;
early-garbage) printf '\0\377\033[2J\n\n\n%%s\n'; sleep 600 ;;
blind) echo wait; echo ready; sleep 600 ;;
esac
while read -r command rest; do
    case $command in
    hub) echo "id name=Faulty version=1"; echo wait ;;
    init)
        case $1 in
        no-ready) ;;
        error-at-init) printf 'error message="no\033[31m\007 such"\n' ;;
        *) echo ready ;;
        esac
        ;;
    ping)
        case $1 in
        no-pong) ;;
        wrong-pong) echo pung ;;
        *) echo pong ;;
        esac
        ;;
    go)
        case $1 in
        hang) ;;
        crash) exit 3 ;;
        signal) kill -9 $$ ;;
        close) exec >&-; sleep 600 ;;
        close-both) exec >&- <&-; sleep 600 ;;
        illegal) echo "done move=32-27x1" ;;
        other-board) echo "done move=50-44" ;;
        twice) echo "done move=1-1"; echo "done move=1-1" ;;
        nonsense) echo "done move=\"what?\"" ;;
        escapes) printf 'done move="\033[2J\033]0;title\007"\n' ;;
        nul) printf 'done move=\0\0\n' ;;
        binary-move) printf 'done move=\377\376\n' ;;
        long-move) printf 'done move=%s\n' "$(yes 1- | head -9999 | tr -d '\n')" ;;
        open-quote) echo 'done move="13-10' ;;
        nothing) echo "done" ;;
        empty) echo 'done move=""' ;;
        unfinished) printf 'done'; exit 0 ;;
        partial) printf 'done move=' ;;
        info-only) echo "info depth=1 score=0.10 nodes=1 pv=\"13-10\"" ;;
        pong-only) echo pong; echo ready; echo wait ;;
        garbage) printf '\t\001\002 \033[31m\n=\n"\n""=\n' ;;
        bestmove) echo "bestmove 13-10" ;;
        flood) yes "info depth=1 score=0.10 nodes=1" ;;
        endless) yes "info" | tr -d '\n' ;;
        empty-lines) yes "" ;;
        binary) yes "$(printf '\377\376\377\376')" ;;
        complain) echo 'error message="bad position"' ;;
        complain-badly) printf 'error message="bad\033[31m\007 position"\n' ;;
        slow) sleep 0.5; echo "done move=1-1" ;;
        burn) burn; echo "done move=1-1" ;;
        burn-child) (burn); echo "done move=1-1" ;;
        esac
        ;;
    quit) exit 0 ;;
    esac
done
