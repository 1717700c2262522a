import { Button, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { banks } from '#shared/contract/banks.ts'
import { moneyAccountKinds, type MoneyStatement, moneyStatements } from '#shared/contract/money-statements.ts'
import { sharedColumn } from '#shared/domain/files/column-mapping.ts'
import {
  type MoneyField,
  moneyLayout,
  type MoneyProfile,
  type MoneyReading,
  readMoney,
} from '#shared/domain/reconciliation/money-file.ts'
import { type PaymentOutcome, stateWord, type ToldStates } from '#shared/domain/reconciliation/payment-state.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatDay } from '#shared/ui/date-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import {
  accountKindWords,
  mappedMoneyFields,
  readingColumns,
  readingWords,
} from '#backoffice/reconciliation/money-words.ts'
import { ClosedPage } from '#backoffice/ui/closed-page.tsx'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { useLeaveGuard } from '#backoffice/ui/forms/leave-guard.ts'
import { CheckedRows } from '#backoffice/ui/imports/checked-rows.tsx'
import { FileStep } from '#backoffice/ui/imports/file-step.tsx'
import classes from '#backoffice/ui/imports/imports.module.css'
import { MappingStep } from '#backoffice/ui/imports/mapping-step.tsx'
import { useFileProfile } from '#backoffice/ui/imports/use-file-profile.ts'
import { useListAddress } from '#backoffice/ui/list-address.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { Page } from '#backoffice/ui/page.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { Sheet } from '#backoffice/ui/sheet.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

const title = 'Importer un relevé d’opérateur ou de banque'
/** In ms: a statement of 20,000 lines is sent and matched. */
const timeoutMs = 120_000
type Account = Pick<MoneyStatement, 'kind' | 'account'>

/** Reads the statement of an account here, shows what its lines are, and enters it. */
export function MoneyImportScreen() {
  useTabTitle(title)
  return useMay(moneyStatements.create) ? (
    <Importing />
  ) : (
    <ClosedPage title={title}>Réservé aux personnes qui ont le droit de gérer les factures.</ClosedPage>
  )
}

function Importing() {
  const back = { to: useListAddress('/rapprochements'), title: 'Rapprochements' }
  const { decimals } = useCurrency()
  const [kind, setKind] = useState<Account['kind']>('mobile-money')
  const [account, setAccount] = useState<string | null>(null)
  const kept = useAnswer(
    moneyStatements.profile,
    { query: { kind, account: account ?? '' } },
    { enabled: account !== null },
  ).data
  const { table, profile: columns, ...read } = useFileProfile(moneyLayout, kept?.profile)
  const [told, setTold] = useState<ToldStates>({})
  const [setAside, setSetAside] = useState<ReadonlySet<number>>(new Set())
  const profile = useMemo(
    () => columns && { ...columns, states: { ...kept?.profile?.states, ...told } },
    [columns, kept, told],
  )
  const readings = useMemo(
    () => (table && profile ? readMoney(table, profile, { currencyDecimals: decimals, setAside }) : []),
    [table, profile, decimals, setAside],
  )
  const begin = () => (setTold({}), setSetAside(new Set()))
  return (
    <Page scrolls>
      <DetailHead back={back} title={title} />
      <div className={classes.steps}>
        <Sheet title="Compte">
          <AccountFields
            kind={kind}
            account={account}
            onChange={(next) => (setKind(next.kind), setAccount(next.account), read.forgetChoice(), begin())}
          />
        </Sheet>
        {account && <FileStep {...read.fileStep} hint="Le relevé de l’opérateur ou de la banque, tel quel" />}
        {account && profile && read.mappingStep && (
          <>
            <MappingStep<MoneyField> {...read.mappingStep} fields={mappedMoneyFields} barrier={barrierOf(profile)} />
            <UnknownStates readings={readings} told={told} onTell={setTold} />
            <Sheet title="3. Lignes" fact={plural(readings.length, 'ligne')}>
              <SetAside readings={readings} setAside={setAside} onChange={setSetAside} />
              <CheckedRows
                key={read.key}
                label="Lignes du relevé"
                rows={readings}
                columns={readingColumns}
                outcomes={['error', 'unknown', 'read', 'aside']}
                words={readingWords}
                first={readings.some(({ outcome }) => outcome === 'error') ? 'error' : undefined}
                exportName={() => title}
              />
            </Sheet>
            <EnterStep
              key={`${read.key} ${kind} ${account}`}
              of={{ kind, account }}
              fileName={read.fileName}
              profile={profile}
              readings={readings}
            />
          </>
        )}
      </div>
    </Page>
  )
}

interface UnknownStatesProps {
  readings: readonly MoneyReading[]
  told: ToldStates
  onTell: (told: ToldStates) => void
}

