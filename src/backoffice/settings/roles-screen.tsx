import { type Role, roles } from '#shared/contract/users.ts'
import { limitText } from '#backoffice/settings/limit-text.ts'
import { rightWords } from '#backoffice/ui/right-words.ts'
import { RolePanel } from '#backoffice/settings/role-panel.tsx'
import { countColumn, type ListColumn, sortedByServer, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { searchFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'

const columns: readonly ListColumn<Role>[] = sortedByServer([
  textColumn('name', 'Rôle', ({ name }) => name, { strong: true, width: 220, grow: 1 }),
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
  noun: noun('rôle', 'm'),
  source: serverPages(roles.list),
  useColumns: () => columns,
  filters: [searchFilter<QueryOf<typeof roles.list>>('Filtrer les rôles')],
  open: { panel: RolePanel },
})

/** The roles of the pharmacy: permissions (read-only) and discount limit (editable). */
export function RolesScreen() {
  return <ListScreen list={roleList} />
}
