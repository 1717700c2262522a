import { useAtomValue } from 'jotai'
import { useLocation } from 'wouter'
import { call } from '#shared/client/call.ts'
import { prescriptionRegister } from '#shared/contract/prescription-register.ts'
import { queryOf } from '#shared/store/lists/queries.ts'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatHour } from '#shared/ui/date-format.ts'
import { FilterChips } from '#shared/ui/filter-chips.tsx'
import { PageHead } from '#shared/ui/page-head.tsx'
import { plural } from '#shared/ui/plural.ts'
import { registerColumns, registerFileColumns } from '#backoffice/prescription-register/register-columns.tsx'
import { RegisterFilterMenu } from '#backoffice/prescription-register/register-filter-menu.tsx'
import {
  registerChips,
  registerFilterKeys,
  registerQueryOf,
} from '#backoffice/prescription-register/register-filters.ts'
import { RegisterPrintButton } from '#backoffice/prescription-register/register-print-button.tsx'
import classes from '#backoffice/prescription-register/prescription-register.module.css'
import { ClosedPage } from '#backoffice/ui/closed-page.tsx'
import { FilterField } from '#backoffice/ui/filter-field.tsx'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { listKeys } from '#backoffice/ui/list-keys.ts'
import { usePageKeys } from '#backoffice/ui/page-keys.ts'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { PeriodSwitch } from '#backoffice/ui/period-switch.tsx'
import { periodOf, periodText } from '#backoffice/ui/periods.ts'
import { rightsAtom } from '#backoffice/ui/rights.ts'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useFilters } from '#backoffice/ui/use-filters.ts'
import { pageSize, usePages } from '#backoffice/ui/use-pages.ts'

const typingMs = 200
const keys = [...listKeys, { keys: ['P'], label: 'Imprimer' }]

/** The register of listed medicines; who may not see reports is told so. */
export function PrescriptionRegisterScreen() {
  if (useAtomValue(rightsAtom).has('report.see')) return <Register />
  return <ClosedPage title="Ordonnancier">L’ordonnancier demande le droit de voir les rapports.</ClosedPage>
}

/** Numbered without gaps, newest first, never changed: what came back is an entry of its own. */
function Register() {
  const [, go] = useLocation()
  const today = useAtomValue(todayAtom)
  const [filters, change] = useFilters(registerFilterKeys)
  const query = registerQueryOf(filters)
  const pages = usePages((page) => queryOf(prescriptionRegister.list, { query: { ...query, page, size: pageSize } }))
  usePageKeys(keys, pages.table.listedAt ? `À jour à ${formatHour(pages.table.listedAt)}` : null)
  const chips = registerChips(filters, today)
  const clear = () => change({ du: null, au: null, liste: null, 'sans-prescripteur': null, cherche: null })
  const isFiltered = Object.keys(query).length > 0
  const open = ({ saleId }: { saleId: string }) => go(`/ventes/${saleId}`)
  const openFirst = () => {
    const first = pages.isStale ? undefined : pages.table.rowAt(0)
    if (first) open(first)
  }
  return (
    <Page>
      <PageHead
        title="Ordonnancier"
        facts={pages.newest && plural(pages.newest.total, 'inscription')}
        actions={
          <>
            <PeriodSwitch filters={filters} today={today} onChange={change} />
            <ListExport
              name="Ordonnancier"
              columns={registerFileColumns}
              source={() => ({
                readPage: (page, size, signal) =>
                  call(prescriptionRegister.list, { query: { ...query, page, size } }, { signal }),
                rowKey: ({ number }) => String(number),
              })}
            />
            <RegisterPrintButton query={query} which={whichOf(filters, chips, today)} />
          </>
        }
      />
      <FilterChips
        start={
          <FilterField
            className={classes.find}
            label="Filtrer l’ordonnancier"
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
        addMenu={(close) => <RegisterFilterMenu filters={filters} onChange={change} onClose={close} />}
        resultCount={isFiltered ? pages.newest?.total : undefined}
      />
      <ListRoom isStale={pages.isStale}>
        <DataTable
          label="Ordonnancier"
          columns={registerColumns}
          rowKey={({ number }) => String(number)}
          {...pages.table}
          errorText="L’ordonnancier n’a pas pu être chargé. Les délivrances continuent de s’y inscrire."
          offlineText="L’ordonnancier demande le réseau."
          emptyText={
            query.search
              ? `Aucun résultat pour «\u00a0${query.search}\u00a0»`
              : isFiltered
                ? 'Aucune inscription ne correspond à ces filtres.'
                : 'Aucun médicament listé n’a encore été délivré.'
          }
          {...(isFiltered ? { emptyAction: { label: 'Effacer les filtres', onClick: clear } } : {})}
          onOpen={open}
        />
      </ListRoom>
    </Page>
  )
}

/** What a printed page is an extract of. */
function whichOf(
  filters: Parameters<typeof registerChips>[0],
  chips: ReturnType<typeof registerChips>,
  today: string,
): string {
  const period = filters.du || filters.au ? periodText(filters.du, filters.au) : 'Toutes les dates'
  const others = chips.filter(({ key }) => key !== 'periode').map(({ label }) => label)
  const isWhole = periodOf(filters, today) === 'tout' && others.length === 0 && !filters.cherche
  return isWhole
    ? 'Registre entier'
    : [period, ...others, ...(filters.cherche ? [`«\u00a0${filters.cherche}\u00a0»`] : [])].join(', ')
}
