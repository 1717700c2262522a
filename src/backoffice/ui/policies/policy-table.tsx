import { useAtomValue } from 'jotai'
import { useMemo, type ReactNode } from 'react'
import { call as callApi } from '#shared/client/call.ts'
import type { PolicyDetail } from '#shared/contract/contract-policies.ts'
import type { CallInput, CallReply, Endpoint } from '#shared/contract/endpoint.ts'
import { onePage } from '#shared/contract/values.ts'
import { queryOf } from '#shared/store/lists/queries.ts'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { formatPercent } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import type { ExportedColumn } from '#shared/ui/table-export.ts'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { ListHead } from '#backoffice/ui/list-head.tsx'
import { sortedByServer } from '#backoffice/ui/lists/columns.tsx'
import { ListRoom } from '#backoffice/ui/page.tsx'
import text from '#shared/ui/text.module.css'
import { standingOf } from '#backoffice/ui/policies/policy-standing.ts'
import { todayAtom } from '#backoffice/ui/today.ts'
import { usePageRows } from '#backoffice/ui/use-page-rows.ts'
import { pageSize, usePages } from '#backoffice/ui/use-pages.ts'
import { useServerSort } from '#backoffice/ui/use-server-sort.ts'

type PolicyPage = { items: PolicyDetail[]; total: number }

interface PolicyTableProps<E extends Endpoint> {
  /** A call that returns pages of policies. */
  call: E
  input: CallInput<E>
  /** File name of the export. */
  name: string
  emptyText: string
  /** The policies belong to several contracts: shows a contract column. */
  withContract?: boolean
  /** Shown before the count, such as a search field. */
  start?: ReactNode
  /** Shown beside the export button. */
  actions?: ReactNode
  /** Buttons at the end of a row. */
  gestures?: (policy: PolicyDetail) => ReactNode
}

const nothing = <span className={text.quiet}>–</span>

const dayOf = (day: string | null) => (day ? formatShortDay(day) : nothing)
const exportedDay = (day: string | null) => day && { day }

function columnsOf(today: string, withContract: boolean, gestures: PolicyTableProps<Endpoint>['gestures']) {
  const columns: ExportedColumn<PolicyDetail>[] = [
    {
      key: 'beneficiary',
      header: 'Bénéficiaire',
      width: 190,
      grow: 1,
      render: ({ beneficiaryName }) => <b>{beneficiaryName}</b>,
      exported: ({ beneficiaryName }) => beneficiaryName,
    },
    { key: 'number', header: 'N°', width: 140, render: ({ number }) => number, exported: ({ number }) => number },
    {
      key: 'holder',
      header: 'Assuré principal',
      width: 160,
      grow: 0.6,
      priority: 2,
      render: ({ holderName }) => holderName ?? nothing,
      exported: ({ holderName }) => holderName,
    },
    ...(withContract
      ? [
          {
            key: 'contract',
            header: 'Contrat',
            width: 170,
            grow: 0.7,
            priority: 1.5,
            render: ({ payerName, contract }: PolicyDetail) => `${payerName}, ${contract.label}`,
            exported: ({ payerName, contract }: PolicyDetail) => `${payerName}, ${contract.label}`,
          },
        ]
      : []),
    {
      key: 'percent',
      header: 'Taux',
      width: 76,
      align: 'end',
      render: (policy) => formatPercent(standingOf(policy, today).percent),
      exported: (policy) => standingOf(policy, today).percent,
    },
    {
      key: 'from',
      header: 'Du',
      width: 98,
      priority: 3,
      render: (policy) => dayOf(standingOf(policy, today).validFrom),
      exported: (policy) => exportedDay(standingOf(policy, today).validFrom),
    },
    {
      key: 'until',
      header: 'Au',
      width: 98,
      priority: 1.2,
      render: (policy) => dayOf(standingOf(policy, today).validUntil),
      exported: (policy) => exportedDay(standingOf(policy, today).validUntil),
    },
    {
      key: 'state',
      // What is left of the ceilings is worked out for one page: the server cannot sort by it.
      sortable: false,
      header: 'État',
      width: 190,
      render: (policy) => <State policy={policy} today={today} />,
      exported: (policy) => standingOf(policy, today).words,
    },
  ]
  const sorted = sortedByServer(columns)
  const shown = gestures
    ? [...sorted, { key: 'gestures', header: 'Actions', width: 84, align: 'end' as const, render: gestures }]
    : sorted
  return { columns, shown }
}

/** The policies of a contract or an organization, page by page; a row opens its person. */
export function PolicyTable<E extends Endpoint>({
  call,
  input,
  name,
  emptyText,
  withContract = false,
  start,
  actions,
  gestures,
}: PolicyTableProps<E>) {
  const doors = usePageRows<PolicyDetail>(({ beneficiaryId }) => `/patients/${beneficiaryId}`)
  const today = useAtomValue(todayAtom)
  const { columns, shown } = useMemo(() => columnsOf(today, withContract, gestures), [today, withContract, gestures])
  const { header, query } = useServerSort(shown)
  const paged = (page: number, size: number) =>
    onePage({ ...input, query: { ...(input as { query?: object }).query, ...query, page, size } }) as CallInput<E>
  const pages = usePages(
    (page) =>
      queryOf(call, paged(page, pageSize)) as {
        queryKey: readonly unknown[]
        queryFn: (context: { signal: AbortSignal }) => Promise<CallReply<E> & PolicyPage>
      },
  )
  return (
    <>
      <ListHead
        actions={
          <>
            <ListExport
              name={name}
              columns={columns}
              source={() => ({
                readPage: (page, size, signal) => callApi(call, paged(page, size), { signal }) as Promise<PolicyPage>,
                rowKey: (policy) => policy.id,
              })}
            />
            {actions}
          </>
        }
      >
        {start}
        {pages.newest && <span>{plural(pages.newest.total, 'police')}</span>}
      </ListHead>
      <ListRoom isStale={pages.isStale}>
        <DataTable<PolicyDetail>
          label="Polices"
          columns={shown}
          rowKey={(policy) => policy.id}
          {...pages.table}
          {...header}
          errorText="Les polices n’ont pas pu être chargées."
          offlineText="Les polices demandent le réseau."
          emptyText={emptyText}
          {...doors}
        />
      </ListRoom>
    </>
  )
}

function State({ policy, today }: { policy: PolicyDetail; today: string }) {
  const { words, tone } = standingOf(policy, today)
  return <StatusTag tone={tone}>{words}</StatusTag>
}
