import { Button } from '@mantine/core'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { trueInstant } from '#shared/pharmacy-time.ts'
import { discardNoteAtom, queuedNotesAtom, sendNoteAgainAtom, type QueuedNote } from '#shared/store/sales/note-atoms.ts'
import type { RegisterAct } from '#shared/contract/register-acts.ts'
import type { NewStockAct } from '#shared/contract/stock-acts.ts'
import { stockReasonWords } from '#shared/domain/stock-reasons.ts'
import { findStockItemsAtom, type FindStockItems } from '#kiosk/counter/sale/stock-item-places.ts'
import { plural } from '#shared/ui/plural.ts'
import { localSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import { formatHour } from '#shared/ui/date-format.ts'
import { formatAmount, formatSigned } from '#shared/ui/money-format.ts'
import classes from './queued-row.module.css'
import { QueuedRow, RefusalWords } from './queued-row.tsx'
import { useRowWords, withTrouble } from './row-words.ts'

const reasons = { absent: 'absent', 'too-dear': 'trop cher' } as const

/**
 * Photos, missed sales and register acts that the server does not have yet. Refused ones come first, with their
 * gestures.
 */
export function NoteQueue() {
  const notes = useAtomValue(queuedNotesAtom)
  return notes.toSorted(refusedFirst).map((note) => <NoteRow key={note.row.saleId} note={note} />)
}

function NoteRow({ note }: { note: QueuedNote }) {
  const sendAgain = useSetAtom(sendNoteAgainAtom)
  const { title, facts, value } = useNoteWords(note)
  const rowWords = useRowWords()
  const isRefused = note.errors !== null
  const waiting = rowWords(note.row)
  return (
    <QueuedRow
      state={isRefused ? 'refused' : waiting.state}
      title={title}
      facts={isRefused ? facts : withTrouble(facts, waiting)}
      amount={value}
      word={isRefused ? 'Refusée' : waiting.word}
    >
      {isRefused && (
        <>
          <RefusalWords message={note.errors?.[0]?.message} otherwise="L’envoi a été refusé" />
          <div className={classes.choices}>
            {/* If the row was refused again or discarded in another window meanwhile, it shows the current state. */}
            <Button
              variant="outline"
              color="danger"
              aria-label={`Réessayer\u00a0: ${title}`}
              onClick={() => void sendAgain(note).catch(() => undefined)}
            >
              Réessayer
            </Button>
            <Discard note={note} title={title} />
          </div>
        </>
      )}
    </QueuedRow>
  )
}

/** Asks for confirmation, as a photo has no other copy. */
function Discard({ note, title }: { note: QueuedNote; title: string }) {
  const discard = useSetAtom(discardNoteAtom)
  const [isAsked, setIsAsked] = useState(false)
  const label = isAsked ? 'Oui, abandonner' : 'Abandonner'
  const go = (taps: number) => {
    if (!isAsked) setIsAsked(true)
    // The second tap of a double tap must not confirm.
    else if (taps < 2) void discard(note).catch(() => undefined)
  }
  return (
    <Button variant="subtle" color="gray" aria-label={`${label}\u00a0: ${title}`} onClick={({ detail }) => go(detail)}>
      {label}
    </Button>
  )
}

const acts = {
  open: 'Ouverture de caisse',
  count: 'Comptage de la caisse',
  'hand-over': 'Passation de la caisse',
  close: 'Fermeture de la caisse',
  reopen: 'Réouverture de la caisse',
  'open-sale': 'Consultation d’une vente',
  overdraw: 'Sortie d’espèces refusée',
  disburse: 'Décaissement',
} as const
const movements = {
  'cash-in': 'Entrée d’espèces',
  deposit: 'Versement en banque',
  collection: 'Encaissement d’un crédit',
} as const

function actWords(act: RegisterAct): { title: string; facts: string; value: number | null } {
  switch (act.act) {
    case 'open':
      return { title: acts.open, facts: `${formatHour(trueInstant(act.openedAt))} · Fond de caisse`, value: act.float }
    case 'move':
      return {
        title: movements[act.movement.kind],
        facts: [formatHour(trueInstant(act.movement.occurredAt)), act.movement.note].filter(Boolean).join(' · '),
        value: act.movement.amount,
      }
    case 'disburse':
      return {
        title: acts.disburse,
        facts: [formatHour(trueInstant(act.spentAt)), act.beneficiary].filter(Boolean).join(' · '),
        value: act.amount,
      }
    case 'count':
    case 'hand-over':
    case 'close':
      return { title: acts[act.act], facts: formatHour(trueInstant(act.countedAt)), value: null }
    case 'open-sale':
      return { title: acts['open-sale'], facts: formatHour(trueInstant(act.openedAt)), value: null }
    case 'overdraw':
      return { title: acts.overdraw, facts: formatHour(trueInstant(act.triedAt)), value: act.amount }
    case 'reopen':
      return { title: acts.reopen, facts: act.reason, value: null }
  }
}

const stockActs = {
  unpack: 'Déconditionnement',
  adjust: 'Correction de stock',
  quarantine: 'Mise en quarantaine',
  release: 'Levée de quarantaine',
  move: 'Rangement',
  correct: 'Correction d’un lot',
} as const

function stockActWords(act: NewStockAct, find: FindStockItems): { title: string; facts: string } {
  const place = find(new Set([act.stockItemId])).get(act.stockItemId)
  return {
    title: stockActs[act.act],
    facts: [
      formatHour(trueInstant(act.doneAt)),
      place?.product.label,
      place?.item.lot && `lot ${place.item.lot}`,
      act.act === 'unpack' && plural(act.boxes, 'boîte'),
      act.act === 'adjust' && `${formatChange(act.change)}, ${stockReasonWords[act.reason]}`,
    ]
      .filter(Boolean)
      .join(' · '),
  }
}

function formatChange(change: number): string {
  return formatSigned(change, { decimals: 0 })
}

function useNoteWords(note: QueuedNote): { title: string; facts: string; value: number | null } {
  const sales = useAtomValue(localSalesAtom)
  const places = useAtomValue(findStockItemsAtom)
  switch (note.kind) {
    case 'photo': {
      const sale = sales.find(({ id }) => id === note.photo.saleId)
      return {
        title: sale ? `Photo du bon, vente ${sale.identifier}` : 'Photo d’un bon',
        facts: `${formatHour(trueInstant(note.photo.takenAt))} · Photo`,
        value: null,
      }
    }
    case 'receipt-photo':
      return { title: 'Photo d’un reçu', facts: `${formatHour(trueInstant(note.photo.takenAt))} · Photo`, value: null }
    case 'register-act':
      return actWords(note.act)
    case 'stock-act':
      return { ...stockActWords(note.act, places), value: null }
    case 'delivery-act':
      return {
        title: 'Ligne de livraison',
        facts: [formatHour(trueInstant(note.act.doneAt)), note.act.line?.label].filter(Boolean).join(' · '),
        value: null,
      }
    case 'inventory-count': {
      const { stockItemId } = note.count
      const place = stockItemId === null ? undefined : places(new Set([stockItemId])).get(stockItemId)
      return {
        title: 'Comptage d’inventaire',
        facts: [
          formatHour(trueInstant(note.count.doneAt)),
          place?.product.label,
          `quantité ${formatAmount(note.count.quantity, { decimals: 0 })}`,
        ]
          .filter(Boolean)
          .join(' · '),
        value: null,
      }
    }
    case 'export':
      return {
        title: `Export\u00a0: ${note.trace.list}`,
        facts: formatHour(trueInstant(note.trace.exportedAt)),
        value: null,
      }
    case 'missed-sale': {
      const { label, quantity, price, reason, missedAt } = note.missed
      return {
        title: label,
        facts: [
          formatHour(trueInstant(missedAt)),
          `Vente manquée, ${reasons[reason]}`,
          quantity > 1 && `quantité ${formatAmount(quantity, { decimals: 0 })}`,
        ]
          .filter(Boolean)
          .join(' · '),
        value: price === null ? null : price * quantity,
      }
    }
  }
}

function refusedFirst(a: QueuedNote, b: QueuedNote): number {
  return Number(b.errors !== null) - Number(a.errors !== null)
}
