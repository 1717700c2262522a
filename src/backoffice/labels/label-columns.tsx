import { useAtom, useStore } from 'jotai'
import { useMemo } from 'react'
import { labels, type WaitingLabel } from '#shared/contract/labels.ts'
import { labelCode } from '#shared/domain/labels/label-code.ts'
import { mostCopies } from '#shared/domain/labels/place-labels.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { copiesAtom } from '#backoffice/labels/copies.ts'
import { CountInput } from '#backoffice/ui/forms/count-input.tsx'
import { causeWords } from '#backoffice/labels/label-words.ts'
import { dayColumn, type ListColumn, moneyColumn, sortedHere, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { useMay } from '#backoffice/ui/rights.ts'

export function useLabelColumns({ search }: { search: string }): readonly ListColumn<WaitingLabel>[] {
  const mayPrint = useMay(labels.markPrinted)
  const store = useStore()
  return useMemo(
    () =>
      sortedHere<WaitingLabel>([
        textColumn('label', 'Produit', ({ label }) => label, { strong: true, width: 200, grow: 1, search }),
        textColumn('code', 'Code', ({ codes }) => labelCode(codes)?.text ?? null, {
          width: 128,
          priority: 3,
          quiet: true,
        }),
        textColumn('storage', 'Rang.', ({ storage }) => storage, { width: 104, priority: 1.5, search }),
        moneyColumn('price', 'Prix', ({ price }) => price, { strong: true, width: 88 }),
        {
          ...textColumn<WaitingLabel>('cause', 'Cause', ({ cause }) => causeWords[cause], {
            width: 116,
            priority: 1.2,
          }),
          render: ({ cause }) => (
            <StatusTag tone={cause === 'price' ? 'warning' : 'neutral'}>{causeWords[cause]}</StatusTag>
          ),
        },
        dayColumn('at', 'Depuis', ({ at }) => at, { width: 96, priority: 2 }),
        textColumn('user', 'Par', ({ byName }) => byName, { width: 132, grow: 0.4, priority: 4, search }),
        ...(mayPrint ? [copiesColumn(({ id }) => store.get(copiesAtom).get(id) ?? 1)] : []),
      ]),
    [search, mayPrint, store],
  )
}

/** Sorted when its header is pressed, not while a number is typed: a row must not jump from under the field. */
function copiesColumn(copiesOf: (row: WaitingLabel) => number): ListColumn<WaitingLabel> {
  return {
    key: 'copies',
    header: 'Copies',
    width: 76,
    align: 'end',
    render: (row) => <Copies row={row} />,
    exported: copiesOf,
    compare: (a, b) => copiesOf(a) - copiesOf(b),
  }
}

/** The row stays as it is drawn: only its field reads the copies. */
function Copies({ row: { id, label } }: { row: WaitingLabel }) {
  const [copies, setCopies] = useAtom(copiesAtom)
  return (
    <CountInput
      aria-label={`Copies de ${label}`}
      size="xs"
      hideControls
      min={0}
      max={mostCopies}
      value={copies.get(id) ?? 1}
      onChange={(count) => setCopies((before) => new Map(before).set(id, count))}
      styles={{ input: { textAlign: 'end', height: 28, minHeight: 28 } }}
    />
  )
}
