import { Button } from '@mantine/core'
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
 * Asks once more for an amount far above what is usual (minor units). `answers` then takes the place of the button that
 * asked; false before. Where that stood, the large one goes back to the amount, and a smaller one beside it runs it.
 */
export function useAskOnce(
  amount: number,
  usual: number,
  { isBusy, onCorrect }: { isBusy: boolean; onCorrect: () => void },
) {
  const currency = useCurrency()
  const [asked, setAsked] = useState<number | null>(null)
  const [confirmed, setConfirmed] = useState<number | null>(null)
  const askedAtMs = useRef(0)
  const answered = (answer: () => void) => () => {
    if (performance.now() - askedAtMs.current >= touchedTwiceMs) answer()
  }
  const isConfirmed = confirmed === amount
  const isAsked = asked === amount && !isConfirmed
  const answers = (run: () => void): ReactNode =>
    isAsked && (
      <>
        <p role="alert" className={classes.tooMuch}>
          {`Est-ce bien ${formatMoney(amount, currency)}\u202f? D’habitude, ${formatMoney(usual, currency)} au plus.`}
        </p>
        <div className={classes.answers}>
          <Button
            variant="default"
            size="md"
            loading={isBusy}
            onClick={answered(() => {
              setConfirmed(amount)
              run()
            })}
          >
            {`Oui, ${formatMoney(amount, currency)}`}
          </Button>
          <Button
            data-primary
            size="lg"
            onClick={answered(() => {
              setAsked(null)
              onCorrect()
            })}
          >
            Corriger
          </Button>
        </div>
      </>
    )
  return {
    answers,
    askOnce(run: () => void) {
      if (isAsked || isConfirmed || !isFarAbove(amount, usual)) return run()
      askedAtMs.current = performance.now()
      setAsked(amount)
    },
  }
}
