import { IconAlertCircle, IconCheck, IconClock, IconPrinterOff, IconSend } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { catalogueEntry } from '#shared/domain/error-catalogue.ts'
import { IconTile } from '#shared/ui/icon-tile.tsx'
import { Money } from '#shared/ui/money.tsx'
import classes from './queued-row.module.css'

interface QueuedRowProps {
  state: 'waiting' | 'sending' | 'stuck' | 'refused' | 'kept'
  title: string
  /** « 12:03 · 2 lignes · Espèces » */
  facts: string
  amount?: number | null
  /** At the end of the row, under the amount: « En attente ». */
  word?: string
  /** Below the row: the reason and the gestures. */
  children?: ReactNode
}

const signs = {
  waiting: [IconClock, 'neutral'],
  sending: [IconSend, 'info'],
  kept: [IconCheck, 'success'],
  stuck: [IconPrinterOff, 'warning'],
  refused: [IconAlertCircle, 'danger'],
} as const

/** One item made on this terminal that waits for the server or the printer. */
export function QueuedRow({ state, title, facts, amount = null, word, children }: QueuedRowProps) {
  const [Sign, tone] = signs[state]
  return (
    <li className={classes.row} data-state={state}>
      <IconTile tone={tone}>
        <Sign size={24} />
      </IconTile>
      <div className={classes.names}>
        <b>{title}</b>
        <span>{facts}</span>
      </div>
      {word && (
        <div className={classes.end}>
          {amount !== null && (
            <b>
              <Money amount={amount} />
            </b>
          )}
          <span>{word}</span>
        </div>
      )}
      {children && <div className={classes.more}>{children}</div>}
    </li>
  )
}

/** Why the server refused. `otherwise`: the text for a message that is not in the catalogue. */
export function RefusalWords({ message = '', otherwise }: { message: string | undefined; otherwise: string }) {
  const entry = catalogueEntry(message)
  return (
    <p className={classes.why}>
      <b>{entry?.title ?? otherwise}.</b> {entry?.text}
    </p>
  )
}
