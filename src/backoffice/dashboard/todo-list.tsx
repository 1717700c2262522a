import {
  IconAlertTriangle,
  IconCalendarEvent,
  IconCalendarX,
  IconLockExclamation,
  IconPackageOff,
  IconReceipt,
  IconShoppingBagCheck,
  IconStethoscope,
  IconTrendingDown,
} from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { dues } from '#shared/contract/dues.ts'
import type { CallReply } from '#shared/contract/endpoint.ts'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { pinAlerts } from '#shared/contract/pin-alerts.ts'
import { prescriptionRegister } from '#shared/contract/prescription-register.ts'
import { sales } from '#shared/contract/sales.ts'
import { users } from '#shared/contract/users.ts'
import { displayName } from '#shared/domain/person.ts'
import { listStateAtom } from '#shared/store/lists/product-list-atoms.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural, pluralWord } from '#shared/ui/plural.ts'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/dashboard/dashboard.module.css'
import { Answered } from '#backoffice/dashboard/box.tsx'
import { useBillTasks } from '#backoffice/dashboard/bill-tasks.tsx'
import { useFiscalTasks } from '#backoffice/dashboard/fiscal-tasks.ts'
import type { Counted, Task } from '#backoffice/dashboard/task.ts'
import { usePurchaseTasks } from '#backoffice/dashboard/purchase-tasks.tsx'
import { useSendTasks } from '#backoffice/dashboard/send-tasks.tsx'
import { periodDays } from '#backoffice/ui/periods.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { stockState, type StockRow } from '#backoffice/ui/stock-row.ts'
import { stockRowsAtom } from '#backoffice/ui/stock-rows-atom.ts'
import { todayAtom } from '#backoffice/ui/today.ts'

