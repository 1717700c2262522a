import type { ReactNode } from 'react'
import classes from './icon-tile.module.css'
import tones from './tone.module.css'

/** success settled or cash · info what someone else pays · accent mobile money · danger refused. Always beside a word. */
export type TileTone = 'neutral' | 'success' | 'info' | 'accent' | 'warning' | 'danger'

/** An icon (26 px at the counter) on its coloured ground, at the head of a row. */
export function IconTile({ tone = 'neutral', children }: { tone?: TileTone; children: ReactNode }) {
  return (
    <span className={`${classes.tile} ${tones[tone]}`} aria-hidden>
      {children}
    </span>
  )
}
