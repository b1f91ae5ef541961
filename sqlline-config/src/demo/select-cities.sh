#!/bin/sh
# Makes the demo's sample from the full corpus, deterministically: of each ring below every n-th line in file order up to
# its quota, and the named cities. usage: select-cities.sh cities.jsonl.gz > cities-sample.jsonl.gz
set -eu
rings='JP/40=28 JP/19=24 JP/34=16 JP/04=16 JP/22=20 JP/32=20 JP/01=16 JP/07=16 JP/12=16
FR/11=32 FR/75=20 FR/84=24 FR/93=24 GB/ENG=24 DE/16=16 IT/07=16 ES/29=16 US/CA=24 US/NY=16 IN/16=16 BR/27=16 AU/02=12'
names='Tokyo Kyoto Osaka Yokohama Nagoya Fukuoka Sapporo Kawasaki Paris Nice Marseille Lyon London Berlin Rome Madrid Mumbai Sydney'
once=$(mktemp)
trap 'rm -f "$once"' EXIT
gzip -dc "$1" >"$once"
awk -v rings="$rings" -v names="$names" '
  BEGIN {
    n = split(rings, r, /[ \n]+/)
    for (i = 1; i <= n; i++) { split(r[i], kv, "="); quota["cities/" kv[1]] = kv[2] }
    n = split(names, m, " ")
    for (i = 1; i <= n; i++) pinned[m[i]] = 1
  }
  { split($0, q, "\""); ring = q[4]; name = q[10] }
  !(ring in quota) { next }
  NR == FNR { total[ring]++; next }
  {
    step = int(total[ring] / quota[ring]); if (step < 1) step = 1
    if ((seen[ring]++ % step == 0 && taken[ring]++ < quota[ring]) || name in pinned) print
  }
' "$once" "$once" | gzip -9n
