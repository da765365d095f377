#!/usr/bin/env bash
# Draws the pictures of the scenes in this folder again, with the program itself: about ten minutes.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."

draw() {  # SCENE PICTURE [options...]
  ./sinew render "scenes/$1.json" -o "docs/gallery/$2.png" --max-kb 300 "${@:3}"
}

draw bears bears
draw bridge bridge --frames 55
draw car car --frames 60
draw cloth cloth --frames 118
draw cushion cushion --frames 25
draw drape drape
draw figure_cuts figure_cuts
draw finger_pad finger_pad --frames 60
draw forceps forceps --frames 80
draw fur fur --frames 38 --size 1120x630
draw heap heap
draw incline incline --frames 60
draw liver_cut liver_cut
draw liver_flap liver_flap --frames 62
draw liver_press liver_press --frames 62
draw otaduy_dragon otaduy_dragon --frames 200
draw otaduy_knot otaduy_knot --frames 40
draw pony pony
draw rabbit_cuts rabbit_cuts
draw rabbit_cuts rabbit_section --show levels --section z --set bodies.rabbit.cells=128
draw rabbit_poke rabbit_poke --frames 40
draw rabbit_softer rabbit_softer --frames 80
draw rods rods
draw rods rods_thick --set cuts[0].blade.counts=[5,5]
draw rope rope
draw slices slices
draw soft_layer soft_layer
draw stack stack --frames 110
draw strains strains
draw swing swing
draw towers towers --frames 40
draw towers towers_volume --frames 40 --show volume
draw towers towers_wire --frames 40 --show wire,stress
