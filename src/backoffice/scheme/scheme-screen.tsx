import { SegmentedControl } from '@mantine/core'
import { IconFileImport, IconSparkles } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useLocation, useParams, useSearch } from 'wouter'
import { call } from '#shared/client/call.ts'
import { productHealthInsurance as scheme } from '#shared/contract/product-health-insurance.ts'
import { queryOf } from '#shared/store/lists/queries.ts'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatHour } from '#shared/ui/date-format.ts'
import { FilterChips } from '#shared/ui/filter-chips.tsx'
import { PageHead } from '#shared/ui/page-head.tsx'
import { plural } from '#shared/ui/plural.ts'
import { AssociationPanel } from '#backoffice/scheme/association-panel.tsx'
import { offlineSchemeAtom } from '#backoffice/scheme/listed-scheme.ts'
import { schemeColumns } from '#backoffice/scheme/scheme-columns.tsx'
import classes from '#backoffice/scheme/scheme.module.css'
import { FilterField } from '#backoffice/ui/filter-field.tsx'
import { useRememberedList } from '#backoffice/ui/list-address.ts'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { listKeys, panelKeys } from '#backoffice/ui/list-keys.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { usePageKeys } from '#backoffice/ui/page-keys.ts'
import { rightsAtom } from '#backoffice/ui/rights.ts'
import { useFilters } from '#backoffice/ui/use-filters.ts'
import { useListedPages } from '#backoffice/ui/use-listed-pages.ts'
import { pageSize, usePages } from '#backoffice/ui/use-pages.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

const filterKeys = ['seulement', 'cherche'] as const
const typingMs = 200
const choices = [
  { value: '', label: 'Toutes' },
  { value: 'sans', label: 'Sans produit' },
  { value: 'avec', label: 'Avec produit' },
]
const onlyOf = { sans: 'missing', avec: 'associated' } as const

/** The national scheme’s list: what it pays for, and which product of the referential that is. */
export function SchemeScreen() {
  const { id: openId } = useParams<{ id?: string }>()
  const [, go] = useLocation()
  const address = useSearch()
  const [filters, change] = useFilters(filterKeys)
  const mayEdit = useAtomValue(rightsAtom).has('contract.edit')
  const search = filters.cherche?.slice(0, 100) ?? ''
  const only = filters.seulement === 'sans' || filters.seulement === 'avec' ? onlyOf[filters.seulement] : undefined
  const query = { ...(search ? { search } : {}), ...(only ? { only } : {}) }
  const columns = useMemo(() => schemeColumns(search), [search])
  const isOffline = useAtomValue(isOfflineAtom)
  const listed = useAtomValue(offlineSchemeAtom)
  const reply = useMemo(() => listed?.find({ search, ...(only ? { only } : {}) }), [listed, search, only])
  const pages = useListedPages(
    usePages((page) => queryOf(scheme.withAssociatedProduct, { query: { ...query, page, size: pageSize } })),
    listed && reply ? { reply, syncedAt: listed.syncedAt, question: JSON.stringify(query) } : null,
  )
  usePageKeys(
    openId ? panelKeys : listKeys,
    pages.table.listedAt ? `À jour à ${formatHour(pages.table.listedAt)}` : null,
  )
  useRememberedList()

  const withFilters = (path: string) => (address ? `${path}?${address}` : path)
  const open = (id: string) => go(withFilters(`/regime/${id}`), { replace: openId !== undefined })
  const openFirst = () => {
    const first = pages.isStale ? undefined : pages.table.rowAt(0)
    if (first) open(first.id)
  }
  const isFiltered = search !== '' || only !== undefined
  const missing = pages.newest?.missing ?? 0

  return (
    <Page
      panel={openId && <AssociationPanel key={openId} lineId={openId} onClose={() => go(withFilters('/regime'))} />}
    >
      <PageHead
        title="Liste du régime"
        facts={pages.newest && `${plural(missing, 'ligne')} sans produit`}
        actions={
          <>
            <ListExport
              name="Liste du régime"
              columns={columns}
              isLocal={listed !== null}
              source={() =>
                reply
                  ? { rows: reply.items }
                  : {
                      readPage: (page, size, signal) =>
                        call(scheme.withAssociatedProduct, { query: { ...query, page, size } }, { signal }),
                      rowKey: ({ id }) => id,
                    }
              }
            />
            {mayEdit && (
              <WriteButton
                variant="default"
                leftSection={<IconFileImport size={18} aria-hidden />}
                onClick={() => go('/regime/import')}
              >
                Importer
              </WriteButton>
            )}
            {mayEdit && (
              <WriteButton
                leftSection={<IconSparkles size={18} aria-hidden />}
                disabled={missing === 0}
                onClick={() => go('/regime/associer')}
              >
                Associer les produits
              </WriteButton>
            )}
          </>
        }
      />
      <FilterChips
        start={
          <>
            <FilterField
              className={classes.find}
              label="Filtrer la liste du régime"
              value={filters.cherche ?? ''}
              onChange={(cherche) => change({ cherche })}
              delayMs={typingMs}
              onSubmit={openFirst}
            />
            <SegmentedControl
              aria-label="Lignes"
              withItemsBorders={false}
              data={choices}
              value={only ? filters.seulement! : ''}
              onChange={(seulement) => change({ seulement: seulement || null })}
            />
          </>
        }
        chips={[]}
        onRemove={() => undefined}
        resultCount={isFiltered ? pages.newest?.total : undefined}
      />
      <ListRoom isStale={pages.isStale}>
        <DataTable
          label="Liste du régime"
          columns={columns}
          rowKey={(line) => line.id}
          {...pages.table}
          errorText="La liste du régime n’a pas pu être chargée."
          offlineText="La liste du régime demande le réseau."
          emptyText={
            search
              ? `Aucun résultat pour «\u00a0${search}\u00a0»`
              : only
                ? 'Aucune ligne ne correspond à ce choix.'
                : 'La liste du régime est vide. Importez le fichier qu’il publie.'
          }
          {...(isFiltered
            ? {
                emptyAction: {
                  label: 'Effacer les filtres',
                  onClick: () => change({ seulement: null, cherche: null }),
                },
              }
            : mayEdit && !isOffline
              ? { emptyAction: { label: 'Importer la liste', onClick: () => go('/regime/import') } }
              : {})}
          selectedKey={openId ?? null}
          onOpen={(line) => open(line.id)}
          compact={openId !== undefined}
        />
      </ListRoom>
    </Page>
  )
}
