import { atom } from 'jotai'
import type { NoticeContent } from '#kiosk/ui/notice.tsx'
import type { NewSale } from '#shared/contract/sales.ts'
import {
  dropKnownRetypedAtom,
  readRetypedAtom,
  retypeSaleAtom,
  type RetypeOutcome,
} from '#shared/store/sales/retype-atoms.ts'
import { newRetypeReader, type Scanned } from '#kiosk/counter/scan/receipt-reader.ts'

/** A receipt that was read in this window. `failed`: the disk refused the sale, and the receipt must be read again. */
export type ReadReceipt = { sale: NewSale; outcome: RetypeOutcome | 'checking' | 'failed' }

const readerAtom = atom(newRetypeReader)
/** Newest first. Kept while this window is open, on every screen. */
export const readReceiptsAtom = atom<readonly ReadReceipt[]>([])
const outcomeAtom = atom(null, (_get, set, sale: NewSale, outcome: ReadReceipt['outcome']) =>
  set(readReceiptsAtom, (before) => [{ sale, outcome }, ...before.filter((read) => read.sale.id !== sale.id)]),
)

/**
 * Handles one scan, picture or typed text: queues a complete sale and returns a notice if there is something to report.
 */
export const retypeAtom = atom(null, async (get, set, text: string): Promise<NoticeContent | null> => {
  const scanned = get(readerAtom)(text)
  if (scanned.kind !== 'whole') return noticeOf(scanned)
  const read = set(readRetypedAtom, scanned.content)
  if (read.kind !== 'sale') return read.kind === 'other-pharmacy' ? foreign : laterVersion
  const { sale } = read
  const before = get(readReceiptsAtom).find((known) => known.sale.id === sale.id)
  if (before && before.outcome !== 'failed')
    return { tone: 'info', text: `Ticket ${sale.identifier}\u00a0: déjà lu. Il n’est repris qu’une fois.` }
  set(outcomeAtom, sale, 'checking')
  try {
    set(outcomeAtom, sale, await set(retypeSaleAtom, sale))
    return null
  } catch {
    set(outcomeAtom, sale, 'failed')
    return {
      tone: 'danger',
      text: `Ticket ${sale.identifier}\u00a0: ce poste n’a pas pu l’enregistrer. Gardez le ticket et scannez-le encore.`,
    }
  }
})

/** The server refused a sale that was read here. It may have accepted it from an earlier attempt, so check. */
export const lookAtRefusedAtom = atom(null, async (_get, set, sale: NewSale) => {
  if (await set(dropKnownRetypedAtom, sale.id)) set(outcomeAtom, sale, 'at-server')
})

const foreign: NoticeContent = {
  tone: 'danger',
  text: 'Ce ticket est d’une autre pharmacie. Rien n’a été repris\u00a0: ressaisissez-le sur un poste de cette pharmacie.',
}
const laterVersion: NoticeContent = {
  tone: 'warning',
  text: 'Ce ticket vient d’une version plus récente d’Officine. Mettez ce poste à jour, puis scannez-le encore.',
}

function noticeOf(scanned: Exclude<Scanned, { kind: 'whole' }>): NoticeContent {
  if (scanned.kind === 'part')
    return {
      tone: 'info',
      text: `Ce ticket a ${scanned.count} codes\u00a0: ${scanned.have} lu${scanned.have > 1 ? 's' : ''} sur ${scanned.count}. Scannez le suivant.`,
    }
  switch (scanned.reason) {
    case 'no-receipt':
      return {
        tone: 'warning',
        text: 'Ce n’est pas le code d’un ticket. Scannez le grand code carré au bas du ticket.',
      }
    case 'damaged':
      return { tone: 'warning', text: 'Le code a été mal lu. Aplatissez le ticket et scannez-le encore.' }
    case 'later-version':
      return laterVersion
  }
}
