import { type User, users } from '#shared/contract/users.ts'
import { roleLabel } from '#shared/domain/permissions.ts'
import { displayName } from '#shared/domain/person.ts'
import { userRecord } from '#backoffice/members/user-record.tsx'
import { seenText } from '#backoffice/members/seen-text.ts'
import { useRoleChoices } from '#backoffice/members/use-role-choices.ts'
import { type ListColumn, sortedByServer, stateColumn, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { rowFilter, searchFilter, switchFilter } from '#backoffice/ui/lists/filters.tsx'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'
import { newRecordPanel, recordPanel } from '#backoffice/ui/records/record-panel.tsx'

type Query = QueryOf<typeof users.list>

const columns: readonly ListColumn<User>[] = sortedByServer([
  textColumn('name', 'Utilisateur', displayName, { strong: true, width: 220, grow: 1 }),
  textColumn('roles', 'Rôles', ({ roles }) => roles.map(({ name }) => roleLabel(name)).join(', ') || null, {
    width: 200,
    grow: 1,
  }),
  textColumn('email', 'E-mail', ({ email }) => email, { width: 220, grow: 0.5, quiet: true, priority: 1 }),
  textColumn('lastSeen', 'Dernière ouverture', seenText, { width: 280, quiet: true, priority: 2 }),
  stateColumn<User>('state', 'État', stateOf),
])

function stateOf({ active, hasPin, invitedUntil }: User) {
  if (!active) return { label: 'Désactivé' }
  if (invitedUntil !== null) return { label: 'Invité', tone: 'info' } as const
  return hasPin ? null : ({ label: 'Sans code', tone: 'warning' } as const)
}

const memberList = list({
  home: '/parametres/utilisateurs',
  title: 'Utilisateurs',
  noun: userRecord.noun,
  source: serverPages(users.list),
  useColumns: () => columns,
  filters: [
    searchFilter<Query>('Filtrer les utilisateurs'),
    switchFilter<Query>({
      key: 'etat',
      label: 'Utilisateurs',
      all: 'Tous',
      choices: [
        { value: 'actifs', label: 'Actifs', query: { only: 'active' } },
        { value: 'desactives', label: 'Désactivés', query: { only: 'inactive' } },
      ],
    }),
    rowFilter<Query>({
      key: 'role',
      label: 'Rôle',
      all: 'Tous',
      none: 'Aucun rôle',
      unknown: 'Un rôle',
      useChoices: useRoleChoices,
      query: (roleId) => ({ roleId }),
    }),
  ],
  open: { panel: recordPanel(userRecord), needs: userRecord.needs },
  create: { panel: newRecordPanel(userRecord), needs: userRecord.needs },
})

/** The members of the pharmacy: roles, PIN, invitation, and whether they may still enter. */
export function MembersScreen() {
  return <ListScreen list={memberList} />
}
