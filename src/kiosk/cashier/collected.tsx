import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { printLastAtom, shownEndedAtom } from '#kiosk/counter/sale/just-ended.ts'
import { correctionLabel } from '#kiosk/counter/payment/correction-face.tsx'
import { nothingToGive } from '#kiosk/counter/payment/settled-words.ts'
import { changeOf } from '#shared/domain/sale.ts'
import { Money } from '#shared/ui/money.tsx'
import classes from './cashier.module.css'

/**
 * The last sale that the cashier collected: the change to give, and its receipt. Renders nothing once the change is no
 * longer shown.
 */
export function Collected() {
  const last = useAtomValue(shownEndedAtom)
  const print = useSetAtom(printLastAtom)
  if (!last?.sale.preparation) return null
  const { sale, correction } = last
  const noCash = correction ? correctionLabel(0) : nothingToGive
  const cash = correction ? correction.cash : 0 - changeOf(sale.payments)
  return (
    <div className={classes.collected} role="status">
      <span>
        <b>
          {cash === 0 ? (
            noCash
          ) : (
            <>
              {correctionLabel(cash)}
              {'\u00a0'}: <Money amount={Math.abs(cash)} unit />
            </>
          )}
        </b>
        <span>Vente {sale.identifier} encaissée</span>
      </span>
      <Button
        variant="default"
        size="md"
        leftSection={<IconPrinter size={26} aria-hidden />}
        onClick={() => void print()}
      >
        Imprimer le ticket
      </Button>
    </div>
  )
}
