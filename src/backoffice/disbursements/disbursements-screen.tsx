import { Button } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { Link, useLocation, useParams, useSearch } from 'wouter'
import { call } from '#shared/client/call.ts'
import { disbursementReasons } from '#shared/contract/disbursement-reasons.ts'
import { disbursements } from '#shared/contract/disbursements.ts'
import { users } from '#shared/contract/users.ts'
import { displayName } from '#shared/domain/person.ts'
import { queryOf } from '#shared/store/lists/queries.ts'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatHour } from '#shared/ui/date-format.ts'
import { FilterChips } from '#shared/ui/filter-chips.tsx'
import { Money } from '#shared/ui/money.tsx'
import { PageHead } from '#shared/ui/page-head.tsx'
import { plural } from '#shared/ui/plural.ts'
import { disbursementColumns } from '#backoffice/disbursements/disbursement-columns.tsx'
import { DisbursementFilterMenu } from '#backoffice/disbursements/disbursement-filter-menu.tsx'
import {
  disbursementChips,
  disbursementFilterKeys,
  disbursementQueryOf,
  noFilters,
} from '#backoffice/disbursements/disbursement-filters.ts'
import { DisbursementPanel } from '#backoffice/disbursements/disbursement-panel.tsx'
import { ClosedPage } from '#backoffice/ui/closed-page.tsx'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { listKeys, panelKeys } from '#backoffice/ui/list-keys.ts'
import { usePageKeys } from '#backoffice/ui/page-keys.ts'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { PeriodSwitch } from '#backoffice/ui/period-switch.tsx'
import { rightsAtom } from '#backoffice/ui/rights.ts'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useFilters } from '#backoffice/ui/use-filters.ts'
import { pageSize, usePages } from '#backoffice/ui/use-pages.ts'

const home = '/decaissements'
const isNotFilter = ({ label }: { label: string }) => label !== 'Filtrer'
const keys = listKeys.filter(isNotFilter)
const besidePanel = panelKeys.filter(isNotFilter)
const mostReasons = 2000

/** What left the drawers for something else than a customer; who may not hold a register is told so. */
export function DisbursementsScreen() {
  if (useAtomValue(rightsAtom).has('register.use')) return <Disbursements />
  return <ClosedPage title="Décaissements">Voir les décaissements demande le droit de tenir une caisse.</ClosedPage>
}

/** Newest first, with the sum of all that the filters keep; the one of the address stands open beside them. */
function Disbursements() {
  const { id: openId } = useParams<{ id?: string }>()
  const [, go] = useLocation()
  const search = useSearch()
  const today = useAtomValue(todayAtom)
  const [filters, change] = useFilters(disbursementFilterKeys)
  const query = disbursementQueryOf(filters)
  const reasons = useAnswer(disbursementReasons.list, { query: { size: mostReasons } }).data?.items ?? []
  const everyone = useAnswer(users.all, {}).data ?? []
  const pages = usePages((page) => queryOf(disbursements.list, { query: { ...query, page, size: pageSize } }))
  usePageKeys(openId ? besidePanel : keys, pages.table.listedAt ? `À jour à ${formatHour(pages.table.listedAt)}` : null)
  const user = everyone.find(({ id }) => id === query.userId)
  const chips = disbursementChips(query, today, {
    reason: reasons.find(({ id }) => id === query.reasonId)?.label,
    user: user && displayName(user),
  })
  const isFiltered = Object.keys(query).length > 0
  const withFilters = (path: string) => (search ? `${path}?${search}` : path)
  const panel = openId && <DisbursementPanel key={openId} id={openId} onClose={() => go(withFilters(home))} />
  return (
    <Page panel={panel}>
      <PageHead
        title="Décaissements"
        facts={
          pages.newest && (
            <>
              {plural(pages.newest.total, 'décaissement')}, <Money amount={pages.newest.amount} unit />
            </>
          )
        }
        actions={
          <>
            <PeriodSwitch filters={filters} today={today} onChange={change} />
            <ListExport
              name="Décaissements"
              columns={disbursementColumns}
              source={() => ({
                readPage: (page, size, signal) =>
                  call(disbursements.list, { query: { ...query, page, size } }, { signal }),
                rowKey: ({ id }) => id,
              })}
            />
            <Button
              variant="default"
              component={Link}
              href="/parametres/motifs"
              leftSection={<IconListDetails size={18} aria-hidden />}
            >
              Motifs
            </Button>
          </>
        }
      />
      <FilterChips
        chips={chips}
        onRemove={(key) =>
          change(Object.fromEntries((chips.find((chip) => chip.key === key)?.keys ?? []).map((each) => [each, null])))
        }
        addMenu={(close) => (
          <DisbursementFilterMenu
            filters={filters}
            reasons={reasons}
            users={everyone}
            onChange={change}
            onClose={close}
          />
        )}
      />
      <ListRoom isStale={pages.isStale}>
        <DataTable
          label="Décaissements"
          columns={disbursementColumns}
          rowKey={({ id }) => id}
          {...pages.table}
          errorText="Les décaissements n’ont pas pu être chargés. Le comptoir continue de vendre."
          offlineText="Les décaissements demandent le réseau."
          emptyText={
            isFiltered
              ? 'Aucun décaissement ne correspond à ces filtres.'
              : 'Aucun décaissement. Ils se font au comptoir, dans une caisse ouverte.'
          }
          {...(isFiltered ? { emptyAction: { label: 'Effacer les filtres', onClick: () => change(noFilters) } } : {})}
          selectedKey={openId ?? null}
          onOpen={({ id }) => go(withFilters(`${home}/${id}`), { replace: openId !== undefined })}
          compact={openId !== undefined}
        />
      </ListRoom>
    </Page>
  )
}
