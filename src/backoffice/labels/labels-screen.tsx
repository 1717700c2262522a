import { useAtom } from 'jotai'
import { useState } from 'react'
import type { CallReply } from '#shared/contract/endpoint.ts'
import { labels, type WaitingLabel } from '#shared/contract/labels.ts'
import { plural } from '#shared/ui/plural.ts'
import { AddLabels } from '#backoffice/labels/add-labels.tsx'
import { copiedRows, copiesAtom } from '#backoffice/labels/copies.ts'
import { useLabelColumns } from '#backoffice/labels/label-columns.tsx'
import { causeWords } from '#backoffice/labels/label-words.ts'
import { PrintPanel } from '#backoffice/labels/print-panel.tsx'
import { RemoveLabelsModal } from '#backoffice/labels/remove-labels-modal.tsx'
import { searchFilter, severalFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { ListFilterBar } from '#backoffice/ui/lists/list-filter-bar.tsx'
import { ListPageHead } from '#backoffice/ui/lists/list-page-head.tsx'
import { ListRows } from '#backoffice/ui/lists/list-rows.tsx'
import { type BatchAction, list } from '#backoffice/ui/lists/list-declaration.ts'
import { type QueryOf, wholeList } from '#backoffice/ui/lists/list-source.ts'
import { useOpenList } from '#backoffice/ui/lists/use-open-list.tsx'
import { Page } from '#backoffice/ui/page.tsx'
import { useMay } from '#backoffice/ui/rights.ts'

type Query = QueryOf<typeof labels.list>

/** The newest ones; when they are printed, the next ones come into sight. */
const most = 2000

const labelBatch: readonly BatchAction<WaitingLabel>[] = [
  { label: 'Retirer de la file', needs: labels.remove.permission, dialog: RemoveLabelsModal },
]

const labelList = list({
  home: '/etiquettes',
  title: 'Étiquettes de prix',
  noun: noun('étiquette', 'f'),
  source: wholeList(labels.list, most),
  useColumns: useLabelColumns,
  filters: [
    searchFilter<Query>('Filtrer les étiquettes'),
    severalFilter<Query>({
      key: 'cause',
      label: 'Cause',
      all: 'Toutes',
      many: 'causes',
      choices: [
        { value: 'prix', label: causeWords.price, asked: 'price' },
        { value: 'livraison', label: causeWords.delivery, asked: 'delivery' },
        { value: 'demande', label: causeWords.asked, asked: 'asked' },
      ],
      query: (cause) => ({ cause }),
    }),
  ],
  facts: (reply) => factsOf(reply),
  useBatch: () => labelBatch,
  keys: [
    { keys: ['S'], label: 'Scanner', needs: labels.add.permission },
    { keys: ['P'], label: 'Imprimer', needs: labels.markPrinted.permission },
  ],
  words: {
    empty: 'Aucune étiquette à imprimer. Un changement de prix, une livraison validée ou un scan en ajoute.',
  },
})

function factsOf({ items, total }: CallReply<typeof labels.list>): string {
  const all = `${plural(total, 'étiquette')} à imprimer`
  return total > items.length ? `les ${plural(items.length, 'dernière')} sur ${all}` : all
}

/** The labels that wait, with what prints them beside. Ticked ones are printed alone; without ticks the whole list is. */
export function LabelsScreen() {
  const opened = useOpenList(labelList)
  const { columns, rows } = opened
  const [copies, setCopies] = useAtom(copiesAtom)
  const mayPrint = useMay(labels.markPrinted)
  const listed = Array.from({ length: rows.table.rowCount }, (_, index) => rows.table.rowAt(index)).filter(
    (row) => row !== undefined,
  )
  const tickWhenListed = useTicksToCome(listed, columns)
  const { ticked } = columns
  const isSelection = ticked.size > 0
  // A ticked row that a filter hides is printed too.
  const hidden = [...ticked.values()].filter(({ id }) => !listed.some((row) => row.id === id))
  const chosen = isSelection ? [...listed.filter(({ id }) => ticked.has(id)), ...hidden] : listed
  return (
    <Page
      panel={
        mayPrint && (
          <PrintPanel
            copied={copiedRows(chosen, copies)}
            isSelection={isSelection}
            onPrinted={() => {
              columns.untick()
              setCopies(new Map())
            }}
          />
        )
      }
    >
      <ListPageHead opened={opened} lead={null} />
      {mayPrint && <AddLabels onAdded={tickWhenListed} />}
      <ListFilterBar opened={opened} />
      <ListRows opened={opened} />
    </Page>
  )
}

/**
 * Ticks products that were added by hand as soon as the list shows them: who scans three products wants the labels of
 * these three, not of the whole queue.
 */
function useTicksToCome(
  listed: readonly WaitingLabel[],
  { tick }: { tick: (row: WaitingLabel, isTicked: boolean) => void },
): (productId: string) => void {
  const [awaited, setAwaited] = useState<readonly string[]>([])
  const arrived = listed.filter(({ pharmacyProductId }) => awaited.includes(pharmacyProductId))
  if (arrived.length > 0) {
    for (const row of arrived) tick(row, true)
    const here = arrived.map(({ pharmacyProductId }) => pharmacyProductId)
    setAwaited(awaited.filter((id) => !here.includes(id)))
  }
  return (productId) => setAwaited((before) => [...before, productId])
}
