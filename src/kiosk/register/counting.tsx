import { Button } from '@mantine/core'
import { IconArrowRight, IconEyeOff, IconPlayerPause, IconPlus, IconPrinter } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import {
  fieldOfDenomination,
  fieldOfMeans,
  typedCash,
  untypedMeans,
  type CountDraft,
} from '#shared/domain/register/count-draft.ts'
import type { Denomination } from '#shared/domain/register/denominations.ts'
import type { Means } from '#shared/domain/register/totals.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { GiantAmount } from '#shared/ui/giant-amount.tsx'
import { Keypad } from '#shared/ui/keypad.tsx'
import { formatAmount, formatMoney } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { CountField, typedDigits, useCountFields, type CountFields } from './count-field.tsx'
import { meansName } from './register-words.ts'
import classes from './counting.module.css'
import page from './register-page.module.css'
import { Steps } from './steps.tsx'

/** What follows a count: the name of the step, its button, and the text about the expected amounts. */
export type CountingEnd = { step: 'Écart' | 'Collègue'; button: string; promise: string }

interface CountingProps {
  rows: readonly Denomination[]
  means: readonly Means[]
  /** Means that nothing in the register moved, but that may have been received. */
  addable: readonly Means[]
  draft: CountDraft
  float: number
  onDraft: (draft: CountDraft) => void
  /** Stores the draft. */
  onKeep: () => void
  onLater: () => void
  /** Prints the counting sheet. */
  onPrint: () => void
  /** Everything is counted. */
  onDone: () => void
  /** The count is being stored. */
  isBusy: boolean
  /** Why storing failed. */
  failure: ReactNode
  /** Unfinished sales, and items that wait to be sent. */
  unsent: ReactNode
  end: CountingEnd
}

/** Counts the drawer, then the other means. Expected amounts are never shown here. */
export function Counting(props: CountingProps) {
  const [step, setStep] = useState<1 | 2>(1)
  return step === 1 ? (
    <CashCount {...props} onNext={() => setStep(2)} />
  ) : (
    <OthersCount {...props} onBack={() => setStep(1)} />
  )
}

function useFields(
  names: readonly string[],
  kind: 'count' | 'amount',
  { draft, onDraft, onKeep }: CountingProps,
  onEnd: () => void,
): CountFields {
  const [active, setActive] = useState<string | null>(null)
  const onType = (name: string, typed: string) => onDraft({ ...draft, [name]: typedDigits(typed, kind) })
  return useCountFields({ names, draft, active, onActive: setActive, onType, onLeave: onKeep, onEnd })
}

function CashCount({ onNext, ...props }: CountingProps & { onNext: () => void }) {
  const { rows, draft, float, onLater, onPrint, unsent, end, isBusy, failure } = props
  const currency = useCurrency()
  const fields = useFields(rows.map(fieldOfDenomination), 'count', props, onNext)
  const heap = (form: Denomination['form']) => rows.filter((row) => row.form === form)
  return (
    <main className={page.register}>
      <section className={page.main}>
        <header className={page.head}>
          <h1>Compter les espèces</h1>
          <Steps step={1} last={end.step} />
        </header>
        {failure}
        <div className={classes.heaps}>
          <div>
            <Heap title="Billets" rows={heap('note')} fields={fields} />
            {unsent}
            <Button variant="default" size="md" leftSection={<IconPrinter size={24} aria-hidden />} onClick={onPrint}>
              Imprimer la fiche
            </Button>
            <Button
              variant="default"
              size="md"
              loading={isBusy}
              leftSection={<IconPlayerPause size={24} aria-hidden />}
              onClick={onLater}
            >
              Continuer plus tard
            </Button>
          </div>
          <Heap title="Pièces" rows={heap('coin')} fields={fields} />
        </div>
      </section>
      <aside className={page.side}>
        <GiantAmount
          label="Espèces comptées"
          amount={typedCash(draft, rows)}
          size="total"
          hint={`Fond de caisse compris (${formatMoney(float, currency)})`}
        />
        <Blind promise={end.promise} />
        <Keypad className={page.pad!} corner="none" onKey={fields.press} />
        <Button size="md" variant="light" onMouseDown={(event) => event.preventDefault()} onClick={fields.next}>
          Suivant
        </Button>
        <Button
          className={page.primary!}
          size="lg"
          rightSection={<IconArrowRight size={26} aria-hidden />}
          onClick={onNext}
        >
          Compter le reste
        </Button>
      </aside>
    </main>
  )
}

