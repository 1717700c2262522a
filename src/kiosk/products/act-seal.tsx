import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { TypedStockAct } from '#shared/store/stock-acts/stock-act-store.ts'
import type { ShelfLot } from './lots-by-packaging.ts'
import classes from './lot-act.module.css'

/** What the form of each act on a lot gets. */
export type ActFormProps = {
  lot: ShelfLot
  form: string | null
  /** The words of the button that records. */
  label: (own: string) => string
  record: (act: TypedStockAct) => void
  onCancel: () => void
}

/** The buttons of an act; in sight however long the form is. */
export function Seal({ children, onCancel }: { children: ReactNode; onCancel: () => void }) {
  return (
    <div className={classes.seal}>
      {children}
      <Button variant="default" size="lg" onClick={onCancel}>
        Annuler
      </Button>
    </div>
  )
}
