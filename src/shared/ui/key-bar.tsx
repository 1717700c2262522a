import { Fragment, type ReactNode } from 'react'
import { Kbd } from './kbd.tsx'
import classes from './key-bar.module.css'

export interface KeyHint {
  /** Several keys are pressed in sequence: ['G', 'S'] is shown as « G puis S ». */
  keys: readonly string[]
  label: string
}

interface KeyBarProps {
  hints: readonly KeyHint[]
  /** Content at the right: the age of the list, « ? Raccourcis ». */
  end?: ReactNode
}

/** Lists the keys that work on the current screen. */
export function KeyBar({ hints, end }: KeyBarProps) {
  return (
    <footer className={classes.bar} aria-label="Touches du clavier">
      {hints.map((hint) => (
        <KeyHintText key={hint.label} hint={hint} />
      ))}
      {end && <span className={classes.end}>{end}</span>}
    </footer>
  )
}

export function KeyHintText({ hint }: { hint: KeyHint }) {
  return (
    <span className={classes.hint}>
      {hint.keys.map((key, index) => (
        <Fragment key={index}>
          {index > 0 && 'puis'}
          <Kbd>{key}</Kbd>
        </Fragment>
      ))}
      {hint.label}
    </span>
  )
}
