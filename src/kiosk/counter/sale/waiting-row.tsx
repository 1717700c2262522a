import { Button } from '@mantine/core'
import { Fragment } from 'react'
import { Money } from '#shared/ui/money.tsx'
import classes from './waiting-row.module.css'

interface WaitingRowProps {
  title: string
  facts: readonly string[]
  /** In minor units. */
  amount: number
  /**
   * The gesture of the row. `name`: its accessible name, which includes the sale. `isMain`: the main gesture of the
   * screen.
   */
  gesture: { label: string; name: string; isMain?: boolean; onClick: () => void }
  /** A second gesture, before the main one. */
  beside?: { label: string; name: string; onClick: () => void }
  /** Why the gestures are not possible now. Null if they are. */
  reason: string | null
  isBusy: boolean
}

/** A waiting sale: its owner, its amount, and the gesture that takes it. */
export function WaitingRow({
  title,
  facts,
  amount,
  gesture: { label, name, isMain = false, onClick },
  beside,
  reason,
  isBusy,
}: WaitingRowProps) {
  return (
    <li className={classes.row}>
      <span className={classes.names}>
        <b>{title}</b>
        <span>
          {facts.map((fact, place) => (
            <Fragment key={fact}>
              {place > 0 && ' '}
              <span className={classes.fact}>{place < facts.length - 1 ? `${fact} ·` : fact}</span>
            </Fragment>
          ))}
        </span>
      </span>
      <span className={classes.amount}>
        <Money amount={amount} unit={isMain} />
      </span>
      <span className={classes.gestures}>
        {beside && (
          <Button
            variant="subtle"
            aria-label={beside.name}
            disabled={reason !== null || isBusy}
            onClick={beside.onClick}
          >
            {beside.label}
          </Button>
        )}
        <Button
          {...(isMain ? { size: 'md' } : { variant: 'default' })}
          aria-label={name}
          disabled={reason !== null || isBusy}
          onClick={onClick}
        >
          {label}
        </Button>
      </span>
      {reason && <p className={classes.why}>{reason}</p>}
    </li>
  )
}
