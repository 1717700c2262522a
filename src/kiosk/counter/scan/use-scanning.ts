import { useAtomValue, useStore } from 'jotai'
import { useState } from 'react'
import { pharmacyNow } from '#shared/pharmacy-time.ts'
import { askPharmacist } from '#kiosk/counter/rights/right-request.ts'
import { dayOfAtom, leftOfAtom, permissionsAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import {
  boxOutcome,
  outcomeOf,
  type BoxSays,
  type IsScanned,
  type ScanFacts,
  type ScanOutcome,
} from '#kiosk/counter/scan/counter-scan.ts'
import type { NoticeContent } from '#kiosk/ui/notice.tsx'
import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'
import { scanOf, type ScannedCode } from '#shared/domain/scan.ts'
import { productIndexAtom, productsAtom } from '#shared/store/lists/product-list-atoms.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'

const longestRead = 60

interface ScanningOptions {
  /** `serial`: of the scanned box, when its code has one. */
  onAdd: (product: PharmacyProduct, item: StockItem, serial: string | null) => void
  /** Asks for the right to sell this expired lot; `then` adds it. */
  onAskExpired: (product: PharmacyProduct, item: StockItem, then: () => void) => void
  isScanned: IsScanned
  /** A scan that is not a code (a badge, a word) becomes the search text. */
  onText: (text: string) => void
  onNotice: (notice: NoticeContent | null) => void
}

/** Turns a scan into a line of the sale, or into a notice that says why not. */
export function useScanning({ onAdd, onAskExpired, isScanned, onText, onNotice }: ScanningOptions) {
  const store = useStore()
  const index = useAtomValue(productIndexAtom)?.index
  const [choice, setChoice] = useState<{ products: readonly PharmacyProduct[]; box: BoxSays } | null>(null)

  const facts = (): ScanFacts => ({
    today: store.get(dayOfAtom)(pharmacyNow()),
    // Who may not is asked for the code of a member who may.
    maySellExpired: true,
    leftOf: store.get(leftOfAtom),
    isScanned,
  })
  const apply = (outcome: ScanOutcome, box: BoxSays, read: string) => {
    setChoice(outcome.kind === 'choose' ? { products: outcome.products, box } : null)
    const notice = noticeOf(outcome, box, read)
    const isAsked = outcome.kind === 'confirm-expired' || outcome.kind === 'same-box'
    onNotice(notice && isAsked ? { ...notice, action: addAnyway(outcome, box) } : notice)
    if (outcome.kind === 'add') onAdd(outcome.product, outcome.item, box.serial)
  }
  const addAnyway = (
    { kind, product, item }: { kind: ScanOutcome['kind']; product: PharmacyProduct; item: StockItem },
    { serial }: BoxSays,
  ) => {
    const add = () => {
      onNotice(null)
      onAdd(product, item, serial)
    }
    return kind === 'confirm-expired' && !store.get(permissionsAtom).has('sale.expired')
      ? { label: askPharmacist, onClick: () => onAskExpired(product, item, add) }
      : { label: 'Ajouter quand même', onClick: add }
  }
  const applyCode = (code: ScannedCode, read: string) => {
    const products = index?.findCodes(code.codes).flatMap((id) => store.get(productsAtom).get(id) ?? []) ?? []
    apply(outcomeOf(products, code, facts()), code, read)
  }

  const scan = (text: string) => {
    const scanned = scanOf(text, facts().today)
    if (scanned.kind === 'code') return applyCode(scanned, scanned.codes[0] ?? text)
    // A label without any match must not replace what is on screen.
    const read = readable(text)
    if (index?.find(read).total === 0)
      return apply({ kind: 'unknown' }, { lot: null, expiresOn: null, serial: null, unread: [] }, read)
    onText(read)
  }

  return {
    isReady: index !== undefined,
    choice: choice?.products ?? null,
    forgetChoice: () => setChoice(null),
    scan,
    /** Entrée in the search field. Only a code of the list counts; other digits stay a search. */
    typedCode(text: string): boolean {
      const scan = scanOf(text, facts().today)
      if (scan.kind !== 'code' || index?.findCodes(scan.codes).length === 0) return false
      applyCode(scan, text)
      return true
    },
    /** Chooses among products that share a code. Uses the lot that the code of the box named. */
    choose(product: PharmacyProduct) {
      if (choice) apply(boxOutcome(product, choice.box, facts()), choice.box, product.label)
    },
  }
}

/** The readable beginning of a scan, without the control characters between the parts of a code. */
function readable(text: string): string {
  return text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, longestRead)
}