function Heap({ title, rows, fields }: { title: string; rows: readonly Denomination[]; fields: CountFields }) {
  const currency = useCurrency()
  return (
    <section className={classes.heap} aria-label={title}>
      <h2>
        <span>{title}</span>
        <Money amount={typedCash(fields.draft, rows)} unit />
      </h2>
      {rows.map((row) => {
        const name = fieldOfDenomination(row)
        const value = formatAmount(row.value, currency)
        return (
          <div key={name} className={classes.heapRow} data-active={fields.active === name || undefined}>
            <b>{value}</b>
            <span aria-hidden>×</span>
            <CountField
              name={name}
              label={`${row.form === 'note' ? 'Billets' : 'Pièces'} de ${value}`}
              kind="count"
              fields={fields}
            />
            <Money amount={row.value * Number(fields.draft[name] ?? 0)} tone="secondary" />
          </div>
        )
      })}
    </section>
  )
}

function OthersCount({ onBack, ...props }: CountingProps & { onBack: () => void }) {
  const { means, addable, draft, onDraft, onDone, unsent, end, isBusy, failure } = props
  const fields = useFields(means.map(fieldOfMeans), 'amount', props, () => undefined)
  const missing = untypedMeans(draft, means)
  return (
    <main className={page.register}>
      <section className={page.main}>
        <header className={page.head}>
          <h1>Compter le reste</h1>
          <Steps step={2} last={end.step} />
        </header>
        {failure}
        {means.length === 0 ? (
          <p className={page.lead}>Cette caisse n’a que des espèces.</p>
        ) : (
          <section className={classes.heap} aria-label="Autres moyens de paiement">
            {means.map((each) => {
              const name = fieldOfMeans(each)
              return (
                <div key={name} className={classes.meansRow} data-active={fields.active === name || undefined}>
                  <b>{meansName(each)}</b>
                  <span>{countedFrom[each.type]}</span>
                  <CountField name={name} label={meansName(each)} kind="amount" fields={fields} />
                </div>
              )
            })}
          </section>
        )}
        {addable.length > 0 && (
          <section className={classes.added} aria-label="Reçu autrement">
            <p className={page.lead}>
              Vous avez reçu un autre moyen de paiement{'\u202f'}? Ajoutez-le, puis comptez-le.
            </p>
            {addable.map((each) => (
              <Button
                key={fieldOfMeans(each)}
                variant="default"
                size="sm"
                leftSection={<IconPlus size={20} aria-hidden />}
                onClick={() => onDraft({ ...draft, [fieldOfMeans(each)]: '' })}
              >
                {meansName(each)}
              </Button>
            ))}
          </section>
        )}
        {unsent}
      </section>
      <aside className={page.side}>
        <Blind promise={end.promise} />
        <Keypad className={page.pad!} onKey={fields.press} />
        {missing.length > 0 && (
          <p
            className={page.lead}
          >{`Il reste à compter\u00a0: ${missing.map(meansName).join(', ')}. Si vous n’avez rien reçu, tapez 0.`}</p>
        )}
        <div className={page.foot}>
          <Button variant="default" size="md" onClick={onBack}>
            Espèces
          </Button>
          <Button
            className={page.primary!}
            size="lg"
            loading={isBusy}
            disabled={missing.length > 0}
            rightSection={<IconArrowRight size={26} aria-hidden />}
            onClick={onDone}
          >
            {end.button}
          </Button>
        </div>
      </aside>
    </main>
  )
}

/** Where the user finds the amount of each means. */
const countedFrom: Record<Means['type'], string> = {
  CASH: '',
  CHEQUE: 'total des chèques',
  CREDIT_CARD: 'ticket du terminal',
  MOBILE_MONEY: 'total du téléphone marchand',
  TRANSFER: 'relevé de la banque',
}

function Blind({ promise }: { promise: string }) {
  return (
    <p className={classes.blind}>
      <IconEyeOff size={22} aria-hidden />
      {promise}
    </p>
  )
}
