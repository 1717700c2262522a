import { Select, TextInput } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { pharmacyProductStorages } from '#shared/contract/pharmacy-product-storages.ts'
import { stockActs } from '#shared/contract/stock-acts.ts'
import { AppError } from '#shared/domain/errors.ts'
import {
  movedName,
  readStorageScan,
  type StorageMoveAct,
  type StoragePlace,
  storageScanWords,
  withMoves,
} from '#shared/domain/storage-moves.ts'
import { productIndexAtom, productsAtom } from '#shared/store/lists/product-list-atoms.ts'
import classes from '#backoffice/storages/storages.module.css'
import { ScanEntries, type ScanEntry, useScanEntries } from '#shared/ui/scan-entries.tsx'
import text from '#shared/ui/text.module.css'
import { ClosedPage } from '#backoffice/ui/closed-page.tsx'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { useListAddress } from '#backoffice/ui/list-address.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { Page } from '#backoffice/ui/page.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useActStamp } from '#backoffice/ui/use-act-stamp.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

const noPlaces: readonly StoragePlace[] = []

/** Puts things into a storage with a scanner that types: it chooses the storage, then each scan moves one. */
export function MoveScreen() {
  return useMay(stockActs.move) ? (
    <Moving />
  ) : (
    <ClosedPage title="Ranger au scanner">Réservé aux personnes qui ont le droit de corriger le stock.</ClosedPage>
  )
}

function Moving() {
  const back = { to: useListAddress('/rangements'), title: 'Rangements' }
  const { storages, to, setTo, entries, take, undo } = useMoving()
  const isOffline = useAtomValue(isOfflineAtom)
  const field = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const text = field.current?.value ?? ''
    if (field.current) field.current.value = ''
    if (text.trim() !== '') take(text)
  }
  return (
    <Page scrolls>
      <DetailHead back={back} title="Ranger au scanner" />
      <div className={classes.moving}>
        <Select
          label="Rangement"
          placeholder="Scannez son étiquette, ou choisissez"
          searchable
          data={storages.map(({ id, label }) => ({ value: id, label }))}
          value={to?.id ?? null}
          onChange={(id) => {
            setTo(storages.find((each) => each.id === id) ?? null)
            field.current?.focus()
          }}
        />
        <form onSubmit={submit}>
          <TextInput
            ref={field}
            label="Scan"
            placeholder={to ? `Scannez ce qui va à ${to.label}` : 'Scannez un rangement'}
            disabled={isOffline}
            autoFocus
            autoComplete="off"
          />
        </form>
      </div>
      <p className={`${text.quiet} ${classes.hint}`}>
        {isOffline
          ? 'Hors ligne\u00a0: ici, ranger demande le réseau. Le comptoir peut ranger sans réseau.'
          : 'Un code avec lot range ce lot, un code sans lot range tout le produit.'}
      </p>
      <div className={classes.scans}>
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

function useMoving() {
  const storages = useAnswer(pharmacyProductStorages.all, {}).data ?? noPlaces
  const products = useAtomValue(productsAtom)
  const index = useAtomValue(productIndexAtom)?.index
  const today = useAtomValue(todayAtom)
  const stamp = useActStamp()
  const send = useSend()
  const [to, setTo] = useState<StoragePlace | null>(null)
  const { entries, add, change } = useScanEntries<StorageMoveAct>()
  // What was moved here and is not in the stored list yet. The next list has what the server took: a colleague may have
  // moved it on since.
  const done = useRef<{ act: StorageMoveAct; isTaken: boolean }[]>([])
  useEffect(() => {
    done.current = done.current.filter(({ isTaken }) => !isTaken)
  }, [products])
  // Acts go in the order of the scans.
  const last = useRef(Promise.resolve())

  const move = (act: StorageMoveAct, ended: (problem: string | null) => void) => {
    const own = { act, isTaken: false }
    done.current = [...done.current, own]
    last.current = last.current
      .then(() => send(stockActs.move, { body: { ...stamp(act.stockItemId), ...act } }))
      .then(
        () => {
          own.isTaken = true
          ended(null)
        },
        (error: unknown) => {
          done.current = done.current.filter((each) => each !== own)
          ended(
            error instanceof AppError ? 'Refusé : rien n’a été déplacé.' : 'Pas de réponse\u00a0: scannez de nouveau.',
          )
        },
      )
  }
  const labelOf = (id: string) => storages.find((each) => each.id === id)?.label
  const take = (text: string) => {
    const scan = readStorageScan(text, {
      today,
      storages,
      to,
      productsOf: (codes) =>
        (index?.findCodes([...codes]) ?? []).flatMap((id) => {
          const product = products.get(id)
          return product
            ? [
                withMoves(
                  product,
                  done.current.map(({ act }) => act),
                  labelOf,
                ),
              ]
            : []
        }),
    })
    if (scan.kind === 'destination') return setTo(scan.storage)
    if (scan.kind !== 'move')
      return add({ text: storageScanWords(scan, to?.label ?? '') ?? '', tone: 'problem', undo: null })
    const { moved } = scan
    const name = movedName(moved)
    const there = to!.label
    move(moved.act, (problem) =>
      add(
        problem === null
          ? { text: `${name}\u00a0: ${moved.from ?? 'sans rangement'} → ${there}`, tone: 'moved', undo: moved.undo }
          : { text: `${name}\u00a0: ${problem}`, tone: 'problem', undo: null },
      ),
    )
  }
  const undo = ({ key, undo: act, text }: ScanEntry<StorageMoveAct>) => {
    if (!act) return
    // Gone at once: a second press must not undo twice.
    change(key, { undo: null })
    move({ ...act }, (problem) => {
      if (problem === null) return change(key, { tone: 'undone' })
      change(key, { undo: act })
      add({ text: `${text}\u00a0: ${problem}`, tone: 'problem', undo: null })
    })
  }
  return { storages, to, setTo, entries, take, undo }
}
