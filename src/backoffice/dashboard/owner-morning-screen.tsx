import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { OwnerMorning } from '#shared/contract/owner-morning.ts'
import { usage } from '#shared/contract/usage.ts'
import { saturatedSum } from '#shared/domain/money.ts'
import { pharmacyIdAtom } from '#shared/store/identity/identity-atoms.ts'
import { formatDayTitle, formatHour } from '#shared/ui/date-format.ts'
import { type Currency, formatMoney } from '#shared/ui/money-format.ts'
import { PageHead } from '#shared/ui/page-head.tsx'
import { plural } from '#shared/ui/plural.ts'
import { Answered } from '#backoffice/dashboard/box.tsx'
import { addressOfDaySales } from '#backoffice/dashboard/day-sales.ts'
import { Change } from '#backoffice/dashboard/figure.tsx'
import { useOpens } from '#backoffice/dashboard/opens.ts'
import classes from '#backoffice/dashboard/owner-morning.module.css'
import { weekdayOf } from '#backoffice/dashboard/weekday.ts'
import { Page } from '#backoffice/ui/page.tsx'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useAnswers } from '#backoffice/ui/use-answers.ts'
import { WithheldNote } from '#backoffice/ui/withheld-note.tsx'

/** Refetch interval in ms: hints of a pharmacy do not reach the others. */
const everyMs = 5 * 60_000

/** What a block of the morning says of one pharmacy; `amount` null: the member has no right to it there. */
type Block = {
  title: string
  amount: (of: OwnerMorning) => number | null
  note: (of: OwnerMorning, money: (amount: number) => string) => ReactNode
  /** The screen behind it, in one's own pharmacy. */
  path: string
  address?: (of: OwnerMorning) => string
}

const blocksOf = (today: string): readonly Block[] => [
  {
    title: 'Aujourd’hui',
    path: '/ventes',
    address: () => addressOfDaySales(today),
    amount: (of) => of.today.turnover,
    note: ({ today: { turnover, sales, usual } }) => (
      <>
        {plural(sales, 'vente')}{' '}
        <Change amount={turnover} before={usual} than={` par rapport à un ${weekdayOf(today)} moyen à cette heure`} />
      </>
    ),
  },
  {
    title: 'Hier',
    path: '/ventes',
    address: ({ yesterday }) => addressOfDaySales(yesterday.day),
    amount: (of) => of.yesterday.turnover,
    note: ({ yesterday: { turnover, sales, margin, before } }, money) => (
      <>
        {plural(sales, 'vente')}
        {margin !== null && `, marge ${money(margin)}`}{' '}
        <Change amount={turnover} before={before} than=" par rapport à la semaine d’avant" />
      </>
    ),
  },
  {
    title: 'Espèces attendues en caisse',
    path: '/caisses',
    amount: (of) => of.cash.expected,
    note: ({ cash }, money) => `${money(cash.toDeposit)} à déposer d’hier`,
  },
  {
    title: 'À commander',
    path: '/commandes/preparation',
    amount: (of) => of.toOrder?.amount ?? null,
    note: ({ toOrder }) => toOrder && plural(toOrder.products, 'produit'),
  },
  {
    title: 'À payer, échéance passée',
    path: '/echeances',
    amount: (of) => of.toPay?.overdue ?? null,
    note: ({ toPay }, money) => toPay && `${money(toPay.owed)} dus aux fournisseurs`,
  },
  {
    title: 'À encaisser, en retard',
    path: '/factures',
    address: () => '/factures/balance',
    amount: (of) => of.toCollect.late,
    note: ({ toCollect }, money) => `${money(toCollect.owed)} de créances`,
  },
  {
    title: 'À sauver avant péremption',
    path: '/peremptions',
    address: () => '/peremptions?expire=90',
    amount: (of) => of.toSave.risk,
    note: ({ toSave }) => `${plural(toSave.lots, 'lot')} à décider, 90\u00a0jours`,
  },
]

/** The morning of the owner, in all of his pharmacies together and each beside the other; made for a phone. */
export function OwnerMorningScreen() {
  const today = useAtomValue(todayAtom)
  const pharmacies = useAnswer(usage.ownPharmacies, {})
  return (
    <Page scrolls>
      <PageHead title="Ce matin" facts={formatDayTitle(today)} />
      <Answered of={pharmacies} height={400}>
        {(found) => <Mornings pharmacies={found} today={today} />}
      </Answered>
    </Page>
  )
}

type Named = Pick<OwnerMorning, 'pharmacyId' | 'name' | 'city'>

function Mornings({ pharmacies, today }: { pharmacies: readonly Named[]; today: string }) {
  const answers = useAnswers(
    usage.ownerMorning,
    pharmacies.map(({ pharmacyId }) => ({ params: { id: pharmacyId } })),
    { everyMs },
  )
  const read = answers.flatMap(({ data }) => data ?? [])
  return (
    <>
      <WithheldNote isShown={read.some(({ withheld }) => withheld) || undefined} />
      <div className={classes.blocks}>
        {blocksOf(today).map((block) => (
          <section key={block.title} className={classes.block} aria-label={block.title}>
            <div className={classes.head}>
              <h2>{block.title}</h2>
              {pharmacies.length > 1 && <b>{sumOf(block, read, pharmacies.length)}</b>}
            </div>
            <ul>
              {pharmacies.map((pharmacy, at) => (
                <li key={pharmacy.pharmacyId}>
                  <Answered of={answers[at]!} height={38}>
                    {(morning) => <Line block={block} morning={morning} />}
                  </Answered>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <p className={classes.aside}>
        {read[0] && `Lu à ${formatHour(read[0].readAt)}. `}
        {pharmacies.length > 1 && 'Chaque pharmacie est lue avec vos droits là-bas ; changez de pharmacie pour y agir.'}
      </p>
    </>
  )
}

function Line({ block, morning }: { block: Block; morning: OwnerMorning }) {
  const opens = useOpens()
  const isHere = useAtomValue(pharmacyIdAtom) === morning.pharmacyId
  const money = (amount: number) => formatMoney(amount, morning.currency)
  const amount = block.amount(morning)
  const content = (
    <>
      <span>{morning.name}</span>
      <b>{amount === null ? '–' : money(amount)}</b>
      <small>
        {amount === null ? `Vous n’avez pas ce droit ${isHere ? 'ici' : 'là-bas'}.` : block.note(morning, money)}
      </small>
    </>
  )
  if (!isHere || !opens(block.path)) return <div className={classes.line}>{content}</div>
  return (
    <Link href={block.address?.(morning) ?? block.path} className={`${classes.line} officine-focus`}>
      {content}
    </Link>
  )
}

/** « 125 000 F CFA » of all; a dash until each is read, and where they have different currencies. */
function sumOf({ amount }: Block, read: readonly OwnerMorning[], count: number): string {
  const amounts = read.map(amount).filter((each) => each !== null)
  const [currency]: Currency[] = read.map((each) => each.currency)
  const isOne = read.every((each) => each.currency.symbol === currency?.symbol)
  return read.length < count || amounts.length < count || !currency || !isOne
    ? '–'
    : formatMoney(saturatedSum(amounts), currency)
}
