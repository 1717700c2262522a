import { Button, TextInput } from '@mantine/core'
import { useSetAtom } from 'jotai'
import { useRef, useState } from 'react'
import { countUnits } from '#kiosk/counter/sale/unit-words.ts'
import { useRight } from '#kiosk/counter/rights/use-right.ts'
import { OneOf } from '#kiosk/ui/one-of.tsx'
import { useTypedKeys } from '#kiosk/ui/use-typed-keys.ts'
import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'
import { caps } from '#shared/domain/caps.ts'
import { adjustmentReasons, type AdjustmentReason, stockReasonWords } from '#shared/domain/stock-reasons.ts'
import type { TypedStockAct } from '#shared/store/stock-acts/stock-act-store.ts'
import { noteStockActAtom } from '#shared/store/stock-acts/stock-act-atoms.ts'
import { Keypad } from '#shared/ui/keypad.tsx'
import { formatAmount, formatSigned } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { PanelSection } from '#shared/ui/side-panel.tsx'
import { Stepper } from '#shared/ui/stepper.tsx'
import { type KeypadKey, typedAmount } from '#shared/ui/typed-amount.ts'
import { type ActFormProps, Seal } from './act-seal.tsx'
import { CorrectLot } from './correct-lot.tsx'
import type { ShelfLot } from './lots-by-packaging.ts'
import { writeFailureWords } from '#shared/session/write-failure-words.ts'
import classes from './lot-act.module.css'

/** A move has a screen of its own: many lots go to one storage. */
export type LotActKind = Exclude<TypedStockAct['act'], 'move'>

interface LotActProps {
  kind: LotActKind
  lot: ShelfLot
  product: PharmacyProduct
  onDone: () => void
  /** Whether scans are for this act. */
  onHearing: (isHearing: boolean) => void
}

/** « lot L123 », as it is named in a sentence. */
export function lotName({ lot }: Pick<ShelfLot, 'lot'>): string {
  return lot === null ? 'lot sans numéro' : `lot ${lot}`
}

/** One act on a lot, recorded on this terminal: it counts at once, and goes to the server with or without a network. */
export function LotAct({ kind, lot, product, onDone, onHearing }: LotActProps) {
  const note = useSetAtom(noteStockActAtom)
  const isUnderWay = useRef(false)
  const [problem, setProblem] = useState<string | null>(null)
  const record = async (act: TypedStockAct) => {
    // A second touch must not record the act twice.
    if (isUnderWay.current) return
    isUnderWay.current = true
    try {
      await note(act)
      onDone()
    } catch (error) {
      setProblem(writeFailureWords(error, 'Ce poste n’a pas pu l’enregistrer. Rien n’a été modifié\u00a0: réessayez.'))
      isUnderWay.current = false
    }
  }
  const right = useRight('stock.adjust', lot.id, titleOf(kind, lot))
  const props = {
    lot,
    form: product.form,
    label: right.label,
    onCancel: onDone,
    record: (act: TypedStockAct) => right.use((grant) => void record({ ...act, grant })),
  }
  return (
    <PanelSection title={titleOf(kind, lot)}>
      <div className={classes.act}>
        {kind === 'adjust' && <Adjust {...props} />}
        {kind === 'unpack' && <Unpack {...props} />}
        {kind === 'correct' && <CorrectLot {...props} product={product} onHearing={onHearing} />}
        {(kind === 'quarantine' || kind === 'release') && <Block {...props} kind={kind} />}
        {problem && <p role="alert">{problem}</p>}
      </div>
    </PanelSection>
  )
}

function titleOf(kind: LotActKind, lot: ShelfLot): string {
  const titles: Record<LotActKind, string> = {
    adjust: 'Corriger le',
    correct: 'Numéro et péremption du',
    unpack: 'Déconditionner le',
    quarantine: 'Mettre de côté le',
    release: 'Remettre en vente le',
  }
  return `${titles[kind]} ${lotName(lot)}`
}

/** What was counted; the difference is recorded. */
function Adjust({ lot, label, record, onCancel }: ActFormProps) {
  const [counted, setCounted] = useState<number | null>(null)
  const [reason, setReason] = useState<AdjustmentReason>('spot-count')
  const [note, setNote] = useState('')
  const type = (key: KeypadKey) => setCounted((before) => typedAmount(before ?? 0, key, caps.quantity))
  useTypedKeys(type, () => undefined)
  const change = counted === null ? 0 : counted - lot.left
  const lacksNote = reason === 'other' && note.trim() === ''
  return (
    <>
      <p className={classes.count}>
        <span>Compté</span>
        <output aria-label="Quantité comptée">{counted === null ? '–' : formatAmount(counted, { decimals: 0 })}</output>
        <span>
          {`${formatAmount(lot.left, { decimals: 0 })} en stock`}
          {change !== 0 && ` · écart ${formatSigned(change, { decimals: 0 })}`}
        </span>
      </p>
      <Keypad corner="none" onKey={type} />
      <OneOf
        label="Motif"
        names={adjustmentReasons.map((id) => ({ id, name: stockReasonWords[id] }))}
        value={reason}
        onChoose={setReason}
      />
      <TextInput
        label={reason === 'other' ? 'Motif en quelques mots' : 'Note (facultatif)'}
        size="md"
        maxLength={200}
        autoComplete="off"
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <Seal onCancel={onCancel}>
        <Button
          size="lg"
          disabled={counted === null || change === 0 || lacksNote}
          onClick={() =>
            record({
              act: 'adjust',
              stockItemId: lot.id,
              change,
              reason,
              note: note.trim() === '' ? null : note.trim(),
            })
          }
        >
          {counted === null
            ? 'Indiquez la quantité comptée'
            : change === 0
              ? 'Le stock est déjà juste'
              : lacksNote
                ? 'Choisissez le motif'
                : label(`Corriger de ${formatSigned(change, { decimals: 0 })}`)}
        </Button>
      </Seal>
    </>
  )
}

function Unpack({ lot, form, label, record, onCancel }: ActFormProps) {
  const [boxes, setBoxes] = useState(1)
  return (
    <>
      <Stepper label="Boîtes à ouvrir" value={boxes} max={Math.min(lot.left, 1000)} onChange={setBoxes} />
      <p role="status">
        {`${plural(boxes, 'boîte')} de ${lot.units} → ${countUnits(boxes * lot.units, form)}. Une boîte ouverte ne se referme pas.`}
      </p>
      <Seal onCancel={onCancel}>
        <Button size="lg" onClick={() => record({ act: 'unpack', stockItemId: lot.id, boxes })}>
          {label(`Ouvrir ${plural(boxes, 'boîte')}`)}
        </Button>
      </Seal>
    </>
  )
}

function Block({ lot, kind, label, record, onCancel }: ActFormProps & { kind: 'quarantine' | 'release' }) {
  const [note, setNote] = useState('')
  return (
    <>
      <p>
        {kind === 'quarantine'
          ? 'Aucun poste ne peut le vendre, ni ses unités détachées, avant la levée de la quarantaine.'
          : 'Tous les postes peuvent le vendre de nouveau.'}
      </p>
      <TextInput
        label="Motif (facultatif)"
        size="md"
        maxLength={200}
        autoComplete="off"
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <Seal onCancel={onCancel}>
        <Button
          size="lg"
          onClick={() => record({ act: kind, stockItemId: lot.id, note: note.trim() === '' ? null : note.trim() })}
        >
          {label(kind === 'quarantine' ? 'Mettre en quarantaine' : 'Lever la quarantaine')}
        </Button>
      </Seal>
    </>
  )
}
