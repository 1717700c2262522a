import { Button, TextInput } from '@mantine/core'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { dayOfAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { useWedge } from '#kiosk/counter/scan/use-wedge.ts'
import { OneOf } from '#kiosk/ui/one-of.tsx'
import { fold } from '#shared/domain/search/fold.ts'
import {
  movedName,
  readStorageScan,
  type StorageMoveAct,
  type StoragePlace,
  storageScanWords,
} from '#shared/domain/storage-moves.ts'
import { productIndexAtom, productsAtom } from '#shared/store/lists/product-list-atoms.ts'
import { storagesAtom } from '#shared/store/lists/storage-atoms.ts'
import { noteStockActAtom } from '#shared/store/stock-acts/stock-act-atoms.ts'
import { plural } from '#shared/ui/plural.ts'
import { ScanEntries, type ScanEntry, useScanEntries } from '#shared/ui/scan-entries.tsx'
import { PanelSection, SidePanel } from '#shared/ui/side-panel.tsx'
import { useNow } from '#shared/ui/use-now.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import { writeFailureWords } from '#shared/session/write-failure-words.ts'
import classes from './move-panel.module.css'

/** More storages than these are found by typing, or by a scan of their label. */
const shownAtOnce = 12

/**
 * Puts things into a storage by scan: its label or a touch chooses it, then each scan moves a lot or a product. Recorded
 * on this terminal, with or without a network.
 */
export function MovePanel({ onClose }: { onClose: () => void }) {
  const storages = useAtomValue(storagesAtom)
  const products = useAtomValue(productsAtom)
  const index = useAtomValue(productIndexAtom)?.index
  const today = useAtomValue(dayOfAtom)(useNow())
  const note = useSetAtom(noteStockActAtom)
  const [to, setTo] = useState<StoragePlace | null>(null)
  const { entries, add, change } = useScanEntries<StorageMoveAct>()
  const failed = (error: unknown) =>
    add({
      text: writeFailureWords(error, 'Ce poste n’a pas pu l’enregistrer. Rien n’a été modifié\u00a0: réessayez.'),
      tone: 'problem',
      undo: null,
    })

  const take = async (text: string) => {
    const productsOf = (codes: readonly string[]) =>
      (index?.findCodes([...codes]) ?? []).flatMap((id) => products.get(id) ?? [])
    const scan = readStorageScan(text, { today, storages, to, productsOf })
    if (scan.kind === 'destination') return setTo(scan.storage)
    if (scan.kind !== 'move')
      return add({ text: storageScanWords(scan, to?.label ?? '') ?? '', tone: 'problem', undo: null })
    const { act, from, undo } = scan.moved
    try {
      await note({ act: 'move', ...act })
      add({ text: `${movedName(scan.moved)}\u00a0: ${from ?? 'sans rangement'} → ${to!.label}`, tone: 'moved', undo })
    } catch (error) {
      failed(error)
    }
  }
  useWedge((text) => void take(text))

  const undo = async ({ key, undo: back }: ScanEntry<StorageMoveAct>) => {
    if (!back) return
    // Gone at once: a second touch must not undo twice.
    change(key, { undo: null })
    try {
      await note({ act: 'move', ...back })
      change(key, { tone: 'undone' })
    } catch (error) {
      change(key, { undo: back })
      failed(error)
    }
  }

  const moved = entries.filter(({ tone }) => tone === 'moved').length
  return (
    <SidePanel
      title={to ? `Ranger à ${to.label}` : 'Ranger au scanner'}
      subtitle={to ? 'Scannez chaque boîte\u202f: son lot, ou tout le produit si le code n’a pas de lot.' : undefined}
      onClose={onClose}
    >
      {to ? (
        <div className={classes.under}>
          <span>{moved === 0 ? 'Aucun article rangé' : plural(moved, 'article rangé', 'articles rangés')}</span>
          <Button variant="default" size="md" onClick={() => setTo(null)}>
            Autre rangement
          </Button>
        </div>
      ) : (
        <Destination storages={storages} onChoose={setTo} />
      )}
      <div className={classes.scans}>
        <ScanEntries entries={entries} isTouch onUndo={(entry) => void undo(entry)} />
      </div>
    </SidePanel>
  )
}

interface DestinationProps {
  storages: readonly StoragePlace[]
  onChoose: (storage: StoragePlace) => void
}

function Destination({ storages, onChoose }: DestinationProps) {
  const [typed, setTyped] = useState('')
  const isOffline = useAtomValue(connectivityAtom).state === 'offline'
  if (storages.length === 0)
    return (
      <PanelSection title="Choisir le rangement">
        {isOffline
          ? 'La liste des rangements n’est pas encore sur ce poste. Elle arrivera au retour du réseau.'
          : 'La pharmacie n’a aucun rangement. Ils se créent dans la gestion, sous «\u00a0Rangements\u00a0».'}
      </PanelSection>
    )
  const found = storages.filter(({ label }) => fold(label).includes(fold(typed.trim())))
  return (
    <PanelSection title="Choisir le rangement">
      <div className={classes.destination}>
        <p>Scannez son étiquette, ou choisissez-le.</p>
        {storages.length > shownAtOnce && (
          <TextInput
            aria-label="Chercher un rangement"
            placeholder="Chercher un rangement"
            size="md"
            autoComplete="off"
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        )}
        <OneOf
          label="Rangement"
          names={found.slice(0, shownAtOnce).map(({ id, label }) => ({ id, name: label }))}
          value={null}
          onChoose={(id) => onChoose(storages.find((each) => each.id === id)!)}
        />
        {found.length === 0 && <p>Aucun rangement de ce nom.</p>}
      </div>
    </PanelSection>
  )
}