/** Pending tasks, most urgent first. Shows only counted facts, no estimates. */
export function TodoList() {
  const flagged = useAnswer(sales.list, { query: { flagged: 'only', size: 1 } })
  const mayPrescribe = useMay(prescriptionRegister.list)
  const unprescribed = useAnswer(
    prescriptionRegister.list,
    { query: { only: 'without-prescriber', size: 1 } },
    { enabled: mayPrescribe },
  )
  const owed = useAnswer(dues.list, { query: { state: 'open', onShelf: 'only', size: 1 } })
  const guessed = useGuessedPins()
  const weak = useWeakPins()
  const purchases = usePurchaseTasks()
  const sending = useSendTasks()
  const billing = useBillTasks()
  const fiscal = useFiscalTasks()
  const stats = useAnswer(pharmacyProducts.stats, {})
  const rows = useAtomValue(stockRowsAtom)
  const ofStock = useMemo(() => stockTasks(rows), [rows])
  const isListed = useAtomValue(listStateAtom).syncedAt !== null
  const tasks = [
    ...sending.tasks,
    ...(stats.data ? shortageTask(stats.data) : []),
    ...ofStock,
    ...(stats.data ? expiryTasks(stats.data) : []),
    ...unprescribedTask(unprescribed.data?.total ?? 0),
    ...flaggedTask(flagged.data?.total ?? 0),
    ...owedTask(owed.data?.total ?? 0),
    ...guessed.tasks,
    ...weak.tasks,
    ...purchases.tasks,
    ...billing.tasks,
    ...fiscal.tasks,
  ].sort((a, b) => rank[a.tone] - rank[b.tone])
  if (tasks.length === 0) {
    const asked = [flagged, owed, stats, ...(mayPrescribe ? [unprescribed] : [])]
    const answers = [
      ...asked,
      ...guessed.answers,
      ...weak.answers,
      ...purchases.answers,
      ...sending.answers,
      ...billing.answers,
      ...fiscal.answers,
    ]
    const open = answers.filter(({ data }) => data === undefined)
    const missing = open.find(({ error }) => error) ?? open[0]
    return (
      <Answered of={missing ?? { data: isListed || undefined, error: null, retry: nothing }} height={90}>
        {() => <p className={text.none}>Rien à faire.</p>}
      </Answered>
    )
  }
  return (
    <ul className={classes.todo}>
      {tasks.map(({ key, icon: Icon, tone, text, end, to }) => (
        <li key={key}>
          <Link href={to} className="officine-focus">
            <Icon size={20} className={classes[tone]} aria-hidden />
            <b>{text}</b>
            <span>{end}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The list of products is read by itself. */
const nothing = () => undefined
const rank = { danger: 0, warning: 1, info: 2 } as const

/** Counted in the terminal's stored list, so that the numbers equal those of the stock list behind the link. */
function stockTasks(rows: ReadonlyMap<string, StockRow>): Task[] {
  const counts = { negatif: 0, mini: 0 }
  for (const row of rows.values()) {
    const state = stockState(row)
    if (state === 'negatif') counts.negatif++
    if (state === 'mini') counts.mini++
  }
  const { negatif, mini } = counts
  return [
    ...(negatif > 0
      ? [
          {
            key: 'negatif',
            icon: IconAlertTriangle,
            tone: 'danger' as const,
            text: `${plural(negatif, 'produit')} en stock négatif`,
            end: 'Corriger',
            to: '/stock?etat=negatif',
          },
        ]
      : []),
    ...(mini > 0
      ? [
          {
            key: 'mini',
            icon: IconTrendingDown,
            tone: 'warning' as const,
            text: `${plural(mini, 'produit')} sous le mini`,
            end: 'Voir',
            to: '/stock?etat=mini',
          },
        ]
      : []),
  ]
}

/** Products that sell and are out of stock: those of the list behind the link. */
function shortageTask({ shortageCount }: CallReply<typeof pharmacyProducts.stats>): Task[] {
  return shortageCount > 0
    ? [
        {
          key: 'rupture',
          icon: IconPackageOff,
          tone: 'danger',
          text: `${plural(shortageCount, 'produit')} en rupture`,
          end: 'Voir',
          to: '/ruptures?etat=rupture',
        },
      ]
    : []
}

const monthName = new Intl.DateTimeFormat('fr', { month: 'long', timeZone: 'UTC' })
const nearMonths = 2

function expiryTasks({ expired, expiring }: CallReply<typeof pharmacyProducts.stats>): Task[] {
  const near = expiring.slice(0, nearMonths).filter(({ lots }) => lots > 0)
  return [
    ...(expired.lots > 0
      ? [
          {
            key: 'expires',
            icon: IconCalendarX,
            tone: 'danger' as const,
            text: `${plural(expired.lots, 'lot')} ${pluralWord(expired.lots, 'expiré')} en rayon`,
            end: <Money amount={expired.value} />,
            to: '/peremptions?expire=expires',
          },
        ]
      : []),
    ...near.map(({ month, lots, value }) => ({
      key: month,
      icon: IconCalendarEvent,
      tone: 'warning' as const,
      text: `${plural(lots, 'lot')} ${pluralWord(lots, 'expire', 'expirent')} en ${monthName.format(new Date(`${month}-01`))}`,
      end: <Money amount={value} />,
      to: `/peremptions?expire=${month}`,
    })),
  ]
}

function unprescribedTask(entries: number): Task[] {
  return entries > 0
    ? [
        {
          key: 'sans-prescripteur',
          icon: IconStethoscope,
          tone: 'warning',
          text: `${plural(entries, 'ligne')} d’ordonnancier sans prescripteur`,
          end: 'Compléter',
          to: '/ordonnancier?periode=tout&sans-prescripteur=oui',
        },
      ]
    : []
}

/** A series of wrong PINs cannot be marked as done: the task is shown for a week. */
function useGuessedPins(): Counted {
  const { du, au } = periodDays('semaine', useAtomValue(todayAtom))
  const query = { ...(du === null ? {} : { from: du }), size: 1 }
  const may = useMay(pinAlerts.list)
  const found = useAnswer(pinAlerts.list, { query }, { enabled: may })
  const series = found.data?.total ?? 0
  const task: Task = {
    key: 'codes-faux',
    icon: IconLockExclamation,
    tone: 'warning',
    text: `${plural(series, 'série')} de codes incorrects en 7 jours`,
    end: 'Voir',
    to: `/parametres/codes?du=${du}&au=${au}`,
  }
  return { tasks: series > 0 ? [task] : [], answers: may ? [found] : [] }
}

/** PINs from before such ones were refused: they still open. */
function useWeakPins(): Counted {
  const may = useMay(users.weakPins)
  const found = useAnswer(users.weakPins, {}, { enabled: may })
  const members = found.data ?? []
  const task: Task = {
    key: 'codes-faciles',
    icon: IconLockExclamation,
    tone: 'warning',
    text: `${plural(members.length, 'code')} ${pluralWord(members.length, 'facile')} à deviner\u00a0: ${members.map(displayName).join(', ')}`,
    end: 'Changer',
    to: members.length === 1 ? `/parametres/utilisateurs/${members[0]!.id}` : '/parametres/utilisateurs',
  }
  return { tasks: members.length > 0 ? [task] : [], answers: may ? [found] : [] }
}

function flaggedTask(flagged: number): Task[] {
  return flagged > 0
    ? [
        {
          key: 'signalees',
          icon: IconReceipt,
          tone: 'info',
          text: `${plural(flagged, 'vente')} à vérifier`,
          end: 'Vérifier',
          to: '/ventes?periode=tout&signalees=oui',
        },
      ]
    : []
}

/** Customers to call: what they paid stands on the shelf. */
function owedTask(owed: number): Task[] {
  return owed > 0
    ? [
        {
          key: 'dus',
          icon: IconShoppingBagCheck,
          tone: 'info',
          text: `${plural(owed, 'dû', 'dus')} à remettre`,
          end: 'Prévenir',
          to: '/dus?etat=a-remettre',
        },
      ]
    : []
}
