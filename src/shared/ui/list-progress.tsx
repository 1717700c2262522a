import { Progress } from '@mantine/core'
import classes from './list-progress.module.css'
import { formatAmount } from './money-format.ts'

interface ListProgressProps {
  /** « Chargement des produits » */
  label: string
  loaded: number
  total: number
}

const count = (rows: number) => formatAmount(rows, { decimals: 0 })

/** Progress of loading a long list: loaded rows out of the total. */
export function ListProgress({ label, loaded, total }: ListProgressProps) {
  const shown = Math.min(loaded, total)
  return (
    <div className={classes.progress}>
      <span>{label}</span>
      <Progress.Root className={classes.bar}>
        <Progress.Section value={total === 0 ? 100 : Math.round((1000 * shown) / total) / 10} aria-label={label} />
      </Progress.Root>
      <b>
        {count(shown)} sur {count(total)}
      </b>
    </div>
  )
}