function noticeOf(outcome: ScanOutcome, { lot, expiresOn, unread }: BoxSays, read: string): NoticeContent | null {
  switch (outcome.kind) {
    case 'add':
      if (outcome.note === null) return null
      if (outcome.note === 'unread')
        return {
          tone: 'warning',
          text: `${outcome.product.label}\u00a0: ${unreadWords(unread)} dans le code de la boîte. Regardez la boîte\u202f; lot ${outcome.item.lot ?? 'sans numéro'} proposé.`,
        }
      return {
        tone: 'warning',
        text: `${outcome.product.label}\u00a0: le lot ${lot} n’est pas dans votre stock. Lot ${outcome.item.lot ?? 'sans numéro'} proposé.`,
      }
    case 'choose':
      return {
        tone: 'info',
        text: `${outcome.products.length} produits portent ce code. Choisissez celui que vous avez en main.`,
      }
    case 'unknown': {
      const beside = [lot && `lot ${lot}`, expiresOn && `péremption ${formatShortDay(expiresOn)}`]
        .filter(Boolean)
        .join(', ')
      return {
        tone: 'warning',
        text: `Code inconnu\u00a0: ${read}${beside && ` (${beside})`}. La vente n’a pas changé. Cherchez le produit par son nom.`,
      }
    }
    case 'confirm-expired':
      return {
        tone: 'danger',
        text: `${outcome.product.label}\u00a0: lot ${outcome.item.lot} périmé depuis le ${formatShortDay(outcome.expiresOn)}. La ligne n’a pas été ajoutée.`,
      }
    case 'expired':
      return {
        tone: 'danger',
        text: `${outcome.product.label}\u00a0: ${lot === null ? 'boîte périmée' : `lot ${lot} périmé`} depuis le ${formatShortDay(outcome.expiresOn)}. La ligne n’a pas été ajoutée.`,
      }
    case 'blocked':
      return { tone: 'danger', text: blockedWords(outcome) }
    case 'withdrawn':
      return {
        tone: 'danger',
        text: `${outcome.product.label}\u00a0: lot ${outcome.lot} retiré de la vente. La ligne n’a pas été ajoutée\u202f; mettez la boîte de côté.`,
      }
    case 'same-box':
      return {
        tone: 'warning',
        text: `${outcome.product.label}\u00a0: cette boîte est déjà dans la vente, n° de série ${outcome.serial}. La ligne n’a pas changé\u202f; scannez l’autre boîte.`,
      }
    case 'nothing-to-sell':
      return {
        tone: 'danger',
        text: `${outcome.product.label}\u00a0: aucun lot à vendre. La ligne n’a pas été ajoutée.`,
      }
  }
}

function blockedWords({ product, lot, block }: Extract<ScanOutcome, { kind: 'blocked' }>): string {
  const why = block === 'recall' ? `lot ${lot} rappelé` : `lot ${lot} en quarantaine`
  return `${product.label}\u00a0: ${why}\u00a0: ne pas vendre, mettre de côté. La ligne n’a pas été ajoutée.`
}

function unreadWords(unread: BoxSays['unread']): string {
  if (unread.length > 1) return 'lot et péremption illisibles'
  return unread[0] === 'lot' ? 'lot illisible' : 'péremption illisible'
}
