import { Button } from '@mantine/core'
import {
  IconArrowBackUp,
  IconCalendar,
  IconFileInvoice,
  IconPackage,
  IconPencil,
  IconPrinter,
  IconX,
} from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { permissionsAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { invoiceRequestAtom } from '#kiosk/counter/print/print-invoice.ts'
import { receiptRequestAtom } from '#kiosk/counter/print/print-receipt.ts'
import type { ReadSale } from '#shared/contract/sales.ts'
import { goodsOf } from '#shared/domain/sale.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import { AskInvoice } from './ask-invoice.tsx'
import classes from './sale-detail.module.css'
import type { OpenSale } from './use-opening.tsx'
import { useRevise } from './use-revise.ts'

export type SaleGesture = 'cancel' | 'return' | 'date' | 'due'

interface SaleGesturesProps {
  sale: ReadSale
  /** Whether the server's version of the sale is known, not only what this terminal closed. */
  isFresh: boolean
  /** Gives the whole sale when the panel shows it without amounts. */
  open: OpenSale
  onGesture: (gesture: SaleGesture) => void
}

/**
 * The gestures on an accepted sale; a right that the member lacks is asked for in place. Reasons why one is not possible now are listed once below
 * the buttons.
 */
export function SaleGestures({ sale, isFresh, open, onGesture }: SaleGesturesProps) {
  const permissions = useAtomValue(permissionsAtom)
  const isOffline = useAtomValue(connectivityAtom).state === 'offline'
  const print = useSetAtom(receiptRequestAtom)
  const { revise, isWaiting } = useRevise(sale, open)
  const printInvoice = useSetAtom(invoiceRequestAtom)
  const reprint = async (paper: typeof print | typeof printInvoice) => {
    const whole = await open('reprint')
    if (whole) await paper({ sale: whole, number: whole.number, isReprint: true })
  }
  const isCanceled = sale.status === 'CANCELED'
  const isAsked = isOffline || !isFresh
  const isWhole = sale.returns.length === 0
  const reason = reasonOf({ isCanceled, isWhole, isWaiting, isOffline })
  return (
    <div className={classes.gestures}>
      <Button variant="default" leftSection={<IconPrinter size={22} aria-hidden />} onClick={() => void reprint(print)}>
        Réimprimer le ticket
      </Button>
      <Button
        variant="default"
        leftSection={<IconFileInvoice size={22} aria-hidden />}
        onClick={() => void reprint(printInvoice)}
      >
        Facture A4
      </Button>
      {!isCanceled && permissions.has('sale.sell') && <AskInvoice sale={sale} isDisabled={isAsked} />}
      {!isCanceled && (
        <>
          {permissions.has('sale.sell') && (
            <Button
              variant="default"
              disabled={!isWhole || isWaiting}
              leftSection={<IconPencil size={22} aria-hidden />}
              onClick={revise}
            >
              Corriger la vente
            </Button>
          )}
          <Button
            variant="default"
            disabled={isAsked || isAllBack(sale)}
            leftSection={<IconArrowBackUp size={22} aria-hidden />}
            onClick={() => onGesture('return')}
          >
            Retour de lignes
          </Button>
          <Button
            variant="default"
            disabled={isAsked || !isWhole}
            leftSection={<IconX size={22} aria-hidden />}
            onClick={() => onGesture('cancel')}
          >
            Annuler la vente
          </Button>
        </>
      )}
      {!isCanceled && (
        <Button
          variant="default"
          disabled={isAsked}
          leftSection={<IconCalendar size={22} aria-hidden />}
          onClick={() => onGesture('date')}
        >
          Changer la date
        </Button>
      )}
      {!isCanceled && permissions.has('sale.sell') && sale.records.length > 0 && (
        <Button
          variant="default"
          className={classes.wide}
          disabled={isAsked || isAllBack(sale)}
          leftSection={<IconPackage size={22} aria-hidden />}
          onClick={() => onGesture('due')}
        >
          Dû au client
        </Button>
      )}
      {reason && <p className={classes.why}>{reason}</p>}
    </div>
  )
}

function isAllBack({ returns, ...sale }: ReadSale): boolean {
  const lines: readonly { quantity: number }[] = goodsOf<{ quantity: number }, ReadSale['vouchers'][number]>(sale)
  const sold = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const back: readonly { quantity: number }[] = returns.flatMap((made): { quantity: number }[] => made.lines)
  return back.reduce((left, { quantity }) => left - quantity, sold) <= 0
}

function reasonOf({
  isCanceled,
  isWhole,
  isWaiting,
  isOffline,
}: {
  isCanceled: boolean
  isWhole: boolean
  isWaiting: boolean
  isOffline: boolean
}): string | null {
  if (isCanceled) return null
  if (isWaiting) return 'Sa correction est terminée et attend d’être envoyée.'
  if (isOffline)
    return isWhole
      ? 'Retour, annulation, date et dû demandent le réseau.'
      : 'Retour, date et dû demandent le réseau. Cette vente a des retours\u00a0: elle ne peut plus être corrigée en entier.'
  return isWhole ? null : 'Cette vente a des retours\u00a0: elle ne peut plus être corrigée ni annulée en entier.'
}
