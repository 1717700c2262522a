import { orderPreparations, orderRecords, type OrderRecord } from '#shared/contract/order-preparations.ts'
import { formatMoney } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { AddToListPanel } from '#backoffice/order-preparation/add-to-list-panel.tsx'
import { BudgetButton } from '#backoffice/order-preparation/budget-button.tsx'
import { ClosePreparation } from '#backoffice/order-preparation/close-preparation.tsx'
import { apartWords, needSentence } from '#backoffice/order-preparation/need-words.ts'
import { SupplierSplit } from '#backoffice/order-preparation/supplier-split.tsx'
import { RecordPanel } from '#backoffice/order-preparation/record-panel.tsx'
import {
  countColumn,
  moneyColumn,
  nothing,
  numberColumn,
  sortedByServer,
  stateColumn,
  textColumn,
} from '#backoffice/ui/lists/columns.tsx'
import type { Filter } from '#backoffice/ui/lists/filter.ts'
import { choiceFilter, searchFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'
import { supplierFilter } from '#backoffice/ui/lists/supplier-filter.ts'

type Query = QueryOf<typeof orderPreparations.records>

const decimal = new Intl.NumberFormat('fr', { maximumFractionDigits: 1 })

const columnsOf = (search: string) =>
  sortedByServer<OrderRecord>([
    textColumn('label', 'Produit', ({ label }) => label, { strong: true, width: 240, grow: 1, search }),
    countColumn('stock', 'Stock', ({ stock }) => stock, { width: 72 }),
    {
      ...numberColumn<OrderRecord>('perDay', 'Par jour', ({ perDay }) => perDay, { width: 84 }),
      render: ({ perDay }) => (perDay === null ? nothing : decimal.format(perDay)),
    },
    stateColumn<OrderRecord>('daysLeft', 'Reste pour', lastsFor, { width: 120 }),
    countColumn('quantity', 'À commander', ({ quantity, leftOut }) => quantity - leftOut, { width: 112 }),
    textColumn('supplier', 'Fournisseur', ({ supplierName }) => supplierName ?? 'À choisir', {
      width: 130,
      grow: 0.4,
      priority: 1,
    }),
    moneyColumn('amount', 'Montant HT', ({ quantity, leftOut, price }) => price && (quantity - leftOut) * price, {
      width: 118,
      strong: true,
    }),
    moneyColumn('loss', 'Ventes perdues', ({ loss }) => loss || null, { width: 124, priority: 3 }),
    textColumn('reason', 'Pourquoi', needSentence, { width: 300, grow: 1.4, quiet: true, priority: 2 }),
  ])

function lastsFor({ reason, daysLeft, excludedUntil, quantity, leftOut }: OrderRecord) {
  if (excludedUntil) return { label: 'Exclu', tone: 'neutral' as const }
  if (leftOut > 0) return { label: quantity > leftOut ? 'En partie' : 'Hors budget', tone: 'warning' as const }
  if (reason === 'due') return { label: 'Dû', tone: 'danger' as const }
  if (reason === 'out') return { label: 'Rupture', tone: 'danger' as const }
  if (daysLeft === null) return { label: 'inconnu', tone: 'neutral' as const }
  return { label: daysLeft === 0 ? 'moins d’un jour' : plural(daysLeft, 'jour'), tone: 'warning' as const }
}

/** The budget stands in the address, so that a closing buys what is shown. */
const budgetFilter: Filter<Query> = {
  keys: ['budget'],
  query: ({ budget }) => (budget !== undefined && /^\d{1,12}$/.test(budget) ? { budget: Number(budget) } : {}),
  chip: ({ budget }, { currency }) =>
    budget !== undefined && /^\d{1,12}$/.test(budget) ? `Budget ${formatMoney(Number(budget), currency)}` : null,
}

const preparationList = list({
  home: '/commandes/preparation',
  title: 'À commander',
  noun: noun('produit', 'm'),
  source: serverPages(orderPreparations.records, { usual: { column: 'loss', direction: 'descending' } }),
  useColumns: ({ search }) => columnsOf(search),
  filters: [
    searchFilter<Query>('Filtrer les produits'),
    supplierFilter<Query>(),
    choiceFilter<Query>({
      key: 'liste',
      label: 'Liste',
      all: 'À commander',
      choices: [
        { value: 'sans-fournisseur', label: 'Sans fournisseur', query: { show: 'without-supplier' } },
        { value: 'exclus', label: 'Exclus', query: { show: 'excluded' } },
      ],
    }),
    budgetFilter,
  ],
  facts: ({ total, orderable, boxes, amount, unpriced, withoutSupplier, withoutSupplierBoxes }) => (
    <>
      {orderable === 0 && withoutSupplier === 0 ? (
        plural(total, 'produit')
      ) : (
        <>
          {plural(orderable, 'produit')}, {plural(boxes, 'boîte')}, <Money amount={amount} unit />
          {unpriced > 0 && `, ${unpriced} sans prix`}
          {withoutSupplier > 0 && `\u00a0; ${apartWords({ withoutSupplier, withoutSupplierBoxes })}, hors commande`}
        </>
      )}
    </>
  ),
  open: { panel: RecordPanel },
  create: { panel: AddToListPanel, needs: orderRecords.patch.permission, label: 'Ajouter un produit' },
  Actions: ({ query, reply }) => (
    <>
      <SupplierSplit reply={reply} />
      <BudgetButton budget={query.budget as number | undefined} reply={reply} />
      <ClosePreparation reply={reply} budget={query.budget as number | undefined} supplierId={query.supplierId} />
    </>
  ),
  words: { empty: 'Rien à commander\u00a0: le stock suffit jusqu’à la prochaine livraison.' },
})

/** The list to order from: it fills itself, says why, and becomes one order for each supplier. */
export function PreparationScreen() {
  return <ListScreen list={preparationList} />
}
