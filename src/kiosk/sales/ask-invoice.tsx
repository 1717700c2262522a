import { Button } from '@mantine/core'
import { IconReceiptTax } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { queryClientAtom } from 'jotai-tanstack-query'
import { RefusedGesture } from '#kiosk/counter/refusal/refused-gesture.tsx'
import { invoicesOnRequestAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { useAsking } from '#kiosk/counter/sale/use-asking.ts'
import { call } from '#shared/client/call.ts'
import { fiscalDocuments } from '#shared/contract/fiscal-documents.ts'
import type { ReadSale } from '#shared/contract/sales.ts'
import { invalidateQueries } from '#shared/store/lists/queries.ts'
import classes from './sale-detail.module.css'

/**
 * Where invoices are made on request: the customer who comes back for his. Asked again, the sale still has one
 * document. Nothing beside a sale that has it, or where each sale has one.
 */
export function AskInvoice({ sale, isDisabled }: { sale: ReadSale; isDisabled: boolean }) {
  const isOnRequest = useAtomValue(invoicesOnRequestAtom)
  const client = useAtomValue(queryClientAtom)
  const { ask, isAsking, failure, dismiss } = useAsking()
  if (!isOnRequest || sale.isInvoiced) return null
  const send = () =>
    ask(async () => {
      await call(fiscalDocuments.ask, { params: { id: sale.id } })
      for (const resource of ['sales', 'fiscal-documents'] as const) invalidateQueries(client, resource)
    })
  return (
    <>
      <Button
        variant="default"
        className={classes.wide}
        disabled={isDisabled}
        loading={isAsking}
        leftSection={<IconReceiptTax size={22} aria-hidden />}
        onClick={() => void send()}
      >
        {failure?.kind === 'silence' ? 'Pas de réponse\u00a0: redemander la facture' : 'Demander la facture normalisée'}
      </Button>
      {failure?.kind === 'refused' && <RefusedGesture error={failure.error} onResume={dismiss} onClose={dismiss} />}
    </>
  )
}
