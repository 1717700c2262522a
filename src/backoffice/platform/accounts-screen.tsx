import { type PlatformAccount, platformAccounts } from '#shared/contract/platform.ts'
import { AccountPanel } from '#backoffice/platform/account-panel.tsx'
import { accountRecord, kindWords } from '#backoffice/platform/account-record.ts'
import { usePharmacyChoices } from '#backoffice/platform/use-choices.ts'
import { type ListColumn, sortedByServer, stateColumn, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { choiceFilter, rowFilter, searchFilter } from '#backoffice/ui/lists/filters.tsx'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'
import { newRecordPanel } from '#backoffice/ui/records/record-panel.tsx'

type Query = QueryOf<typeof platformAccounts.list>

const columns: readonly ListColumn<PlatformAccount>[] = sortedByServer([
  textColumn('name', 'Compte', ({ name }) => name, { strong: true, width: 240, grow: 1 }),
  textColumn('kind', 'Pour', ({ kind }) => kindWords[kind], { width: 120 }),
  textColumn('pharmacy', 'Pharmacie', ({ pharmacy }) => pharmacy?.name ?? null, { width: 220, grow: 1 }),
  textColumn('email', 'E-mail', ({ email }) => email, { width: 240, grow: 1, quiet: true, priority: 1 }),
  stateColumn<PlatformAccount>('state', 'État', stateOf),
])

function stateOf({ active, hasAccount, invitedUntil }: PlatformAccount) {
  if (!active) return { label: 'Désactivé' }
  if (hasAccount) return null
  return invitedUntil === null
    ? ({ label: 'Sans compte', tone: 'warning' } as const)
    : ({ label: 'Invité', tone: 'info' } as const)
}

const accountList = list({
  home: '/plateforme/comptes',
  title: 'Comptes',
  noun: accountRecord.noun,
  source: serverPages(platformAccounts.list),
  useColumns: () => columns,
  filters: [
    searchFilter<Query>('Filtrer les comptes'),
    choiceFilter<Query>({
      key: 'genre',
      label: 'Pour',
      all: 'Tous',
      choices: (['terminal', 'member', 'admin'] as const).map((kind) => ({
        value: kind,
        label: kindWords[kind],
        query: { kind },
      })),
    }),
    rowFilter<Query>({
      key: 'pharmacie',
      label: 'Pharmacie',
      all: 'Toutes',
      none: 'Aucune pharmacie',
      unknown: 'Une pharmacie',
      useChoices: usePharmacyChoices,
      query: (pharmacyId) => ({ pharmacyId }),
    }),
  ],
  open: { panel: AccountPanel, needs: accountRecord.needs },
  create: { panel: newRecordPanel(accountRecord), needs: accountRecord.needs },
})

/** Who signs in with an account: tills, invited members, the platform. */
export function AccountsScreen() {
  return <ListScreen list={accountList} />
}
