import { useAtomValue, useSetAtom } from 'jotai'
import { dayOfAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { useWedge } from '#kiosk/counter/scan/use-wedge.ts'
import { type LotCorrection, readShelfScan, shelfScanWords } from '#shared/domain/lot-corrections.ts'
import { productIndexAtom, productsAtom } from '#shared/store/lists/product-list-atoms.ts'
import { noteStockActAtom } from '#shared/store/stock-acts/stock-act-atoms.ts'
import { printedText } from '#shared/ui/printed-text.ts'
import { plural } from '#shared/ui/plural.ts'
import { ScanEntries, type ScanEntry, useScanEntries } from '#shared/ui/scan-entries.tsx'
import { SidePanel } from '#shared/ui/side-panel.tsx'
import { useNow } from '#shared/ui/use-now.ts'
import { writeFailureWords } from '#shared/session/write-failure-words.ts'
import classes from './move-panel.module.css'

const failed = 'Ce poste n’a pas pu l’enregistrer. Rien n’a été modifié\u00a0: réessayez.'

/**
 * Gives lots the number and the expiry of their boxes: each scan goes to the lot of its product that lacks them.
 * Recorded on this terminal, with or without a network.
 */
export function DatePanel({ onClose }: { onClose: () => void }) {
  const products = useAtomValue(productsAtom)
  const index = useAtomValue(productIndexAtom)?.index
  const today = useAtomValue(dayOfAtom)(useNow())
  const note = useSetAtom(noteStockActAtom)
  const { entries, add, change } = useScanEntries<LotCorrection>()
  const correct = (correction: LotCorrection, reason: 'read-on-box' | 'entry-error') =>
    note({ act: 'correct', ...correction, reason, note: null })

  const take = async (text: string) => {
    const scan = readShelfScan(text, {
      today,
      productsOf: (codes) => (index?.findCodes([...codes]) ?? []).flatMap((id) => products.get(id) ?? []),
    })
    if (scan.kind !== 'correct') return add({ text: shelfScanWords(scan) ?? '', tone: 'problem', undo: null })
    try {
      await correct(scan.correction, 'read-on-box')
      add({ text: `${scan.label}\u00a0: ${printedText(scan.correction)}`, tone: 'moved', undo: scan.undo })
    } catch (error) {
      add({ text: writeFailureWords(error, failed), tone: 'problem', undo: null })
    }
  }
  useWedge((text) => void take(text))

  const undo = async ({ key, undo: back }: ScanEntry<LotCorrection>) => {
    if (!back) return
    // Gone at once: a second touch must not undo twice.
    change(key, { undo: null })
    try {
      await correct(back, 'entry-error')
      change(key, { tone: 'undone' })
    } catch (error) {
      change(key, { undo: back })
      add({ text: writeFailureWords(error, failed), tone: 'problem', undo: null })
    }
  }

  const dated = entries.filter(({ tone }) => tone === 'moved').length
  return (
    <SidePanel
      title="Dater les lots"
      subtitle={
        'Scannez le DataMatrix d’une boîte de chaque lot\u202f: le lot qui n’a pas de numéro ou de péremption prend ceux de la boîte.'
      }
      onClose={onClose}
    >
      <div className={classes.under}>
        <span>{dated === 0 ? 'Aucun lot daté' : plural(dated, 'lot daté', 'lots datés')}</span>
      </div>
      <div className={classes.scans}>
        <ScanEntries entries={entries} isTouch onUndo={(entry) => void undo(entry)} />
      </div>
    </SidePanel>
  )
}
