import { Checkbox, Group, Progress, SegmentedControl } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { type BillProposal, bills } from '#shared/contract/bills.ts'
import { billPeriods, lastPeriod, periodOf, type BillPeriod } from '#shared/domain/billing/bill-period.ts'
import { isDay } from '#shared/domain/dates.ts'
import { AppError } from '#shared/domain/errors.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { isSilence } from '#shared/store/outbox/server-decisions.ts'
import { DataTable } from '#shared/ui/data-table.tsx'
import { useCurrency } from '#shared/ui/currency.tsx'
import { ErrorModal } from '#shared/ui/error-modal.tsx'
import { formatMoney } from '#shared/ui/money-format.ts'
import { plural, pluralWord } from '#shared/ui/plural.ts'
import { BillRuleModal } from '#backoffice/bills/bill-rule-modal.tsx'
import { payerKindWords, periodWords } from '#backoffice/bills/bill-words.ts'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { DayField } from '#backoffice/ui/forms/day-field.tsx'
import imports from '#backoffice/ui/imports/imports.module.css'
import { useListAddress } from '#backoffice/ui/list-address.ts'
import { countColumn, moneyColumn, sortedHere, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { useNotice } from '#backoffice/ui/notices.ts'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { FigureBar } from '#backoffice/ui/sheet.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

const title = 'Facturer une période'
const none: readonly BillProposal[] = []

const columns = sortedHere<BillProposal>([
  textColumn('payer', 'Payeur', ({ payerName }) => payerName, { strong: true, width: 180, grow: 1 }),
  textColumn('kind', 'Nature', ({ payerKind }) => payerKindWords[payerKind], { width: 96 }),
  textColumn('period', 'Fréquence', ({ rule }) => periodWords[rule.period], { width: 96 }),
  countColumn('vouchers', 'Bons', ({ vouchers }) => vouchers, { width: 70 }),
  countColumn('earlier', 'Dont antérieurs', ({ earlier }) => earlier, { width: 126 }),
  countColumn('incomplete', 'Incomplets', ({ incomplete }) => incomplete, { width: 96 }),
  moneyColumn('atRisk', 'À risque', ({ atRisk }) => atRisk || null, { width: 100 }),
  countColumn('bills', 'Factures', ({ bills: count }) => count, { width: 84 }),
  moneyColumn('ahead', 'D’avance', ({ ahead }) => ahead || null, { width: 96 }),
  moneyColumn('amount', 'Montant', ({ amount }) => amount, { width: 112, strong: true }),
])

/** What each payer would be billed for a period; the bills of those that are ticked are made at once. */
export function ProposalsScreen() {
  const back = { to: useListAddress('/factures'), title: 'Factures' }
  const today = useAtomValue(todayAtom)
  const currency = useCurrency()
  const [period, setPeriod] = useState<BillPeriod>('month')
  const [days, setDays] = useState<{ from: string | null; to: string | null }>(() => lastPeriod(today, 'month'))
  const [choice, setChoice] = useState<Choice>({ others: true, except: new Set() })
  const [options, setOptions] = useState<RunOptions>({ withIncomplete: false, withEarlier: true, withAhead: true })
  const [ruleOf, setRuleOf] = useState<BillProposal | null>(null)
  useTabTitle(title)
  const isAsked = days.from !== null && days.to !== null && isDay(days.from) && isDay(days.to)
  const { data, error, isStale, isFetching, retry } = useAnswer(
    bills.proposals,
    { query: { from: days.from ?? today, to: days.to ?? today, earlier: options.withEarlier ? 'with' : 'without' } },
    { enabled: isAsked, keep: true },
  )
  const rows = data ?? none
  const ticked = useMemo(
    () => new Set(rows.map(({ payerId }) => payerId).filter((id) => choice.except.has(id) !== choice.others)),
    [rows, choice],
  )
  const chosen = rows.filter(({ payerId }) => ticked.has(payerId))
  const sum = (of: (row: BillProposal) => number) => chosen.reduce((total, row) => total + of(row), 0)
  const atRisk = sum((row) => row.atRisk)
  const earlier = sum((row) => row.earlier)
  const show = (kind: BillPeriod, day?: string) => {
    setPeriod(kind)
    setDays(day === undefined ? lastPeriod(today, kind) : periodOf(day, kind))
  }
  return (
    <Page>
      <DetailHead
        back={back}
        title={title}
        actions={
          isAsked && (
            <MakeBills
              from={days.from!}
              to={days.to!}
              chosen={chosen}
              options={options}
              isStale={isStale}
              amount={sum(({ amount }) => amount) - (options.withIncomplete ? 0 : atRisk)}
            />
          )
        }
      />
      <div className={imports.buttons}>
        <SegmentedControl
          aria-label="Période"
          data={billPeriods.map((value) => ({ value, label: periodWords[value] }))}
          value={period}
          onChange={(value) => show(value as BillPeriod)}
        />
        <DayField label="Du" value={days.from} onChange={(from) => setDays({ ...days, from })} />
        <DayField label="Au" value={days.to} onChange={(to) => setDays({ ...days, to })} />
        <WriteButton variant="default" onClick={() => show(period, today)}>
          Période en cours
        </WriteButton>
      </div>
      <FigureBar
        figures={[
          { name: 'Payeurs choisis', value: String(chosen.length) },
          { name: 'Bons', value: String(sum(({ vouchers }) => vouchers)) },
          {
            name: 'Montant',
            value: formatMoney(
              sum(({ amount }) => amount),
              currency,
            ),
          },
          ...(earlier > 0
            ? [
                {
                  name: `Dont ${plural(earlier, 'bon')} ${pluralWord(earlier, 'antérieur')}`,
                  value: formatMoney(
                    sum(({ earlierAmount }) => earlierAmount),
                    currency,
                  ),
                },
              ]
            : []),
          {
            name: 'Dont bons incomplets',
            value: formatMoney(atRisk, currency),
            ...(atRisk > 0 ? { tone: 'warning' as const } : {}),
          },
        ]}
      />
      <RunChoices options={options} atRisk={atRisk} ahead={sum((row) => row.ahead)} onChange={setOptions} />
      <ListRoom isStale={isStale}>
        <DataTable
          label="Propositions"
          columns={columns}
          rows={rows}
          rowKey={({ payerId }: BillProposal) => payerId}
          face={error ? 'error' : isFetching && !data ? 'loading' : 'ready'}
          onRetry={retry}
          question={`${days.from} ${days.to} ${options.withEarlier}`}
          emptyText="Rien à facturer pour cette période."
          ticked={ticked}
          onTick={({ payerId }: BillProposal, isTicked: boolean) =>
            setChoice(({ others, except }) => {
              const next = new Set(except)
              if (isTicked === others) next.delete(payerId)
              else next.add(payerId)
              return { others, except: next }
            })
          }
          onTickAll={(isTicked: boolean) => setChoice({ others: isTicked, except: new Set() })}
          onOpen={setRuleOf}
        />
      </ListRoom>
      {ruleOf && (
        <BillRuleModal payerId={ruleOf.payerId} payerName={ruleOf.payerName} onClose={() => setRuleOf(null)} />
      )}
    </Page>
  )
}

/** Which payers are ticked: all `others` or none of them, but for some. It holds for payers that come later too. */
type Choice = { others: boolean; except: ReadonlySet<string> }

type RunOptions = { withIncomplete: boolean; withEarlier: boolean; withAhead: boolean }

interface RunChoicesProps {
  options: RunOptions
  /** Of the chosen payers: the worth of vouchers that are not complete, and what is ahead. */
  atRisk: number
  ahead: number
  onChange: (options: RunOptions) => void
}

/** What the run takes besides the complete vouchers of its period, and whether money ahead pays it. */
function RunChoices({ options, atRisk, ahead, onChange }: RunChoicesProps) {
  const currency = useCurrency()
  const choice = (key: keyof RunOptions, label: string) => (
    <Checkbox
      label={label}
      checked={options[key]}
      onChange={(event) => onChange({ ...options, [key]: event.currentTarget.checked })}
    />
  )
  return (
    <Group px={4} py={8}>
      {choice('withEarlier', 'Reprendre les bons antérieurs (refusés, arrivés tard, oubliés)')}
      {choice('withIncomplete', 'Facturer aussi les bons incomplets')}
      {ahead > 0 && choice('withAhead', `Payer ces factures avec l’argent d’avance (${formatMoney(ahead, currency)})`)}
      {atRisk > 0 && <TextLink to="/factures/bons?bons=incomplets">Compléter les bons avant de facturer</TextLink>}
    </Group>
  )
}

interface MakeBillsProps {
  from: string
  to: string
  chosen: readonly BillProposal[]
  options: RunOptions
  /** The proposals are those of other days: a run would bill what nobody saw. */
  isStale: boolean
  amount: number
}

function MakeBills({ from, to, chosen, options, isStale, amount }: MakeBillsProps) {
  const currency = useCurrency()
  const send = useSend()
  const gesture = useGesture()
  const [id, setId] = useState(uuid7)
  const [isAsked, setIsAsked] = useState(false)
  const make = async () => {
    try {
      await send(bills.create, {
        body: { id, from, to, payerIds: chosen.map(({ payerId }) => payerId), ...options },
      })
      setIsAsked(true)
    } catch (error) {
      // Without an answer the same run is made once; after a refusal the next attempt is a new one.
      if (!isSilence(error)) setId(uuid7())
      throw error
    }
  }
  if (isAsked) return <Making key={id} id={id} onFailed={() => (setIsAsked(false), setId(uuid7()))} />
  return (
    <>
      <WriteButton
        disabled={isStale || amount === 0}
        loading={gesture.isRunning}
        onClick={() =>
          gesture.ask({
            title: 'Créer les factures\u202f?',
            text: `${plural(chosen.length, 'payeur')}, ${formatMoney(amount, currency)}. Les bons facturés ne le seront pas une deuxième fois.`,
            yes: 'Créer les factures',
            run: make,
          })
        }
      >
        Créer les factures
      </WriteButton>
      {gesture.modals}
    </>
  )
}

/** In ms: a run says how far it is every second. */
const askedEvery = 1_000

/** The progress of a run; opens the bills when they are there, says why when none was made. */
function Making({ id, onFailed }: { id: string; onFailed: () => void }) {
  const say = useNotice()
  const [, go] = useLocation()
  const { data: run } = useAnswer(bills.run, { params: { id } }, { everyMs: askedEvery })
  const { status, error } = run ?? {}
  useEffect(() => {
    if (status !== 'done') return
    say({ text: plural(run!.bills.length, 'facture créée', 'factures créées') })
    go(run!.bills.length === 1 ? `/factures/${run!.bills[0]!.id}` : '/factures?etat=open')
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the run has ended
  }, [status])
  if (status === 'failed')
    return <ErrorModal error={new AppError(error?.message ?? 'internal', error?.details)} onGesture={onFailed} />
  return (
    <Group gap="sm" wrap="nowrap" role="status" aria-label="Création des factures">
      <span>Création des factures…</span>
      <Progress value={run?.progress ?? 0} w={160} aria-label="Avancement" />
    </Group>
  )
}
