import { Button, TextInput } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { dayOfAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { useWedge } from '#kiosk/counter/scan/use-wedge.ts'
import { OneOf } from '#kiosk/ui/one-of.tsx'
import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'
import { isDay } from '#shared/domain/dates.ts'
import {
  correctionReasons,
  correctionReasonWords,
  type CorrectionReason,
  readBoxScan,
  samePrint,
  twinOf,
} from '#shared/domain/lot-corrections.ts'
import { plural } from '#shared/ui/plural.ts'
import { TypedDayInput } from '#shared/ui/typed-day-input.tsx'
import { useNow } from '#shared/ui/use-now.ts'
import { type ActFormProps, Seal } from './act-seal.tsx'

type CorrectLotProps = ActFormProps & { product: PharmacyProduct; onHearing: (isHearing: boolean) => void }

/** Number and expiry as they are on the box, typed or scanned. */
export function CorrectLot({ lot, product, label, record, onCancel, onHearing }: CorrectLotProps) {
  const today = useAtomValue(dayOfAtom)(useNow())
  const [number, setNumber] = useState(lot.lot ?? '')
  const [expiresOn, setExpiresOn] = useState(lot.expiresOn)
  const [reason, setReason] = useState<CorrectionReason>('entry-error')
  const [note, setNote] = useState('')
  const [said, setSaid] = useState<string | null>(null)
  useEffect(() => {
    onHearing(true)
    return () => onHearing(false)
  }, [onHearing])
  useWedge((text) => {
    const scan = readBoxScan(text, today, product.codes)
    if (scan.kind !== 'printed') {
      setSaid(
        scan.kind === 'other-product'
          ? 'Ce code est celui d’un autre produit.'
          : 'Ce code ne dit ni lot ni péremption. Scannez le DataMatrix de la boîte.',
      )
      return
    }
    setNumber(scan.printed.lot ?? number)
    setExpiresOn(scan.printed.expiresOn ?? expiresOn)
    setReason('read-on-box')
    setSaid('Lu sur la boîte\u00a0: vérifiez, puis enregistrez.')
  })
  const printed = { lot: number.trim() || null, expiresOn }
  const isSame = samePrint(printed, lot)
  const isNoDay = expiresOn !== null && !isDay(expiresOn)
  const lacksNote = reason === 'other' && note.trim() === ''
  const twin = isSame ? null : twinOf(product.stockItems, lot, printed)
  return (
    <>
      <p role="status">{said ?? 'Scannez la boîte, ou tapez ce qui y est imprimé.'}</p>
      <TextInput
        label="Numéro de lot"
        size="md"
        maxLength={40}
        autoComplete="off"
        value={number}
        onChange={({ currentTarget }) => setNumber(currentTarget.value)}
      />
      <TypedDayInput isLive label="Péremption" today={today} value={expiresOn} onChange={setExpiresOn} />
      {twin && (
        <p>{`Un autre lot de ce produit porte déjà ce numéro (${plural(twin.quantity, 'boîte')}). Les deux lots restent séparés.`}</p>
      )}
      <OneOf
        label="Motif"
        names={correctionReasons.map((id) => ({ id, name: correctionReasonWords[id] }))}
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
          disabled={isSame || isNoDay || lacksNote}
          onClick={() =>
            record({
              act: 'correct',
              stockItemId: lot.id,
              ...printed,
              from: { lot: lot.lot, expiresOn: lot.expiresOn },
              reason,
              note: note.trim() || null,
            })
          }
        >
          {isSame
            ? 'Le lot le dit déjà'
            : isNoDay
              ? 'Vérifiez la date'
              : lacksNote
                ? 'Choisissez le motif'
                : label('Enregistrer')}
        </Button>
      </Seal>
    </>
  )
}
