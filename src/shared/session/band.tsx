import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import tones from '#shared/ui/tone.module.css'
import classes from './band.module.css'

interface BandProps {
  tone: 'danger' | 'warning' | 'success'
  words: string
  /** Label of the button. */
  label: string
  onButton: () => void
  children?: ReactNode
}

/** A message about this terminal above every screen, with one action. */
export function Band({ tone, words, label, onButton, children }: BandProps) {
  const Sign = tone === 'success' ? IconCircleCheck : IconAlertTriangle
  return (
    <section className={`${classes.band} ${tones[tone]}`} aria-label="État de ce poste">
      <Sign className={classes.sign} size={28} aria-hidden />
      <p role={tone === 'success' ? 'status' : 'alert'}>{words}</p>
      <Button variant="default" onClick={onButton}>
        {label}
      </Button>
      {children}
    </section>
  )
}
