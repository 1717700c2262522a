import { code128, type DrawingContext, ean13 } from 'bwip-js/generic'
import type { LabelCode } from '#shared/domain/labels/label-code.ts'

/** The modules of a code from left to right, `1` for black, without the quiet zones. Throws for a code it cannot write. */
export function barsOf({ kind, text }: LabelCode): string {
  const draw = drawnModules()
  return kind === 'ean13' ? ean13({ bcid: kind, text }, draw) : code128({ bcid: kind, text }, draw)
}

/** Collects the bars that the encoder draws, one module wide per point: it draws each as a line around its middle. */
function drawnModules(): DrawingContext<string> {
  const modules: boolean[] = []
  const nothing = () => undefined
  return {
    scale: () => [1, 1],
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init: nothing,
    line(x, _y0, _x1, _y1, width) {
      const from = x - Math.ceil(width / 2)
      for (let at = from; at < from + width; at += 1) modules[at] = true
    },
    polygon: nothing,
    hexagon: nothing,
    ellipse: nothing,
    fill: nothing,
    text: nothing,
    end: () => Array.from(modules, (isBlack) => (isBlack ? '1' : '0')).join(''),
  }
}