/** The words of states that nobody knows: each is asked once and kept for this account. */
function UnknownStates({ readings, told, onTell }: UnknownStatesProps) {
  const counts = new Map<string, number>(Object.keys(told).map((word) => [word, 0]))
  for (const reading of readings)
    if (reading.outcome === 'unknown')
      counts.set(stateWord(reading.state), (counts.get(stateWord(reading.state)) ?? 0) + 1)
  if (counts.size === 0) return null
  return (
    <Sheet title="Statuts inconnus" fact="demandé une fois, retenu pour ce compte">
      <ul className={classes.steps} aria-label="Statuts inconnus">
        {[...counts].map(([word, count]) => (
          <li key={word} className={classes.buttons}>
            <b>{`«\u00a0${word || 'vide'}\u00a0»`}</b>
            {count > 0 && <span>{plural(count, 'ligne')}</span>}
            <SegmentedControl
              aria-label={`Statut ${word || 'vide'}`}
              data={[
                { value: 'ask', label: 'À dire', disabled: true },
                { value: 'success', label: 'Payé' },
                { value: 'failed', label: 'Pas payé' },
              ]}
              value={told[word] ?? 'ask'}
              onChange={(value) => value !== 'ask' && onTell({ ...told, [word]: value as PaymentOutcome })}
            />
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

interface SetAsideProps {
  readings: readonly MoneyReading[]
  setAside: ReadonlySet<number>
  onChange: (setAside: ReadonlySet<number>) => void
}

/** Lines that do not read are set aside by hand: titles, balances and notes of the bank. */
function SetAside({ readings, setAside, onChange }: SetAsideProps) {
  const [number, setNumber] = useState('')
  const errors = readings.flatMap(({ line, outcome }) => (outcome === 'error' ? [line] : []))
  const line = Number(number)
  const isLine = readings.some((reading) => reading.line === line)
  return (
    <div className={classes.buttons} style={{ marginBottom: 'var(--space-12)' }}>
      {errors.length > 0 && (
        <Button variant="default" onClick={() => onChange(new Set([...setAside, ...errors]))}>
          {`Écarter ${plural(errors.length, 'ligne illisible', 'lignes illisibles')}`}
        </Button>
      )}
      <TextInput
        aria-label="Numéro de ligne à écarter"
        placeholder="Ligne n°"
        inputMode="numeric"
        w={110}
        value={number}
        onChange={(event) => setNumber(event.currentTarget.value)}
      />
      <Button
        variant="default"
        disabled={!isLine || setAside.has(line)}
        onClick={() => (onChange(new Set([...setAside, line])), setNumber(''))}
      >
        Écarter cette ligne
      </Button>
      {setAside.size > 0 && (
        <Button variant="subtle" onClick={() => onChange(new Set())}>
          {`Reprendre ${plural(setAside.size, 'ligne écartée', 'lignes écartées')} à la main`}
        </Button>
      )}
    </div>
  )
}

interface AccountFieldsProps {
  kind: Account['kind']
  account: string | null
  onChange: (account: { kind: Account['kind']; account: string | null }) => void
}

function AccountFields({ kind, account, onChange }: AccountFieldsProps) {
  const operators = useAtomValue(terminalAtom)?.pharmacy?.country.phoneOperators ?? []
  const known = useAnswer(banks.all, {}).data ?? []
  const names = kind === 'bank' ? known.map(({ name }) => name) : operators
  return (
    <div className={classes.buttons}>
      <SegmentedControl
        aria-label="Nature du compte"
        data={moneyAccountKinds.map((value) => ({ value, label: accountKindWords[value] }))}
        value={kind}
        onChange={(value) => onChange({ kind: value, account: null })}
      />
      <Select
        aria-label={kind === 'bank' ? 'Banque' : 'Opérateur'}
        placeholder={kind === 'bank' ? 'Quelle banque ?' : 'Quel opérateur ?'}
        data={[...new Set(names)]}
        value={account}
        onChange={(name) => onChange({ kind, account: name })}
      />
    </div>
  )
}

interface EnterStepProps {
  of: Account
  fileName: string
  profile: MoneyProfile
  readings: ReturnType<typeof readMoney>
}

function EnterStep({ of, fileName, profile, readings }: EnterStepProps) {
  const [, go] = useLocation()
  const send = useSend()
  const say = useNotice()
  const gesture = useGesture()
  const [id] = useState(uuid7)
  const lines = readings.flatMap(({ row }) => row ?? [])
  const days = lines.map(({ day }) => day).toSorted((a, b) => (a < b ? -1 : 1))
  const received = lines.reduce((sum, { amount }) => sum + Math.max(0, amount), 0)
  const errors = readings.filter(({ outcome }) => outcome === 'error').length
  const mayLeave = useLeaveGuard(lines.length > 0)
  const barrier =
    barrierOf(profile) ??
    (errors > 0
      ? `${plural(errors, 'ligne ne se lit pas', 'lignes ne se lisent pas')}\u00a0: corrigez les colonnes, ou écartez-les.`
      : readings.some(({ outcome }) => outcome === 'unknown')
        ? 'Dites d’abord ce que veulent dire les statuts inconnus.'
        : lines.length === 0
          ? 'Aucune ligne à rapprocher.'
          : undefined)
  const enter = async () => {
    const body = { ...of, id, fileName, profile, lines }
    const { known } = await send(moneyStatements.create, { body }, { timeoutMs })
    mayLeave()
    if (known > 0)
      say({ text: `${plural(known, 'ligne déjà importée', 'lignes déjà importées')} par un autre relevé, mise à part` })
    go(`/rapprochements/${id}`)
  }
  return (
    <Sheet title="4. Rapprocher" fact={<Money amount={received} unit />}>
      {days[0] && (
        <p>
          {plural(lines.length, 'ligne')} du {formatDay(days[0])} au {formatDay(days.at(-1)!)}.
        </p>
      )}
      {barrier && <p className={classes.barrier}>{barrier}</p>}
      <WriteButton disabled={barrier !== undefined} loading={gesture.isRunning} onClick={() => gesture.run(enter)}>
        Rapprocher
      </WriteButton>
      {gesture.modals}
    </Sheet>
  )
}

function barrierOf({ columns }: MoneyProfile): string | undefined {
  if (!columns.day) return 'Choisissez la colonne de la date.'
  if (!columns.amount && !columns.credit) return 'Choisissez la colonne du montant, ou du crédit.'
  const twice = sharedColumn(columns)
  return twice && `La colonne «\u00a0${twice}\u00a0» est choisie deux fois.`
}
