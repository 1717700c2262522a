import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { lastEndedAtom, printLastAtom } from '#kiosk/counter/sale/just-ended.ts'
import { changeOf } from '#shared/domain/sale.ts'
import { Money } from '#shared/ui/money.tsx'
import classes from './cashier.module.css'

/** Shows the sale that the cashier collected last: the change to give, and its ticket. Empty before the first sale. */
export function Collected() {
  const last = useAtomValue(lastEndedAtom)
  const print = useSetAtom(printLastAtom)
  if (!last?.sale.preparation) return null
  const change = changeOf(last.sale.payments)
  return (
    <div className={classes.collected} role="status">
      <span>
        <b>
          {change > 0 ? (
            <>
              À rendre{'\u00a0'}: <Money amount={change} unit />
            </>
          ) : (
            'Rien à rendre'
          )}
        </b>
        <span>Vente {last.sale.identifier} encaissée</span>
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
