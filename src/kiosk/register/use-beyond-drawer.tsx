import { useState } from 'react'
import { useRight } from '#kiosk/counter/rights/use-right.ts'
import { maxRefusedTries } from '#shared/domain/register/refused-tries.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatMoney } from '#shared/ui/money-format.ts'
import classes from './gesture-panel.module.css'

export interface DrawerFacts {
  registerId: string
  /** Cash in the drawer, in minor units. */
  inDrawer: number
  /** Whether the user may see it. */
  seesExpected: boolean
  /** Tries of this register that were refused as more than the drawer holds, while nobody may see what it holds. */
  refusedTries: number
  /** Notes such a try. */
  onRefused: (amount: number) => Promise<unknown>
}

/** Taking more than the drawer holds: it needs a right, a note and a warning. `asked`: what the right is asked for. */
export function useBeyondDrawer(isTaking: boolean, amount: number, asked: string, drawer: DrawerFacts) {
  const { registerId, inDrawer, seesExpected, refusedTries, onRefused } = drawer
  const [refused, setRefused] = useState<number>()
  const exceed = useRight('register.exceed', registerId, asked, amount)
  // A deposit takes what there is; a collection is at most the debt.
  const isOver = isTaking && amount > Math.max(0, inDrawer)
  // Who may not see what the drawer holds is not told while he types: each answer is a try, and noted.
  const isLocked = isTaking && !seesExpected && refusedTries >= maxRefusedTries
  const isBeyond = isLocked || (isOver && (seesExpected || refused === amount))
  return {
    isBeyond,
    isRefused: isOver && !isBeyond,
    onRefuse: async () => {
      await onRefused(amount)
      setRefused(amount)
      return false
    },
    label: (own: string) => (isBeyond ? exceed.label(own) : own),
    use: (run: Parameters<typeof exceed.use>[0]) => (isBeyond ? exceed.use(run) : run(undefined)),
    warning: isBeyond && (
      <Beyond
        inDrawer={seesExpected ? Math.max(0, inDrawer) : null}
        isLocked={isLocked && refused !== amount}
        isAllowed={exceed.isOwn}
      />
    ),
  }
}

/** `inDrawer`: null for who may not see it. `isAllowed`: the user may take more. */
function Beyond({
  inDrawer,
  isLocked,
  isAllowed,
}: {
  inDrawer: number | null
  /** After too many tries nothing leaves without the right, whatever the amount. */
  isLocked: boolean
  isAllowed: boolean
}) {
  const currency = useCurrency()
  return (
    <p role="alert" className={classes.tooMuch}>
      {isLocked
        ? 'Trop de sorties refusées avant le comptage. '
        : inDrawer === null
          ? 'C’est plus que la caisse ne peut contenir. '
          : `La caisse n’a que ${formatMoney(inDrawer, currency)} en espèces. `}
      {isLocked ? 'Comptez la caisse' : 'Notez d’abord l’entrée d’espèces'}, ou dites pourquoi et{' '}
      {isAllowed ? 'confirmez' : 'faites confirmer'}.
    </p>
  )
}
