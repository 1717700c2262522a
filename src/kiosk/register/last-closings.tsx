import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { PageSection } from '#kiosk/ui/page-section.tsx'
import { useAsking } from '#kiosk/counter/sale/use-asking.ts'
import { call } from '#shared/client/call.ts'
import { type CashRegister, cashRegisters } from '#shared/contract/cash-registers.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { closingOf, lastClosedAtom } from './closing-atoms.ts'
import { closingNumber } from './closing-paper.ts'
import classes from './register-lists.module.css'
import { usePrintClosing } from './use-print-closing.ts'

/** The last closings. Each can be printed again with its number. */
export function LastClosings() {
  const closed = useAtomValue(lastClosedAtom)
  const print = usePrintClosing()
  const { ask, isAsking, failure } = useAsking()
  const printOf = async ({ id }: CashRegister) => {
    const closing = closingOf(await ask(() => call(cashRegisters.report, { query: { registerId: id } })))
    if (closing) print(closing)
  }
  if (closed.length === 0) return null
  return (
    <PageSection title="Dernières fermetures">
      <ul className={classes.closings}>
        {closed.map((register) => (
          <li key={register.id}>
            <b>{`Fermeture ${closingNumber(register)}`}</b>
            <span>{`Caisse de ${register.openedByName}, ${formatMoment(register.closedAt ?? register.openedAt)}`}</span>
            <Button
              variant="default"
              size="sm"
              leftSection={<IconPrinter size={22} aria-hidden />}
              aria-label={`Imprimer la fermeture ${closingNumber(register)}`}
              disabled={isAsking}
              onClick={() => void printOf(register)}
            >
              Imprimer
            </Button>
          </li>
        ))}
      </ul>
      {failure && (
        <p role="alert" className={classes.empty}>
          Le rapport n’a pas pu être lu. Réessayez quand le réseau est revenu.
        </p>
      )}
    </PageSection>
  )
}
