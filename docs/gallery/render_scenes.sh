#!/usr/bin/env bash
# Draws the pictures of the scenes in this folder again, with the program itself: about eight minutes.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."

draw() {  # SCENE PICTURE [options...]
  ./sinew render "scenes/$1.json" -o "docs/gallery/$2.png" --max-kb 300 "${@:3}"
}

draw bridge bridge --frames 55
draw car car --frames 60
draw cloth cloth --frames 118
draw figure_cuts figure_cuts
draw fur fur --frames 38 --size 1120x630
draw liver_cut liver_cut
draw pony pony
draw rabbit_cuts rabbit_cuts
draw rabbit_cuts rabbit_section --show levels --section z --set bodies.rabbit.cells=128
draw rabbit_softer rabbit_softer
draw rods rods
draw rods rods_thick --set cuts[0].blade.counts=[5,5]
draw slices slices
draw soft_layer soft_layer
draw strains strains
draw swing swing
draw towers towers --frames 40
draw towers towers_volume --frames 40 --show volume
draw towers towers_wire --frames 40 --show wire,stress
