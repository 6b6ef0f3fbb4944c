/* Houses, towers, gates, churches, trees and sheep of the classic game as upright sprites. */
#ifndef TESSERA_DRAW_BUILDING_H
#define TESSERA_DRAW_BUILDING_H

#include "draw/shape.h"
#include "draw/theme.h"

enum { BUILDING_HOUSES = 6, BUILDING_PLANTS = 4 };

/* Writes "house0" to "house5", "tower0", "gate0", "church0", "monastery0", "plant0" to "plant3", "sheep0", "well0". */
void building_define(svg_writer *svg, const draw_theme *theme);

#endif
