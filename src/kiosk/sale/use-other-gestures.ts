import { useAtomValue, useSetAtom } from 'jotai'
import { offerRequestAtom } from '#kiosk/counter/print/print-invoice.ts'
import { invoicesOnRequestAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import type { SaleEdit } from '#kiosk/counter/sale/edit-sale.ts'
import { askInvoice } from '#shared/domain/sale-lines.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import type { SaleBalance } from '#shared/domain/sale.ts'
import type { OtherGesture } from './ticket-foot.tsx'
import { useParkGesture } from './use-park-gesture.ts'

interface OtherGestures {
  sale: LocalSale
  balance: SaleBalance
  onPay: () => void
  /** Sends the sale to the central cashier; undefined: the seller collects. */
  onSend: (() => void) | undefined
  onService: () => void
  onPrescription: () => void
  onBuyer: () => void
  onPurchases: () => void
  onMissed: () => void
  onPrint: (() => void) | undefined
  onShortcuts: () => void
  onPark: () => void
  onAbandon: () => void
  onEdit: (edit: SaleEdit) => void
}

/** The menu « Autres actions »: add rare gestures on a sale here. */
export function useOtherGestures({ sale, balance, onPay, onSend, ...on }: OtherGestures): readonly OtherGesture[] {
  const park = useParkGesture(sale, on.onPark)
  const printOffer = useSetAtom(offerRequestAtom)
  const isOnRequest = useAtomValue(invoicesOnRequestAtom)
  const offers = (
    [
      ['quote', 'Imprimer un devis'],
      ['proforma', 'Imprimer une facture pro forma'],
    ] as const
  ).map(([kind, label]) => ({
    label,
    ...(balance.units > 0
      ? { onClick: () => printOffer({ kind, sale }) }
      : { onClick: undefined, hint: 'La vente est vide' }),
  }))
  return [
    // A sale paid without cash shows no notes, so this is its way to the payment screen.
    ...(balance.applied > 0 && !onSend ? [{ label: 'Voir les paiements', keyName: 'F9', onClick: onPay }] : []),
    ...(onSend
      ? [{ label: 'Encaisser ici, ou ajouter une remise', onClick: balance.total === 0 ? undefined : onPay }]
      : []),
    { label: 'Prestation', keyName: '/', onClick: on.onService },
    { label: 'Ordonnance et posologie', keyName: 'Ctrl O', onClick: on.onPrescription },
    { label: 'Facture au nom de…', onClick: on.onBuyer },
    {
      label: 'Derniers achats du patient',
      keyName: 'Ctrl H',
      ...(sale.patient ? { onClick: on.onPurchases } : { onClick: undefined, hint: 'Choisissez d’abord un client' }),
    },
    ...(isOnRequest
      ? [
          {
            label: sale.isInvoiced ? 'Sans facture normalisée' : 'Facture normalisée',
            onClick: () => on.onEdit((stored) => askInvoice(stored, !stored.isInvoiced)),
          },
        ]
      : []),
    { label: 'Noter une vente manquée', keyName: 'F1', onClick: on.onMissed },
    {
      label: 'Réimprimer le dernier ticket',
      keyName: 'Ctrl P',
      ...(on.onPrint ? { onClick: on.onPrint } : { onClick: undefined, hint: 'Aucune vente terminée ici' }),
    },
    ...offers,
    { label: 'Raccourcis du clavier', keyName: '?', onClick: on.onShortcuts },
    park,
    { label: 'Vider la vente', onClick: on.onAbandon },
  ]
}
