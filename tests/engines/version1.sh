#!/bin/sh
# An engine that speaks version 1 of Hub. The one of the first argument, which speaks version 2, finds its moves.
engine=$1 depth=1 position= moves=
while read -r word rest; do
    case $word in
    hub) echo "name Old"; echo "author Nobody"; echo "country Nowhere"; echo wait ;;
    set) depth=${rest#depth } ;;
    init) echo ready ;;
    ping) echo pong ;;
    start) position= moves= ;;
    pos)
        # The player to move is a small letter, and a capital one in version 2.
        case $rest in
        w*) position="pos=W${rest#w}" moves= ;;
        b*) position="pos=B${rest#b}" moves= ;;
        *) echo "error bad position" ;;
        esac
        ;;
    move) moves="$moves $rest" ;;
    go)
        echo "info 1 1.0 -25 100 0.01 1.2 1-1"
        printf 'init\npos %s moves="%s"\nlevel depth=%s\ngo think\n' "$position" "$moves" "$depth" |
            "$engine" hub | sed -n 's/^done move=\([^ ]*\).*/move \1/p'
        ;;
    quit) exit ;;
    depth | time | level | new | stop) ;;
    *) echo "error $word" ;;
    esac
done
