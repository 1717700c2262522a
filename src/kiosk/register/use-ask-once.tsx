import { type ReactNode, useRef, useState } from 'react'
import { isFarAbove } from '#shared/domain/unusual-money.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatMoney } from '#shared/ui/money-format.ts'
import classes from './gesture-panel.module.css'

/** In ms. A second touch within this time is no answer. */
const touchedTwiceMs = 400

/** The highest usual amount, in minor units: a large note at least, and ten of them where nothing is known. */
export function usualOf(known: readonly number[], denominations: readonly number[]): number {
  const largest = Math.max(0, ...denominations)
  return Math.max(known.length > 0 ? largest : largest * 10, ...known)
}

/**
 * Asks once more for an amount far above what is usual (minor units): the first press shows both figures, the next one
 * goes on.
 */
export function useAskOnce(amount: number, usual: number) {
  const currency = useCurrency()
  const [asked, setAsked] = useState<number | null>(null)
  const askedAtMs = useRef(0)
  const isAsked = asked === amount
  const question: ReactNode = isAsked && (
    <p role="alert" className={classes.tooMuch}>
      {`Est-ce bien ${formatMoney(amount, currency)}\u202f? D’habitude, ${formatMoney(usual, currency)} au plus.`}
    </p>
  )
  return {
    question,
    label: (own: string) => (isAsked ? `Oui, ${formatMoney(amount, currency)}` : own),
    askOnce(run: () => void) {
      if (!isFarAbove(amount, usual)) return run()
      if (isAsked) return performance.now() - askedAtMs.current < touchedTwiceMs ? undefined : run()
      askedAtMs.current = performance.now()
      setAsked(amount)
    },
  }
}
