import { Checkbox } from '@mantine/core'
import { plural } from '#shared/ui/plural.ts'
import classes from '#backoffice/deliveries/deliveries.module.css'

export type Uncontrolled = { lines: number; boxes: number }

/** « 12 lignes (78 boîtes) ne sont pas contrôlées » */
export function uncontrolledWords({ lines, boxes }: Uncontrolled): string {
  return `${plural(lines, 'ligne')} (${plural(boxes, 'boîte')}) ${lines < 2 ? 'n’est pas contrôlée' : 'ne sont pas contrôlées'}`
}

interface AcceptUncontrolledProps {
  unseen: Uncontrolled
  checked: boolean
  onChange: (accepted: boolean) => void
}

/** Says that nobody compared these lines with the goods, and asks whether they shall enter the stock all the same. */
export function AcceptUncontrolled({ unseen, checked, onChange }: AcceptUncontrolledProps) {
  if (unseen.lines === 0) return null
  return (
    <div className={classes.warned}>
      <p className={classes.word}>
        <b>{uncontrolledWords(unseen)}.</b> Personne ne les a comparées avec les boîtes&nbsp;: le stock prendra les
        quantités annoncées.
      </p>
      <Checkbox
        label={`Valider sans contrôler ${plural(unseen.lines, 'ligne')}`}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </div>
  )
}
