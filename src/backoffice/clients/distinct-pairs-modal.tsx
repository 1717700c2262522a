import { type DistinctPair } from '#shared/contract/person-records.ts'
import { persons } from '#shared/contract/persons.ts'
import { onePage } from '#shared/contract/values.ts'
import { displayName } from '#shared/domain/person.ts'
import { queryOf } from '#shared/store/lists/queries.ts'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatMoment, formatShortDay } from '#shared/ui/date-format.ts'
import { Dialog } from '#backoffice/ui/dialog.tsx'
import { TableRoom } from '#backoffice/ui/imports/table-room.tsx'
import { ListRoom } from '#backoffice/ui/page.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { pageSize, usePages } from '#backoffice/ui/use-pages.ts'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** Pairs of patients who were told apart, with who said so; each can be proposed again. */
export function DistinctPairsModal({ onClose }: { onClose: () => void }) {
  const send = useSend()
  const mayEdit = useMay(persons.tellApart)
  const { run, isRunning, modals } = useGesture()
  const pages = usePages((page) => queryOf(persons.distinctPairs, onePage({ query: { page, size: pageSize } })))
  const proposeAgain = ({ one, other }: DistinctPair) =>
    run(() => send(persons.tellApart, { body: { personIds: [one.id, other.id], distinct: false } }))
  const columns = [
    { key: 'one', header: 'Fiche', width: 220, grow: 1, render: ({ one }: DistinctPair) => linkTo(one) },
    { key: 'other', header: 'Autre fiche', width: 220, grow: 1, render: ({ other }: DistinctPair) => linkTo(other) },
    { key: 'by', header: 'Signalé par', width: 150, render: ({ toldByName }: DistinctPair) => toldByName },
    { key: 'at', header: 'Le', width: 190, render: ({ toldAt }: DistinctPair) => formatMoment(toldAt) },
    {
      key: 'again',
      header: '',
      width: 170,
      render: (pair: DistinctPair) =>
        mayEdit && (
          <WriteButton variant="default" size="compact-sm" disabled={isRunning} onClick={() => proposeAgain(pair)}>
            Proposer de nouveau
          </WriteButton>
        ),
    },
  ]
  return (
    <Dialog opened onClose={onClose} title="Faux doublons" size={1000}>
      <TableRoom rows={10}>
        <ListRoom isStale={pages.isStale}>
          <DataTable
            label="Faux doublons"
            columns={columns}
            rowKey={({ one, other }) => `${one.id} ${other.id}`}
            {...pages.table}
            offlineText="La liste des faux doublons demande le réseau."
            emptyText="Aucun faux doublon."
          />
        </ListRoom>
      </TableRoom>
      {modals}
    </Dialog>
  )
}

function linkTo(person: DistinctPair['one']) {
  const born = person.birthDate ? ` (${formatShortDay(person.birthDate)})` : ''
  return <TextLink to={`/patients/${person.id}`}>{`${displayName(person)}${born}`}</TextLink>
}
