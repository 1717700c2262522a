import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import type { PersonToCheck, PersonToCheckSort } from '#shared/contract/person-records.ts'
import { persons } from '#shared/contract/persons.ts'
import { displayName } from '#shared/domain/person.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { queryOf } from '#shared/store/lists/queries.ts'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatMoment, formatShortDay } from '#shared/ui/date-format.ts'
import { CheckButton } from '#backoffice/clients/check-button.tsx'
import { countryCodeAtom } from '#backoffice/ui/country.ts'
import { Dialog } from '#backoffice/ui/dialog.tsx'
import { TableRoom } from '#backoffice/ui/imports/table-room.tsx'
import { sortedByServer } from '#backoffice/ui/lists/columns.tsx'
import { ListRoom } from '#backoffice/ui/page.tsx'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { pageSize, usePages } from '#backoffice/ui/use-pages.ts'
import { useServerSort } from '#backoffice/ui/use-server-sort.ts'

const typingMs = 250

/** Patients made at the counter whose record nobody of the office has looked at, each ticked off by one gesture. */
export function ToCheckModal({ onClose }: { onClose: () => void }) {
  const countryCode = useAtomValue(countryCodeAtom)
  const columns = useMemo(() => columnsOf(countryCode), [countryCode])
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), typingMs)
  const { header, query } = useServerSort<PersonToCheckSort>(columns)
  const asked = { ...query, ...(search ? { search } : {}) }
  const pages = usePages((page) => queryOf(persons.toCheck, { query: { ...asked, page, size: pageSize } }))
  return (
    <Dialog opened onClose={onClose} title="Clients du comptoir à vérifier" size={1000}>
      <TextInput
        aria-label="Filtrer les clients à vérifier"
        placeholder="Nom ou téléphone"
        mb="sm"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <TableRoom rows={10}>
        <ListRoom isStale={pages.isStale}>
          <DataTable
            label="Clients à vérifier"
            columns={columns}
            rowKey={({ id }) => id}
            {...pages.table}
            {...header}
            offlineText="La liste des clients à vérifier demande le réseau."
            emptyText={search ? 'Aucun client trouvé.' : 'Tous les clients du comptoir sont vérifiés.'}
          />
        </ListRoom>
      </TableRoom>
    </Dialog>
  )
}

function columnsOf(countryCode: string) {
  return sortedByServer<PersonToCheck>([
    {
      key: 'name',
      header: 'Nom',
      width: 200,
      grow: 1,
      render: (person) => <TextLink to={`/patients/${person.id}`}>{displayName(person)}</TextLink>,
      exported: displayName,
    },
    {
      key: 'birthDate',
      header: 'Né le',
      width: 110,
      render: ({ birthDate }) => (birthDate ? formatShortDay(birthDate) : '–'),
      exported: ({ birthDate }) => (birthDate ? { day: birthDate } : null),
    },
    {
      key: 'phone',
      header: 'Téléphone',
      width: 144,
      render: ({ phone }) => (phone ? formatPhone(phone, countryCode) : '–'),
      exported: ({ phone }) => phone,
    },
    {
      key: 'createdAt',
      header: 'Créé le',
      width: 190,
      render: ({ createdAt }) => formatMoment(createdAt),
      exported: ({ createdAt }) => createdAt,
    },
    {
      key: 'note',
      header: 'Note',
      width: 160,
      grow: 1,
      priority: 1,
      sortable: false,
      render: ({ note }) => <span title={note ?? undefined}>{note ?? '–'}</span>,
      exported: ({ note }) => note,
    },
    {
      key: 'check',
      header: '',
      width: 130,
      sortable: false,
      render: (person) => <CheckButton small person={{ id: person.id, name: displayName(person) }} />,
      exported: () => null,
    },
  ])
}
