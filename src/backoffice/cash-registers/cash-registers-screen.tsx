import { useAtomValue } from 'jotai'
import { type CashRegister, cashRegisters } from '#shared/contract/cash-registers.ts'
import { plural } from '#shared/ui/plural.ts'
import classes from '#backoffice/cash-registers/cash-registers.module.css'
import { dayRangeFilter } from '#backoffice/cash-registers/day-range-filter.tsx'
import { registerColumns } from '#backoffice/cash-registers/register-columns.tsx'
import { hiddenText, registerState } from '#backoffice/cash-registers/register-words.ts'
import { Gap } from '#backoffice/ui/gap.tsx'
import { searchFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { wholeList } from '#backoffice/ui/lists/list-source.ts'
import { rightsAtom } from '#backoffice/ui/rights.ts'

/** Enough for years of a pharmacy. */
const most = 2000

const cashRegisterList = list({
  home: '/caisses',
  title: 'Caisses',
  noun: noun('caisse', 'f'),
  source: wholeList(cashRegisters.byDate, most, (row) =>
    [registerState(row).label, row.openedByName, row.heldByName, row.closedByName].join(' '),
  ),
  useColumns: () => registerColumns,
  filters: [searchFilter('Filtrer par nom ou par état'), dayRangeFilter],
  facts: (reply) => <Facts {...reply} />,
  Above: HiddenNote,
  open: { page: ({ id }: CashRegister) => `/caisses/${id}` },
  keys: [
    { keys: ['←'], label: 'Jour précédent' },
    { keys: ['→'], label: 'Jour suivant' },
  ],
  words: {
    error: 'Les caisses n’ont pas pu être chargées. Le comptoir continue de vendre.',
    empty: 'Aucune caisse ouverte aujourd’hui.',
    filtered: ({ from, to }) =>
      from === to ? 'Aucune caisse ouverte ce jour.' : 'Aucune caisse ouverte sur cette période.',
    clear: 'Revenir à aujourd’hui',
  },
})

/** Registers open on a day (today by default) or in a period, with their state and differences. */
export function CashRegistersScreen() {
  return <ListScreen list={cashRegisterList} />
}

function Facts({ items, total }: { items: readonly CashRegister[]; total: number }) {
  const gaps = items.flatMap(({ gap }) => (gap === null ? [] : [gap]))
  return (
    <>
      {total > items.length && `${plural(items.length, 'dernière')} sur `}
      {plural(total, 'caisse')}
      {gaps.length > 0 && (
        <>
          , écart <Gap amount={gaps.reduce((sum, gap) => sum + gap, 0)} unit />
        </>
      )}
    </>
  )
}

function HiddenNote() {
  return useAtomValue(rightsAtom).has('register.seeExpected') ? null : <p className={classes.note}>{hiddenText}</p>
}
