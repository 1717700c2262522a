import { TextInput } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { type FormEvent, useEffect, useRef } from 'react'
import { stockActs } from '#shared/contract/stock-acts.ts'
import { AppError } from '#shared/domain/errors.ts'
import { type LotCorrection, readShelfScan, shelfScanWords, withCorrections } from '#shared/domain/lot-corrections.ts'
import { productIndexAtom, productsAtom } from '#shared/store/lists/product-list-atoms.ts'
import { printedText } from '#shared/ui/printed-text.ts'
import { ScanEntries, type ScanEntry, useScanEntries } from '#shared/ui/scan-entries.tsx'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/incomplete-lots/shelf-scan.module.css'
import { ClosedPage } from '#backoffice/ui/closed-page.tsx'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { useListAddress } from '#backoffice/ui/list-address.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { Page } from '#backoffice/ui/page.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useActStamp } from '#backoffice/ui/use-act-stamp.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

/** Gives lots the number and the expiry of their boxes, with a scanner that types. */
export function ShelfScanScreen() {
  return useMay(stockActs.correct) ? (
    <Scanning />
  ) : (
    <ClosedPage title="Dater les lots au lecteur">
      Réservé aux personnes qui ont le droit de corriger le stock.
    </ClosedPage>
  )
}

function Scanning() {
  const back = { to: useListAddress('/lots-sans-date'), title: 'Lots sans date' }
  const { entries, take, undo } = useShelfScans()
  const isOffline = useAtomValue(isOfflineAtom)
  const field = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typed = field.current?.value ?? ''
    if (field.current) field.current.value = ''
    if (typed.trim() !== '') take(typed)
  }
  return (
    <Page scrolls>
      <DetailHead back={back} title="Dater les lots au lecteur" />
      <form className={classes.scan} onSubmit={submit}>
        <TextInput
          ref={field}
          label="Scan"
          placeholder="Scannez le DataMatrix d’une boîte de chaque lot"
          disabled={isOffline}
          autoFocus
          autoComplete="off"
        />
      </form>
      <p className={text.quiet}>
        {isOffline
          ? 'Hors ligne\u00a0: ici, dater demande le réseau. Le comptoir peut dater sans réseau.'
          : 'Le lot du produit qui n’a pas de numéro ou de péremption prend ceux de la boîte.'}
      </p>
      <div className={classes.entries}>
        <ScanEntries
          entries={entries}
          isClosed={isOffline}
          onUndo={(entry) => {
            undo(entry)
            field.current?.focus()
          }}
        />
      </div>
    </Page>
  )
}

function useShelfScans() {
  const products = useAtomValue(productsAtom)
  const index = useAtomValue(productIndexAtom)?.index
  const today = useAtomValue(todayAtom)
  const stamp = useActStamp()
  const send = useSend()
  const { entries, add, change } = useScanEntries<LotCorrection>()
  // What was corrected here and is not in the stored list yet.
  const done = useRef<{ correction: LotCorrection; isTaken: boolean }[]>([])
  useEffect(() => {
    done.current = done.current.filter(({ isTaken }) => !isTaken)
  }, [products])
  // Acts go in the order of the scans.
  const last = useRef(Promise.resolve())

  const correct = (
    correction: LotCorrection,
    reason: 'read-on-box' | 'entry-error',
    ended: (problem: string | null) => void,
  ) => {
    const own = { correction, isTaken: false }
    done.current = [...done.current, own]
    last.current = last.current
      .then(() =>
        send(stockActs.correct, { body: { ...stamp(correction.stockItemId), ...correction, reason, note: null } }),
      )
      .then(
        () => {
          own.isTaken = true
          ended(null)
        },
        (error: unknown) => {
          done.current = done.current.filter((each) => each !== own)
          ended(
            error instanceof AppError
              ? 'Refusé\u00a0: ce lot a changé entre-temps.'
              : 'Pas de réponse\u00a0: scannez de nouveau.',
          )
        },
      )
  }
  const take = (typed: string) => {
    const scan = readShelfScan(typed, {
      today,
      productsOf: (codes) =>
        (index?.findCodes([...codes]) ?? []).flatMap((id) => {
          const product = products.get(id)
          const corrections = done.current.map(({ correction }) => correction)
          return product ? [{ ...product, stockItems: withCorrections(product.stockItems, corrections) }] : []
        }),
    })
    if (scan.kind !== 'correct') return add({ text: shelfScanWords(scan) ?? '', tone: 'problem', undo: null })
    const { label, correction } = scan
    correct(correction, 'read-on-box', (problem) =>
      add(
        problem === null
          ? { text: `${label}\u00a0: ${printedText(correction)}`, tone: 'moved', undo: scan.undo }
          : { text: `${label}\u00a0: ${problem}`, tone: 'problem', undo: null },
      ),
    )
  }
  const undo = ({ key, undo: correction, text: said }: ScanEntry<LotCorrection>) => {
    if (!correction) return
    // Gone at once: a second press must not undo twice.
    change(key, { undo: null })
    correct(correction, 'entry-error', (problem) => {
      if (problem === null) return change(key, { tone: 'undone' })
      change(key, { undo: correction })
      add({ text: `${said}\u00a0: ${problem}`, tone: 'problem', undo: null })
    })
  }
  return { entries, take, undo }
}
