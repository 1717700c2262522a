import type { ReactNode } from 'react'
import classes from './icon-tile.module.css'
import tones from './tone.module.css'

/**
 * success: settled or cash; info: paid by someone else; accent: mobile money; danger: refused. Never without a word
 * beside it.
 */
export type TileTone = 'neutral' | 'success' | 'info' | 'accent' | 'warning' | 'danger'

/** An icon (26 px at the counter) on a coloured background, at the start of a row. */
export function IconTile({ tone = 'neutral', children }: { tone?: TileTone; children: ReactNode }) {
  return (
    <span className={`${classes.tile} ${tones[tone]}`} aria-hidden>
      {children}
    </span>
  )
}
