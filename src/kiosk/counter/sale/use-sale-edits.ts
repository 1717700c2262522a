import { useSetAtom, useStore } from 'jotai'
import { pharmacyNow } from '#shared/pharmacy-time.ts'
import { proposalOf } from '#kiosk/counter/scan/counter-scan.ts'
import type { NoticeContent } from '#kiosk/ui/notice.tsx'
import { RefusedSaleKept, wasRefused, type LocalSale } from '#shared/domain/local-sale.ts'
import { shortName } from '#shared/domain/person.ts'
import {
  addRecord,
  addVoucher,
  removeRecord,
  removeVoucher,
  setPatient,
  setPayments,
} from '#shared/domain/sale-lines.ts'
import { goodsOf, type SaleRecord, type Voucher } from '#shared/domain/sale.ts'
import { isDiskFull } from '#shared/session/write-failure-words.ts'
import { plural } from '#shared/ui/plural.ts'
import { dayOfAtom, leftOfAtom } from './counter-atoms.ts'
import { editSaleAtom, heldEditsAtom, type SaleEdit } from './edit-sale.ts'
import { moveToLot } from './move-to-lot.ts'
import { findStockItemsAtom } from './stock-item-places.ts'

const undoMs = 5_000
const refusedKeepsALine: NoticeContent = {
  tone: 'warning',
  text: 'Cette vente a été refusée\u00a0: elle ne peut pas être vidée. Corrigez-la, ou faites-la régulariser.',
}

/** What the counter changes on its open sale. Each removal shows a notice that can undo it. */
export function useSaleEdits(sale: LocalSale, onNotice: (notice: NoticeContent | null) => void) {
  const store = useStore()
  const editSale = useSetAtom(editSaleAtom)
  // If the disk refuses the change, the atoms keep the stored sale and the disk state is shown above everything.
  const edit = (change: SaleEdit, kind: 'typed' | 'asked' = 'typed') => {
    const hadHeld = store.get(heldEditsAtom).has(sale.id)
    editSale(sale.id, change, kind).then(
      () => hadHeld && onNotice({ tone: 'info', text: 'Tout est revenu dans la vente.', lastsMs: undoMs }),
      (error: unknown) => {
        if (error instanceof RefusedSaleKept) onNotice(refusedKeepsALine)
        if (isDiskFull(error)) onNotice(noRoomFor(store.get(heldEditsAtom).get(sale.id)?.length ?? 0))
      },
    )
  }
  const noRoomFor = (held: number): NoticeContent => ({
    tone: 'danger',
    text: `Ce poste n’a plus de place\u00a0: ${plural(held, 'saisie de cette vente attend', 'saisies de cette vente attendent')} ici. Touchez «\u00a0Libérer de la place\u00a0» en haut de l’écran, puis «\u00a0Remettre\u00a0».`,
    action: { label: 'Remettre', onClick: () => edit((stored) => stored, 'asked') },
  })
  const undoing = (text: string, undo: SaleEdit): NoticeContent => ({
    tone: 'info',
    text,
    lastsMs: undoMs,
    action: {
      label: 'Annuler',
      onClick: () => {
        edit(undo)
        onNotice(null)
      },
    },
  })
  return {
    edit,
    /** Replaces each lot that may no longer be sold by the lot that the counter would propose now. */
    freshLots: () =>
      edit((stored) => {
        const found = store.get(findStockItemsAtom)(new Set(stored.records.map(({ stockItemId }) => stockItemId)))
        const facts = { today: store.get(dayOfAtom)(pharmacyNow()), leftOf: store.get(leftOfAtom) }
        return stored.records.reduce((changed, record) => {
          const place = found.get(record.stockItemId)
          const proposal = place?.item.archived ? proposalOf(place.product, facts) : null
          return proposal ? moveToLot(changed, record.id, proposal) : changed
        }, stored)
      }),
    removeLine(line: SaleRecord | Voucher) {
      if (wasRefused(sale) && goodsOf(sale).length === 1) return onNotice(refusedKeepsALine)
      edit((stored) => without(stored, line))
      onNotice(undoing(`Ligne retirée\u00a0: ${line.label}`, (stored) => paidAs(withLine(stored, line), sale)))
    },
    removePatient() {
      edit((stored) => setPatient(stored, null))
      onNotice(
        undoing(`Patient retiré\u00a0: ${shortName(sale.patient)}`, (stored) => setPatient(stored, sale.patient)),
      )
    },
    abandon() {
      if (wasRefused(sale)) return onNotice(refusedKeepsALine)
      const lines = goodsOf(sale)
      edit((stored) => setPayments(lines.reduce(without, stored), []))
      onNotice(undoing(`Vente ${sale.identifier} vidée`, (stored) => paidAs(lines.reduce(withLine, stored), sale)))
    },
  }
}

function without(sale: LocalSale, line: SaleRecord | Voucher): LocalSale {
  return 'stockItemId' in line ? removeRecord(sale, line.id) : removeVoucher(sale, line.id)
}

function withLine(sale: LocalSale, line: SaleRecord | Voucher): LocalSale {
  return 'stockItemId' in line ? addRecord(sale, line) : addVoucher(sale, line)
}

/**
 * An undo restores the payments of `before` as well: the removal may have reduced or dropped them. It does not if a
 * payment was added since.
 */
function paidAs(sale: LocalSale, before: LocalSale): LocalSale {
  const known = new Set(before.payments.map(({ id }) => id))
  return sale.payments.some(({ id }) => !known.has(id)) ? sale : setPayments(sale, before.payments)
}
