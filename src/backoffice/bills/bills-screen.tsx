import { Button, Menu } from '@mantine/core'
import { Link } from 'wouter'
import { billBatches, type BillBatchKind, billBatchKinds } from '#shared/contract/bill-batches.ts'
import { payerKinds } from '#shared/contract/bill-payer.ts'
import { type BillRow, bills } from '#shared/contract/bills.ts'
import { billStates } from '#shared/domain/billing/bill-state.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { BillBatchModal } from '#backoffice/bills/bill-batch-modal.tsx'
import { batchWords } from '#backoffice/bills/batch-words.ts'
import { billStateWords, payerKindWords } from '#backoffice/bills/bill-words.ts'
import {
  countColumn,
  dayColumn,
  moneyColumn,
  sortedByServer,
  stateColumn,
  textColumn,
} from '#backoffice/ui/lists/columns.tsx'
import { choiceFilter, flagFilter, linkFilter, searchFilter, severalFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { type BatchAction, type BatchDialogProps, list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'
import { useMay } from '#backoffice/ui/rights.ts'

type Query = QueryOf<typeof bills.list>

export const billColumns = sortedByServer<BillRow>([
  textColumn('number', 'N°', ({ number }) => number, { width: 130, priority: 2 }),
  textColumn('payer', 'Payeur', ({ payerName, label }) => [payerName, label].filter(Boolean).join(', '), {
    strong: true,
    width: 160,
    grow: 1,
  }),
  dayColumn('issuedOn', 'Émise le', ({ issuedOn }) => issuedOn, { priority: 2.5 }),
  dayColumn('dueOn', 'Échéance', ({ dueOn }) => dueOn, { priority: 1.5 }),
  countColumn('lines', 'Bons', ({ lines }) => lines, { width: 80, priority: 3 }),
  moneyColumn('amount', 'Montant', ({ amount }) => amount, { width: 130, priority: 1.8 }),
  moneyColumn('paid', 'Payé', ({ paid }) => paid, { width: 120, priority: 3.5 }),
  moneyColumn('left', 'Reste dû', ({ left }) => left, { width: 130, strong: true }),
  stateColumn('state', 'État', ({ state }) => billStateWords[state], { width: 140, priority: 1.2 }),
])

const batchOf = (kind: BillBatchKind) =>
  function Batch(props: BatchDialogProps<BillRow>) {
    return <BillBatchModal kind={kind} {...props} />
  }
const batchActions: readonly BatchAction<BillRow>[] = billBatchKinds.map((kind) => ({
  label: batchWords[kind].action,
  needs: kind === 'print' || kind === 'export' ? billBatches.files.permission : billBatches.send.permission,
  dialog: batchOf(kind),
}))

const billList = list({
  home: '/factures',
  title: 'Factures',
  noun: noun('facture', 'f'),
  source: serverPages(bills.list),
  useColumns: () => billColumns,
  filters: [
    searchFilter<Query>('Filtrer les factures'),
    severalFilter<Query>({
      key: 'etat',
      label: 'État',
      all: 'Tous',
      many: 'états',
      choices: billStates.map((state) => ({ value: state, label: billStateWords[state].label, asked: state })),
      query: (state) => ({ state }),
    }),
    flagFilter<Query>({ key: 'a-traiter', label: 'À envoyer ou en retard', query: { waiting: 'only' } }),
    choiceFilter<Query>({
      key: 'nature',
      label: 'Payeurs',
      all: 'Tous',
      choices: payerKinds.map((kind) => ({ value: kind, label: payerKindWords[kind], query: { payerKind: kind } })),
    }),
    linkFilter<Query>({ key: 'payeur', label: 'Un payeur', query: (payerId) => ({ payerId }) }),
  ],
  facts: ({ total, amount, left }) => (
    <>
      {plural(total, 'facture')}, <Money amount={amount} unit />, reste dû <Money amount={left} unit />
    </>
  ),
  open: { page: ({ id }) => `/factures/${id}` },
  useBatch: () => batchActions,
  Actions: BillActions,
  words: { empty: 'Aucune facture. «\u00a0Facturer\u00a0» propose ce que chaque payeur doit.' },
})

/** What insurers, organizations and persons are billed, newest first. */
export function BillsScreen() {
  return <ListScreen list={billList} />
}

function BillActions() {
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default">Suivi</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} href="/factures/balance">
            Balance âgée
          </Menu.Item>
          <Menu.Item component={Link} href="/factures/bilan">
            Bilan par mois
          </Menu.Item>
          <Menu.Item component={Link} href="/factures/paiements">
            Paiements reçus
          </Menu.Item>
          <Menu.Item component={Link} href="/factures/lots">
            Lots imprimés ou envoyés
          </Menu.Item>
          <Menu.Item component={Link} href="/factures/abandons">
            Créances abandonnées
          </Menu.Item>
          <Menu.Item component={Link} href="/factures/decompte">
            Importer un décompte
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button variant="default" component={Link} href="/factures/bons">
        Bons à facturer
      </Button>
      {useMay(bills.create) && (
        <Button component={Link} href="/factures/nouvelles">
          Facturer
        </Button>
      )}
    </>
  )
}
