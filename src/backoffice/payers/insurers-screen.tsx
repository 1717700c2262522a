import { Checkbox } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import { useLocation, useParams, useSearch } from 'wouter'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatHour } from '#shared/ui/date-format.ts'
import { FilterChips } from '#shared/ui/filter-chips.tsx'
import type { KeyHint } from '#shared/ui/key-bar.tsx'
import { PageHead } from '#shared/ui/page-head.tsx'
import { plural } from '#shared/ui/plural.ts'
import { CompanyPanel, NewCompanyPanel } from '#backoffice/payers/company-panel.tsx'
import { NewContractModal } from '#backoffice/payers/contract-modal.tsx'
import { insurerColumns } from '#backoffice/payers/insurer-columns.tsx'
import { type InsurerRow, insurerRows } from '#backoffice/payers/insurer-filters.ts'
import classes from '#backoffice/payers/payers.module.css'
import { usePayers } from '#backoffice/payers/use-payers.ts'
import { FilterField } from '#backoffice/ui/filter-field.tsx'
import { FilterMenu } from '#backoffice/ui/filter-menu.tsx'
import { useRememberedList } from '#backoffice/ui/list-address.ts'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { listKeys } from '#backoffice/ui/list-keys.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { usePageKeys } from '#backoffice/ui/page-keys.ts'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { rightsAtom } from '#backoffice/ui/rights.ts'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useFilters } from '#backoffice/ui/use-filters.ts'
import { useWriteShortcuts, WriteButton } from '#backoffice/ui/write-button.tsx'

const filterKeys = ['cherche', 'archives'] as const
const editKeys: readonly KeyHint[] = [...listKeys, { keys: ['N'], label: 'Nouvel assureur' }]
const none: readonly never[] = []

/** Who pays beside the patient: insurers, social security, organizations that pay themselves; each with its contracts. */
export function InsurersScreen() {
  const { id: openId } = useParams<{ id?: string }>()
  const [, go] = useLocation()
  const address = useSearch()
  const today = useAtomValue(todayAtom)
  const [filters, change] = useFilters(filterKeys)
  const [isAddingCompany, setIsAddingCompany] = useState(false)
  const [isAddingContract, setIsAddingContract] = useState(false)
  const mayEdit = useAtomValue(rightsAtom).has('contract.edit')
  const isOffline = useAtomValue(isOfflineAtom)
  const { payers: known, contracts: made, readAt, error, retry } = usePayers()
  const search = filters.cherche ?? ''
  const rows = useMemo(
    () => insurerRows(known ?? none, made ?? none, search, filters.archives !== undefined),
    [known, made, search, filters.archives],
  )
  const columns = useMemo(() => insurerColumns(search, today), [search, today])
  const isThere = known !== undefined && made !== undefined
  usePageKeys(mayEdit && !isOffline ? editKeys : listKeys, readAt === null ? null : `À jour à ${formatHour(readAt)}`)
  useRememberedList()
  const add = () => setIsAddingCompany(true)
  useWriteShortcuts({ n: add }, mayEdit && !isAddingCompany && openId === undefined)

  const withFilters = (path: string) => (address ? `${path}?${address}` : path)
  const closePanel = () => go(withFilters('/assurances'))
  const open = ({ payer, contract }: InsurerRow) =>
    go(contract ? `/contrats/${contract.id}` : withFilters(`/assurances/${payer.id}`))
  const company = known?.find(({ id }) => id === openId)
  const isFiltered = search !== '' || filters.archives !== undefined
  const panel = isAddingCompany ? (
    <NewCompanyPanel
      onClose={() => setIsAddingCompany(false)}
      onMade={(id) => {
        setIsAddingCompany(false)
        go(withFilters(`/assurances/${id}`))
      }}
    />
  ) : (
    openId &&
    known && (
      <CompanyPanel
        key={openId}
        company={company}
        contracts={(made ?? none).filter(({ companyId }) => companyId === openId)}
        onClose={closePanel}
      />
    )
  )
  return (
    <Page panel={panel}>
      <PageHead
        title="Assureurs"
        facts={
          isThere &&
          `${plural(known.filter(({ archived }) => !archived).length, 'assureur')}, ${plural(made.filter(({ archived }) => !archived).length, 'contrat')}`
        }
        actions={
          <>
            <ListExport name="Assureurs et contrats" columns={columns} source={() => ({ rows })} isLocal />
            {mayEdit && (
              <WriteButton
                variant="default"
                leftSection={<IconPlus size={18} aria-hidden />}
                onClick={() => setIsAddingContract(true)}
              >
                Nouveau contrat
              </WriteButton>
            )}
            {mayEdit && (
              <WriteButton leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
                Nouvel assureur
              </WriteButton>
            )}
          </>
        }
      />
      <FilterChips
        start={
          <FilterField
            className={classes.find}
            label="Filtrer les assureurs"
            value={search}
            onChange={(cherche) => change({ cherche })}
            delayMs={0}
            onSubmit={() => rows[0] && open(rows[0])}
          />
        }
        chips={filters.archives ? [{ key: 'archives', label: 'Archivés aussi' }] : []}
        onRemove={() => change({ archives: null })}
        addMenu={(close) => (
          <FilterMenu onClose={close}>
            <Checkbox
              label="Archivés aussi"
              checked={filters.archives !== undefined}
              onChange={(event) => change({ archives: event.currentTarget.checked ? 'oui' : null })}
            />
          </FilterMenu>
        )}
        resultCount={isFiltered && isThere ? rows.length : undefined}
      />
      <ListRoom>
        <DataTable
          label="Assureurs et contrats"
          columns={columns}
          rowKey={(row) => row.id}
          rows={rows}
          face={isOffline ? 'offline' : error ? 'error' : isThere ? 'ready' : 'loading'}
          isLocal={isThere}
          listedAt={readAt === null ? undefined : new Date(readAt)}
          onRetry={retry}
          errorText="Les assureurs n’ont pas pu être chargés."
          offlineText="Les assureurs demandent le réseau."
          emptyText={search ? `Aucun résultat pour «\u00a0${search}\u00a0»` : 'Aucun assureur enregistré.'}
          {...(isFiltered
            ? {
                emptyAction: { label: 'Effacer les filtres', onClick: () => change({ cherche: null, archives: null }) },
              }
            : mayEdit && !isOffline
              ? { emptyAction: { label: 'Nouvel assureur', onClick: add } }
              : {})}
          question={JSON.stringify(filters)}
          selectedKey={openId ?? null}
          onOpen={open}
          compact={Boolean(panel)}
        />
      </ListRoom>
      {isAddingContract && (
        <NewContractModal
          companies={known ?? none}
          onClose={() => setIsAddingContract(false)}
          onMade={(id) => go(`/contrats/${id}`)}
        />
      )}
    </Page>
  )
}
