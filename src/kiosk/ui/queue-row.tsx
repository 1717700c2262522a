import { Button } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconClock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { catalogueEntry } from '#shared/domain/error-catalogue.ts'
import type { SaleError } from '#shared/domain/local-sale.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { writeFact } from '#shared/ui/error-modal.tsx'
import { IconTile } from '#shared/ui/icon-tile.tsx'
import { Money } from '#shared/ui/money.tsx'
import classes from './queue.module.css'

interface SaleRowProps {
  state: QueueState
  title: string
  /** « 12:03 · 2 lignes · Espèces » */
  facts: string
  total: number
  /** The word under the amount: « En attente ». */
  word: string
  children?: ReactNode
}

export type QueueState = 'waiting' | 'refused' | 'accepted'

export const queueSigns = { waiting: [IconClock, 'neutral'], refused: [IconAlertCircle, 'danger'], accepted: [IconCircleCheck, 'success'] } as const

/** One ended sale, on its way to the server or there. */
export function SaleRow({ state, title, facts, total, word, children }: SaleRowProps) {
  const [Sign, tone] = queueSigns[state]
  return (
    <li className={classes.row} data-state={state}>
      <IconTile tone={tone}>
        <Sign size={24} />
      </IconTile>
      <div className={classes.names}>
        <b>{title}</b>
        <span>{facts}</span>
      </div>
      <div className={classes.end}>
        <b>
          <Money amount={total} />
        </b>
        <span>{word}</span>
      </div>
      {children && <div className={classes.more}>{children}</div>}
    </li>
  )
}

/** Why the server refused, in figures, and the gesture that takes the sale up again. */
export function RefusalReason({ error, onResume }: { error: SaleError | undefined; onResume: () => void }) {
  const currency = useCurrency()
  const entry = error && catalogueEntry(error.message)
  const facts = entry?.facts(error?.details) ?? []
  return (
    <>
      <p className={classes.why}>
        <b>{entry?.title ?? 'La vente a été refusée'}.</b> {entry?.text}
      </p>
      {facts.length > 0 && (
        <dl className={classes.figures}>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{writeFact(value, currency)}</dd>
            </div>
          ))}
        </dl>
      )}
      <Button variant="outline" color="danger" fullWidth onClick={onResume}>
        Reprendre la vente
      </Button>
    </>
  )
}
