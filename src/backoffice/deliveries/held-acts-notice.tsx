import { Button } from '@mantine/core'
import { plural } from '#shared/ui/plural.ts'
import classes from '#backoffice/deliveries/deliveries.module.css'
import type { HeldActs } from '#backoffice/deliveries/use-delivery-lines.ts'

/** What a full disk did not store: it waits in this window, and comes back by a touch or with the next gesture. */
export function HeldActsNotice({ held: { count, putBack } }: { held: HeldActs }) {
  if (count === 0) return null
  return (
    <p role="alert" className={classes.problem}>
      {`Ce poste n’a plus de place\u00a0: ${plural(count, 'saisie de cette livraison attend', 'saisies de cette livraison attendent')} dans cette fenêtre. Touchez «\u00a0Libérer de la place\u00a0» en haut de l’écran, puis «\u00a0Remettre\u00a0».`}{' '}
      <Button size="xs" onClick={putBack}>
        Remettre
      </Button>
    </p>
  )
}
