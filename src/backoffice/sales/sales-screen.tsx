import { useAtomValue } from 'jotai'
import { useLocation, useParams, useSearch } from 'wouter'
import { call } from '#shared/client/call.ts'
import { sales } from '#shared/contract/sales.ts'
import { users } from '#shared/contract/users.ts'
import { displayName } from '#shared/domain/person.ts'
import { queryOf } from '#shared/store/lists/queries.ts'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatHour } from '#shared/ui/date-format.ts'
import { FilterChips } from '#shared/ui/filter-chips.tsx'
import { Money } from '#shared/ui/money.tsx'
import { PageHead } from '#shared/ui/page-head.tsx'
import { plural } from '#shared/ui/plural.ts'
import { saleColumns } from '#backoffice/ui/sale-columns.tsx'
import { SaleFilterMenu } from '#backoffice/sales/sale-filter-menu.tsx'
import { saleChips, saleFilterKeys, saleQueryOf } from '#backoffice/sales/sale-filters.ts'
import { SalePanel } from '#backoffice/sales/sale-panel.tsx'
import classes from '#backoffice/sales/sales.module.css'
import { FilterField } from '#backoffice/ui/filter-field.tsx'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { listKeys, panelKeys } from '#backoffice/ui/list-keys.ts'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { usePageKeys } from '#backoffice/ui/page-keys.ts'
import { PeriodSwitch } from '#backoffice/ui/period-switch.tsx'
import { rightsAtom } from '#backoffice/ui/rights.ts'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useFilters } from '#backoffice/ui/use-filters.ts'
import { pageSize, usePages } from '#backoffice/ui/use-pages.ts'

const typingMs = 200
const datedPanelKeys = [...panelKeys, { keys: ['D'], label: 'Corriger la date' }]

/** Every sale that the server has, newest first; the one of the address stands open beside them. */
export function SalesScreen() {
  const { id: openId } = useParams<{ id?: string }>()
  const [, go] = useLocation()
  const search = useSearch()
  const today = useAtomValue(todayAtom)
  const [filters, change] = useFilters(saleFilterKeys)
  const sellers = useAnswer(users.all, {}).data ?? []
  const query = saleQueryOf(filters)
  const pages = usePages((page) => queryOf(sales.list, { query: { ...query, page, size: pageSize } }))
  const mayDate = useAtomValue(rightsAtom).has('sale.date')
  usePageKeys(
    openId ? (mayDate ? datedPanelKeys : panelKeys) : listKeys,
    pages.table.listedAt ? `À jour à ${formatHour(pages.table.listedAt)}` : null,
  )

  const withFilters = (path: string) => (search ? `${path}?${search}` : path)
  const open = (id: string) => go(withFilters(`/ventes/${id}`), { replace: openId !== undefined })
  const openFirst = () => {
    const first = pages.isStale ? undefined : pages.table.rowAt(0)
    if (first) open(first.id)
  }
  const close = () => go(withFilters('/ventes'))
  const seller = sellers.find((each) => each.id === filters.vendeur)
  const chips = saleChips(filters, today, seller && displayName(seller))
  const clear = () =>
    change({ du: null, au: null, vendeur: null, paiement: null, etat: null, signalees: null, cherche: null })
  const isFiltered = Object.keys(query).length > 0

  return (
    <Page panel={openId && <SalePanel key={openId} saleId={openId} onClose={close} />}>
      <PageHead
        title="Ventes"
        facts={
          pages.newest && (
            <>
              {plural(pages.newest.total, 'vente')}, <Money amount={pages.newest.turnover} unit />
            </>
          )
        }
        actions={
          <>
            <PeriodSwitch filters={filters} today={today} onChange={change} />
            <ListExport
              name="Ventes"
              columns={saleColumns}
              source={() => ({
                readPage: (page, size, signal) => call(sales.list, { query: { ...query, page, size } }, { signal }),
                rowKey: ({ id }) => id,
              })}
            />
          </>
        }
      />
      <FilterChips
        start={
          <FilterField
            className={classes.find}
            label="Filtrer les ventes"
            value={filters.cherche ?? ''}
            onChange={(cherche) => change({ cherche })}
            delayMs={typingMs}
            onSubmit={openFirst}
          />
        }
        chips={chips}
        onRemove={(key) =>
          change(Object.fromEntries((chips.find((chip) => chip.key === key)?.keys ?? []).map((each) => [each, null])))
        }
        addMenu={(closeMenu) => (
          <SaleFilterMenu filters={filters} sellers={sellers} onChange={change} onClose={closeMenu} />
        )}
        resultCount={isFiltered ? pages.newest?.total : undefined}
      />
      <ListRoom isStale={pages.isStale}>
        <DataTable
          label="Ventes"
          columns={saleColumns}
          rowKey={(sale) => sale.id}
          {...pages.table}
          errorText="Les ventes n’ont pas pu être chargées. Le comptoir continue de vendre."
          offlineText="Les ventes demandent le réseau."
          emptyText={
            query.search
              ? `Aucun résultat pour «\u00a0${query.search}\u00a0»`
              : isFiltered
                ? 'Aucune vente ne correspond à ces filtres.'
                : 'Aucune vente enregistrée.'
          }
          {...(isFiltered ? { emptyAction: { label: 'Effacer les filtres', onClick: clear } } : {})}
          selectedKey={openId ?? null}
          onOpen={(sale) => open(sale.id)}
          compact={openId !== undefined}
        />
      </ListRoom>
    </Page>
  )
}
