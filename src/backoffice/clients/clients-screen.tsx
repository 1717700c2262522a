import { Button, SegmentedControl } from '@mantine/core'
import { IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { call } from '#shared/client/call.ts'
import { clients } from '#shared/contract/clients.ts'
import { queryOf } from '#shared/store/lists/queries.ts'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatHour } from '#shared/ui/date-format.ts'
import { FilterChips } from '#shared/ui/filter-chips.tsx'
import type { KeyHint } from '#shared/ui/key-bar.tsx'
import { PageHead } from '#shared/ui/page-head.tsx'
import { plural } from '#shared/ui/plural.ts'
import { clientColumns, clientPath, kindColumn } from '#backoffice/clients/client-columns.tsx'
import { clientChips, clientFilterKeys, clientQueryOf, kindChoices } from '#backoffice/clients/client-filters.ts'
import { ClientFilterMenu } from '#backoffice/clients/client-filter-menu.tsx'
import classes from '#backoffice/clients/clients.module.css'
import { offlineClientsAtom } from '#backoffice/clients/listed-clients.ts'
import { NewClientPanel } from '#backoffice/clients/new-client-panel.tsx'
import { countryCodeAtom } from '#backoffice/ui/country.ts'
import { FilterField } from '#backoffice/ui/filter-field.tsx'
import { useRememberedList } from '#backoffice/ui/list-address.ts'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { listKeys } from '#backoffice/ui/list-keys.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { usePageKeys } from '#backoffice/ui/page-keys.ts'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { rightsAtom } from '#backoffice/ui/rights.ts'
import { useFilters } from '#backoffice/ui/use-filters.ts'
import { useListedPages } from '#backoffice/ui/use-listed-pages.ts'
import { pageSize, usePages } from '#backoffice/ui/use-pages.ts'
import { useAllTags } from '#backoffice/ui/use-tags.ts'
import { useWriteShortcuts, WriteButton } from '#backoffice/ui/write-button.tsx'

const typingMs = 200
const editKeys: readonly KeyHint[] = [...listKeys, { keys: ['N'], label: 'Nouveau client' }]
const clientTags = ['person', 'organization'] as const

/** Persons and organizations, as one search finds both. */
export function ClientsScreen() {
  const [, go] = useLocation()
  const [filters, change] = useFilters(clientFilterKeys)
  const [isAdding, setIsAdding] = useState(false)
  const mayEdit = useAtomValue(rightsAtom).has('client.edit')
  const isOffline = useAtomValue(isOfflineAtom)
  const countryCode = useAtomValue(countryCodeAtom)
  const tags = useAllTags(clientTags)
  const query = clientQueryOf(filters)
  const search = query.search ?? ''
  const columns = useMemo(() => clientColumns(search, tags, countryCode), [search, tags, countryCode])
  const listed = useAtomValue(offlineClientsAtom)
  const items = useMemo(() => listed?.find(clientQueryOf(filters)), [listed, filters])
  const isListed = listed !== null
  const pages = useListedPages(
    usePages((page) => queryOf(clients.list, { query: { ...query, page, size: pageSize } })),
    listed && items
      ? { reply: { items, total: items.length }, syncedAt: listed.syncedAt, question: JSON.stringify(query) }
      : null,
  )
  usePageKeys(
    mayEdit && !isOffline ? editKeys : listKeys,
    pages.table.listedAt ? `À jour à ${formatHour(pages.table.listedAt)}` : null,
  )
  useRememberedList()
  const add = () => setIsAdding(true)
  useWriteShortcuts({ n: add }, mayEdit && !isAdding)

  const openFirst = () => {
    const first = pages.isStale ? undefined : pages.table.rowAt(0)
    if (first) go(clientPath(first))
  }
  const isFiltered = Object.keys(query).some((key) => key !== 'sort')
  const clear = () => change({ type: null, etiquette: null, seulement: null, cherche: null })

  return (
    <Page
      panel={
        isAdding && (
          <NewClientPanel
            name={search}
            onClose={() => setIsAdding(false)}
            onMade={(client) => go(clientPath(client))}
          />
        )
      }
    >
      <PageHead
        title="Clients"
        facts={pages.newest && !isFiltered && plural(pages.newest.total, 'client')}
        actions={
          <>
            <SegmentedControl
              aria-label="Type de client"
              withItemsBorders={false}
              data={[{ value: '', label: 'Tous' }, ...kindChoices.map(({ value, label }) => ({ value, label }))]}
              value={kindChoices.find(({ value }) => value === filters.type)?.value ?? ''}
              onChange={(type) => change({ type: type || null })}
            />
            {mayEdit && !isAdding && (
              <Button
                variant="default"
                leftSection={<IconUsersGroup size={18} aria-hidden />}
                onClick={() => go('/clients/doublons')}
              >
                Doublons possibles
              </Button>
            )}
            <ListExport
              name="Clients"
              columns={[kindColumn, ...columns]}
              isLocal={isListed}
              source={() =>
                isListed
                  ? { rows: items ?? [] }
                  : {
                      readPage: (page, size, signal) =>
                        call(clients.list, { query: { ...query, page, size } }, { signal }),
                      rowKey: (client) => client.id,
                    }
              }
            />
            {mayEdit && !isAdding && (
              <WriteButton leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
                Nouveau client
              </WriteButton>
            )}
          </>
        }
      />
      <FilterChips
        start={
          <FilterField
            className={classes.find}
            label="Filtrer les clients"
            value={filters.cherche ?? ''}
            onChange={(cherche) => change({ cherche })}
            delayMs={typingMs}
            onSubmit={openFirst}
          />
        }
        chips={clientChips(filters, tags)}
        onRemove={(key) => change({ [key]: null })}
        addMenu={(close) => <ClientFilterMenu filters={filters} tags={tags} onChange={change} onClose={close} />}
        resultCount={isFiltered ? pages.newest?.total : undefined}
      />
      <ListRoom isStale={pages.isStale}>
        <DataTable
          label="Clients"
          columns={columns}
          rowKey={(client) => client.id}
          {...pages.table}
          sort={
            filters.tri === 'encours'
              ? { column: 'encours', direction: 'descending' }
              : { column: 'nom', direction: 'ascending' }
          }
          onSort={({ column }) => change({ tri: column === 'encours' ? 'encours' : null })}
          errorText="Les clients n’ont pas pu être chargés."
          offlineText="La liste des clients demande le réseau."
          emptyText={
            search
              ? `Aucun résultat pour «\u00a0${search}\u00a0»`
              : isFiltered
                ? 'Aucun client ne correspond à ces filtres.'
                : 'Aucun client enregistré.'
          }
          {...(isFiltered
            ? { emptyAction: { label: 'Effacer les filtres', onClick: clear } }
            : mayEdit && !isOffline
              ? { emptyAction: { label: 'Nouveau client', onClick: add } }
              : {})}
          onOpen={(client) => go(clientPath(client))}
          compact={isAdding}
        />
      </ListRoom>
    </Page>
  )
}
