import { type Role, roles } from '#shared/contract/users.ts'
import { roleLabel } from '#shared/domain/permissions.ts'
import { limitText } from '#backoffice/settings/limit-text.ts'
import { rightWords } from '#backoffice/ui/right-words.ts'
import { roleRecord } from '#backoffice/settings/role-record.tsx'
import { countColumn, type ListColumn, sortedByServer, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { searchFilter } from '#backoffice/ui/lists/filters.tsx'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'
import { newRecordPanel, recordPanel } from '#backoffice/ui/records/record-panel.tsx'

const columns: readonly ListColumn<Role>[] = sortedByServer([
  textColumn('name', 'Rôle', ({ name }) => roleLabel(name), { strong: true, width: 220, grow: 1 }),
  textColumn('limit', 'Remise', limitText),
  {
    ...countColumn('rights', 'Droits', ({ permissions }: Role) => permissions.length, { width: 90 }),
    exported: ({ permissions }) => permissions.map((permission) => rightWords[permission]).join(', '),
  },
  countColumn('members', 'Membres', ({ members }) => members, { width: 100 }),
])

const roleList = list({
  home: '/parametres/roles',
  title: 'Rôles',
  noun: roleRecord.noun,
  source: serverPages(roles.list),
  useColumns: () => columns,
  filters: [searchFilter<QueryOf<typeof roles.list>>('Filtrer les rôles')],
  open: { panel: recordPanel(roleRecord), needs: roleRecord.needs },
  create: { panel: newRecordPanel(roleRecord), needs: roleRecord.needs },
})

/** The roles of the pharmacy: what each allows, its discount limit, and how many members have it. */
export function RolesScreen() {
  return <ListScreen list={roleList} />
}
