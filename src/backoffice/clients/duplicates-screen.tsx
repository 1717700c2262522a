import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '#shared/client/call.ts'
import { type DuplicateSort, type Duplicates, persons } from '#shared/contract/persons.ts'
import { onePage } from '#shared/contract/values.ts'
import { displayName } from '#shared/domain/person.ts'
import { queryOf } from '#shared/store/lists/queries.ts'
import { DataTable } from '#shared/ui/data-table.tsx'
import type { KeyHint } from '#shared/ui/key-bar.tsx'
import { plural } from '#shared/ui/plural.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { CompareModal } from '#backoffice/clients/compare-modal.tsx'
import { DistinctPairsModal } from '#backoffice/clients/distinct-pairs-modal.tsx'
import text from '#shared/ui/text.module.css'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { useListAddress } from '#backoffice/ui/list-address.ts'
import { sortedByServer } from '#backoffice/ui/lists/columns.tsx'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { usePageKeys } from '#backoffice/ui/page-keys.ts'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { pageSize, usePages } from '#backoffice/ui/use-pages.ts'
import { useServerSort } from '#backoffice/ui/use-server-sort.ts'

const keys: readonly KeyHint[] = [
  { keys: ['↑ ↓'], label: 'Parcourir' },
  { keys: ['Entrée'], label: 'Comparer' },
  { keys: ['X'], label: 'Exporter' },
]
const reasons: Record<Duplicates['reason'], string> = {
  phone: 'Même téléphone',
  'social-security-id': 'Même n° de sécurité sociale',
  'policy-number': 'Même n° de police',
  name: 'Même nom et même naissance',
}

const columns = sortedByServer<Duplicates>([
  {
    key: 'persons',
    header: 'Fiches',
    width: 320,
    grow: 1,
    render: (group) => <b>{namesOf(group)}</b>,
    exported: namesOf,
  },
  {
    key: 'count',
    header: 'Nombre',
    width: 84,
    align: 'end',
    render: (group) => group.persons.length,
    exported: (group) => group.persons.length,
  },
  {
    key: 'reason',
    header: 'Pourquoi',
    width: 220,
    render: ({ reason }) => <StatusTag tone="warning">{reasons[reason]}</StatusTag>,
    exported: ({ reason }) => reasons[reason],
  },
])

function namesOf(group: Duplicates): string {
  return group.persons.map(displayName).join(' · ')
}

const keyOf = ({ reason, persons: same }: Duplicates): string => `${reason} ${same.map(({ id }) => id).join()}`

/** Persons who may be duplicates, to compare and merge. */
export function DuplicatesScreen() {
  const [opened, setOpened] = useState<Duplicates | null>(null)
  const [showsDistinct, setShowsDistinct] = useState(false)
  const mayEdit = useMay(persons.merge)
  const back = { to: useListAddress('/clients'), title: 'Clients' }
  const { header, query } = useServerSort<DuplicateSort>(columns)
  const pages = usePages((page) => queryOf(persons.duplicates, onePage({ query: { ...query, page, size: pageSize } })))
  usePageKeys(keys)
  return (
    <Page>
      <DetailHead
        back={back}
        title="Doublons possibles"
        marks={pages.newest && <span className={text.quiet}>{plural(pages.newest.total, 'groupe')}</span>}
        actions={
          <>
            <Button variant="default" onClick={() => setShowsDistinct(true)}>
              Faux doublons
            </Button>
            <ListExport
              name="Doublons possibles"
              columns={columns}
              source={() => ({
                readPage: (page, size, signal) =>
                  call(persons.duplicates, onePage({ query: { ...query, page, size } }), { signal }),
                rowKey: keyOf,
              })}
            />
          </>
        }
      />
      <ListRoom isStale={pages.isStale}>
        <DataTable
          label="Doublons possibles"
          columns={columns}
          rowKey={keyOf}
          {...pages.table}
          {...header}
          errorText={
            mayEdit ? 'Les doublons n’ont pas pu être cherchés.' : 'Votre rôle ne permet pas de réunir des fiches.'
          }
          offlineText="Chercher les doublons demande le réseau."
          emptyText="Aucun doublon : chaque patient n’a qu’une fiche."
          selectedKey={opened && keyOf(opened)}
          onOpen={setOpened}
        />
      </ListRoom>
      {showsDistinct && <DistinctPairsModal onClose={() => setShowsDistinct(false)} />}
      {opened && (
        <CompareModal
          key={keyOf(opened)}
          group={opened}
          reason={reasons[opened.reason]}
          onClose={() => setOpened(null)}
        />
      )}
    </Page>
  )
}
