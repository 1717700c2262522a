import { useStore } from 'jotai'
import { useState } from 'react'
import { dayOfAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { newRetypeReader } from '#kiosk/counter/scan/receipt-reader.ts'
import { useWedge } from '#kiosk/counter/scan/use-wedge.ts'
import type { NoticeContent } from '#kiosk/ui/notice.tsx'
import { pharmacyNow } from '#shared/pharmacy-time.ts'
import { scanOf } from '#shared/domain/scan.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { productIndexAtom, productsAtom } from '#shared/store/lists/product-list-atoms.ts'

interface Heard {
  /** The receipt of this sale was scanned. */
  onSale: (id: string) => void
  /** The box of a product was scanned: its label. */
  onProduct: (label: string) => void
  onNotice: (notice: NoticeContent | null) => void
}

/** A scan on « Ventes »: a receipt opens its sale, a box looks for the sales of its product. */
export function useSaleScan({ onSale, onProduct, onNotice }: Heard): void {
  const store = useStore()
  const [read] = useState(newRetypeReader)
  useWedge((text) => {
    const scan = scanOf(text, store.get(dayOfAtom)(pharmacyNow()))
    const [found] = scan.kind === 'code' ? (store.get(productIndexAtom)?.index.findCodes(scan.codes) ?? []) : []
    const product = found === undefined ? undefined : store.get(productsAtom).get(found)
    onNotice(null)
    if (product) return onProduct(product.label)
    const receipt = read(text)
    if (receipt.kind === 'part')
      return onNotice({
        tone: 'info',
        text: `Ce ticket a ${receipt.count} codes\u00a0: ${receipt.have} sur ${receipt.count}. Scannez le suivant.`,
      })
    if (receipt.kind === 'refused') return onNotice({ tone: 'warning', text: refusals[receipt.reason] })
    const { pharmacyId, sale } = receipt.content
    if (pharmacyId !== store.get(terminalAtom)?.pharmacy?.id)
      return onNotice({ tone: 'warning', text: 'Ce ticket est d’une autre pharmacie.' })
    const id = typeof sale === 'object' && sale !== null && 'id' in sale ? sale.id : null
    if (typeof id === 'string') onSale(id)
    else onNotice({ tone: 'warning', text: refusals['later-version'] })
  })
}

const refusals = {
  'no-receipt': 'Code inconnu. Scannez le grand code carré au bas d’un ticket, ou la boîte d’un produit.',
  damaged: 'Le code a été mal lu. Aplatissez le ticket et scannez-le encore.',
  'later-version':
    'Ce ticket vient d’une version plus récente d’Officine. Mettez ce poste à jour, puis scannez-le encore.',
}
