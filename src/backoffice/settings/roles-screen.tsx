import { useLocation, useParams } from 'wouter'
import { call } from '#shared/client/call.ts'
import { roles, type Role } from '#shared/contract/users.ts'
import { queryOf } from '#shared/store/lists/queries.ts'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatHour } from '#shared/ui/date-format.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { PageHead } from '#shared/ui/page-head.tsx'
import { plural } from '#shared/ui/plural.ts'
import type { ExportedColumn } from '#shared/ui/table-export.ts'
import { limitText } from '#backoffice/settings/limit-text.ts'
import { rightWords } from '#backoffice/settings/right-words.ts'
import { RolePanel } from '#backoffice/settings/role-panel.tsx'
import { roleKeys, rolePanelKeys } from '#backoffice/settings/settings-keys.ts'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { usePageKeys } from '#backoffice/ui/page-keys.ts'
import { pageSize, usePages } from '#backoffice/ui/use-pages.ts'

const home = '/parametres/roles'
const count = (number: number) => formatAmount(number, { decimals: 0 })

const columns: readonly ExportedColumn<Role>[] = [
  {
    key: 'name',
    header: 'Rôle',
    width: 220,
    grow: 1,
    render: ({ name }) => <b>{name}</b>,
    exported: ({ name }) => name,
  },
  {
    key: 'limit',
    header: 'Remise',
    width: 150,
    render: (role) => limitText(role),
    exported: (role) => limitText(role),
  },
  {
    key: 'rights',
    header: 'Droits',
    width: 90,
    align: 'end',
    render: ({ permissions }) => count(permissions.length),
    exported: ({ permissions }) => permissions.map((permission) => rightWords[permission]).join(', '),
  },
  {
    key: 'members',
    header: 'Membres',
    width: 100,
    align: 'end',
    render: ({ members }) => count(members),
    exported: ({ members }) => members,
  },
]

/** The roles of the pharmacy: what each allows, to read; how much of a sale it may take off, to set. */
export function RolesScreen() {
  const { id: openId } = useParams<{ id?: string }>()
  const [, go] = useLocation()
  const leave = useLeave()
  const pages = usePages((page) => queryOf(roles.list, { query: { page, size: pageSize } }))
  usePageKeys(
    openId ? rolePanelKeys : roleKeys,
    pages.table.listedAt ? `À jour à ${formatHour(pages.table.listedAt)}` : null,
  )
  return (
    <Page panel={openId && <RolePanel key={openId} id={openId} onClose={() => go(home)} />}>
      <PageHead
        title="Rôles"
        facts={pages.newest && plural(pages.newest.total, 'rôle')}
        actions={
          <ListExport
            name="Rôles"
            columns={columns}
            source={() => ({
              readPage: (page, size, signal) => call(roles.list, { query: { page, size } }, { signal }),
              rowKey: ({ id }) => id,
            })}
          />
        }
      />
      <ListRoom isStale={pages.isStale}>
        <DataTable
          label="Rôles"
          columns={columns}
          rowKey={({ id }) => id}
          {...pages.table}
          errorText="Les rôles n’ont pas pu être chargés."
          offlineText="Les rôles demandent le réseau."
          emptyText="Aucun rôle."
          selectedKey={openId ?? null}
          onOpen={({ id }) => leave(() => go(`${home}/${id}`, { replace: openId !== undefined }))}
          compact={openId !== undefined}
        />
      </ListRoom>
    </Page>
  )
}
