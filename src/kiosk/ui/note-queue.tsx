import { Button } from '@mantine/core'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { catalogueEntry } from '#shared/domain/error-catalogue.ts'
import { discardNoteAtom, queuedNotesAtom, sendNoteAgainAtom, type QueuedNote } from '#shared/store/note-atoms.ts'
import { localSalesAtom } from '#shared/store/sale-atoms.ts'
import { formatHour } from '#shared/ui/date-format.ts'
import { IconTile } from '#shared/ui/icon-tile.tsx'
import { formatAmount } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { queueSigns } from './queue-row.tsx'
import classes from './queue.module.css'

const reasons = { absent: 'absent', 'too-dear': 'trop cher' } as const

/** Photos and missed sales that the server does not have: refused first, with what may become of them. */
export function NoteQueue() {
  const notes = useAtomValue(queuedNotesAtom)
  return notes.toSorted(refusedFirst).map((note) => <NoteRow key={note.row.saleId} note={note} />)
}

function NoteRow({ note }: { note: QueuedNote }) {
  const sendAgain = useSetAtom(sendNoteAgainAtom)
  const { title, facts, value } = useNoteWords(note)
  const isRefused = note.errors !== null
  const [Sign, tone] = queueSigns[isRefused ? 'refused' : 'waiting']
  const entry = catalogueEntry(note.errors?.[0]?.message ?? '')
  return (
    <li className={classes.row} data-state={isRefused ? 'refused' : 'waiting'}>
      <IconTile tone={tone}>
        <Sign size={24} />
      </IconTile>
      <div className={classes.names}>
        <b>{title}</b>
        <span>{facts}</span>
      </div>
      <div className={classes.end}>
        {value !== null && (
          <b>
            <Money amount={value} />
          </b>
        )}
        <span>{isRefused ? 'Refusée' : 'En attente'}</span>
      </div>
      {isRefused && (
        <div className={classes.more}>
          <p className={classes.why}>
            <b>{entry?.title ?? 'L’envoi a été refusé'}.</b> {entry?.text}
          </p>
          <div className={classes.choices}>
            {/* Refused again in the meantime, or let go of in another window: the row shows what stands. */}
            <Button variant="outline" color="danger" aria-label={`Réessayer\u00a0: ${title}`} onClick={() => void sendAgain(note).catch(() => undefined)}>
              Réessayer
            </Button>
            <Discard note={note} title={title} />
          </div>
        </div>
      )}
    </li>
  )
}

/** Asked twice: a photo is nowhere else. */
function Discard({ note, title }: { note: QueuedNote; title: string }) {
  const discard = useSetAtom(discardNoteAtom)
  const [isAsked, setIsAsked] = useState(false)
  const label = isAsked ? 'Abandonner vraiment' : 'Abandonner'
  const go = (taps: number) => {
    if (!isAsked) setIsAsked(true)
    // The second tap of a double tap is no second thought.
    else if (taps < 2) void discard(note).catch(() => undefined)
  }
  return (
    <Button variant="subtle" color="gray" aria-label={`${label}\u00a0: ${title}`} onClick={({ detail }) => go(detail)}>
      {label}
    </Button>
  )
}

function useNoteWords(note: QueuedNote): { title: string; facts: string; value: number | null } {
  const sales = useAtomValue(localSalesAtom)
  switch (note.kind) {
    case 'photo': {
      const sale = sales.find(({ id }) => id === note.photo.saleId)
      return { title: sale ? `Photo du bon, vente ${sale.identifier}` : 'Photo d’un bon', facts: `${formatHour(note.photo.takenAt)} · Photo`, value: null }
    }
    case 'missed-sale': {
      const { label, quantity, price, reason, missedAt } = note.missed
      return {
        title: label,
        facts: [formatHour(missedAt), `Vente manquée, ${reasons[reason]}`, quantity > 1 && `quantité ${formatAmount(quantity, { decimals: 0 })}`].filter(Boolean).join(' · '),
        value: price === null ? null : price * quantity,
      }
    }
  }
}

function refusedFirst(a: QueuedNote, b: QueuedNote): number {
  return Number(b.errors !== null) - Number(a.errors !== null)
}
