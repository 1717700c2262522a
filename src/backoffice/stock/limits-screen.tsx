import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { CallReply } from '#shared/contract/endpoint.ts'
import { type LimitProposal, orderPreparations } from '#shared/contract/order-preparations.ts'
import { type LimitReason, limitReasons } from '#shared/domain/purchasing/limits.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { plural, pluralWord } from '#shared/ui/plural.ts'
import type { StatusTone } from '#shared/ui/status-tag.tsx'
import {
  countColumn,
  type ListColumn,
  numberColumn,
  sortedHere,
  stateColumn,
  textColumn,
} from '#backoffice/ui/lists/columns.tsx'
import { searchFilter, severalFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { type BatchAction, type BatchDialogProps, list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, wholeList } from '#backoffice/ui/lists/list-source.ts'
import { supplierFilter } from '#backoffice/ui/lists/supplier-filter.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

type Query = QueryOf<typeof orderPreparations.limits>

/** The most urgent ones; when they are accepted, the next ones come into sight. */
const most = 2000
const decimal = new Intl.NumberFormat('fr', { maximumFractionDigits: 1 })

const reasonWords: Record<LimitReason, { label: string; tone: StatusTone }> = {
  none: { label: 'Sans mini', tone: 'danger' },
  'too-low': { label: 'Mini trop bas', tone: 'warning' },
  'too-high': { label: 'Mini trop haut', tone: 'info' },
  maximum: { label: 'Maxi à revoir', tone: 'info' },
  unsold: { label: 'Ne se vend plus', tone: 'neutral' },
}

const columnsOf = (search: string): readonly ListColumn<LimitProposal>[] =>
  sortedHere<LimitProposal>([
    textColumn('label', 'Produit', ({ label }) => label, { strong: true, width: 240, grow: 1, search }),
    stateColumn<LimitProposal>('reason', 'Constat', ({ reason }) => reasonWords[reason], { width: 136 }),
    countColumn('minimum', 'Mini', ({ minimum }) => minimum, { width: 72 }),
    countColumn('proposedMinimum', 'Mini proposé', ({ proposedMinimum }) => proposedMinimum, { width: 116 }),
    maximumColumn('maximum', 'Maxi', ({ maximum }) => maximum, 72),
    maximumColumn('proposedMaximum', 'Maxi proposé', ({ proposedMaximum }) => proposedMaximum, 116),
    textColumn('why', 'Pourquoi', whyWords, { width: 320, grow: 1.4, quiet: true, priority: 2 }),
    textColumn('supplier', 'Fournisseur', ({ supplierName }) => supplierName, { width: 130, grow: 0.4, priority: 3 }),
  ])

/** A maximum of 0 is none. */
function maximumColumn(
  key: string,
  header: string,
  read: (row: LimitProposal) => number,
  width: number,
): ListColumn<LimitProposal> {
  return numberColumn(key, header, (row) => read(row) || null, { width })
}

/** « 2 par jour, délai 2 jours, livré tous les 7 j » */
function whyWords({ perDay, delayDays, isDelayKnown, rhythmDays }: LimitProposal): string {
  if (perDay === 0) return 'Rien vendu en 180 jours'
  const delay = `délai ${decimal.format(delayDays)}\u00a0${pluralWord(delayDays, 'jour')}${isDelayKnown ? '' : ' (supposé)'}`
  return `${decimal.format(perDay)} par jour, ${delay}, livré tous les ${rhythmDays}\u00a0j`
}

const limitBatch: readonly BatchAction<LimitProposal>[] = [
  { label: 'Accepter', needs: orderPreparations.acceptLimits.permission, dialog: AcceptModal },
]

const limitList = list({
  home: '/stock/mini-maxi',
  title: 'Mini et maxi proposés',
  noun: noun('produit', 'm'),
  source: wholeList(orderPreparations.limits, most),
  useColumns: ({ search }) => columnsOf(search),
  filters: [
    searchFilter<Query>('Filtrer les produits'),
    severalFilter<Query>({
      key: 'constat',
      label: 'Constat',
      all: 'Tous',
      many: 'constats',
      choices: limitReasons.map((reason) => ({ value: reason, label: reasonWords[reason].label, asked: reason })),
      query: (reason) => ({ reason }),
    }),
    supplierFilter<Query>(),
  ],
  useBatch: () => limitBatch,
  words: {
    empty: 'Rien à proposer\u00a0: les mini et les maxi suivent déjà les ventes, ou les ventes sont trop récentes.',
  },
})

/** Minimum and maximum by demand, delay and rhythm, beside those of today; accepted by ticking. */
export function LimitsScreen() {
  return <ListScreen list={limitList} />
}

/** Sets the limits of the ticked products, then names those that a colleague changed meanwhile. */
function AcceptModal({ rows, onClose, onDone }: BatchDialogProps<LimitProposal>) {
  const [items] = useState(() =>
    rows.map(({ id, minimum, maximum, proposedMinimum, proposedMaximum }) => ({
      id,
      minimum: proposedMinimum,
      maximum: proposedMaximum,
      known: { minimum, maximum },
    })),
  )
  const [reply, setReply] = useState<CallReply<typeof orderPreparations.acceptLimits> | null>(null)
  const send = useSend()
  const gesture = useGesture()
  const raised = items.filter(({ minimum, known }) => minimum > known.minimum).length
  const lowered = items.filter(({ minimum, known }) => minimum < known.minimum).length
  const accept = async () => setReply(await send(orderPreparations.acceptLimits, { body: { items } }))
  return (
    <PanelModal opened onClose={reply ? onDone : onClose} title="Accepter les mini et maxi" centered>
      {reply ? (
        <Outcome reply={reply} />
      ) : (
        <p>
          {`${plural(items.length, 'produit prend', 'produits prennent')} les valeurs proposées\u00a0: ${count(raised)} mini en hausse, ${count(lowered)} en baisse. « À commander » les suit aussitôt.`}
        </p>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={reply ? onDone : onClose}>
          {reply ? 'Fermer' : 'Annuler'}
        </Button>
        {!reply && (
          <Button
            data-autofocus
            loading={gesture.isRunning}
            disabled={gesture.isOffline}
            onClick={() => gesture.run(accept)}
          >
            Accepter
          </Button>
        )}
      </Group>
      {gesture.modals}
    </PanelModal>
  )
}

const shownKept = 8

function Outcome({ reply: { updated, kept } }: { reply: CallReply<typeof orderPreparations.acceptLimits> }) {
  return (
    <>
      <p>{`${plural(updated, 'produit modifié', 'produits modifiés')}.`}</p>
      {kept.length > 0 && (
        <div role="alert">
          <b>{`${plural(kept.length, 'produit garde ses valeurs', 'produits gardent leurs valeurs')}, changées entre-temps\u00a0:`}</b>
          <ul>
            {kept.slice(0, shownKept).map(({ id, label, minimum, maximum }) => (
              <li key={id}>{`${label}\u00a0: mini ${count(minimum)}, maxi ${maximum > 0 ? count(maximum) : '–'}`}</li>
            ))}
          </ul>
          {kept.length > shownKept && <span>{`et ${count(kept.length - shownKept)} autres.`}</span>}
        </div>
      )}
    </>
  )
}

function count(boxes: number): string {
  return formatAmount(boxes, { decimals: 0 })
}
