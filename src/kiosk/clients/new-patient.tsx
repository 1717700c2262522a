import { Button, TextInput } from '@mantine/core'
import { IconCheck, IconIdBadge2 } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { formatPercent } from '#shared/ui/money-format.ts'
import { ownRight, type Right, useRight } from '#kiosk/counter/rights/use-right.ts'
import { dayOfAtom, tradeAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { useNow } from '#shared/ui/use-now.ts'
import { withSlashes } from '#shared/domain/typed-day.ts'
import { useWedge } from '#kiosk/counter/scan/use-wedge.ts'
import type { Person } from '#shared/contract/persons.ts'
import type { Grant } from '#shared/contract/tokens.ts'
import { ageInWords } from '#shared/domain/birth-date.ts'
import { personsAtom } from '#shared/store/lists/person-list-atoms.ts'
import type { TypedPatient } from '#shared/store/sales/patient-store.ts'
import { plural } from '#shared/ui/plural.ts'
import { SidePanel } from '#shared/ui/side-panel.tsx'
import classes from './new-patient.module.css'
import { contractsAtom } from './contracts.ts'
import { KnownPatientNotice } from './known-patient-notice.tsx'
import { knownPatients } from './known-patients.ts'
import { emptyPolicy, readDraft, type DraftField, type PatientDraft } from './patient-draft.ts'
import { PolicyFields } from './policy-fields.tsx'
import type { RefusedPatient } from './refused-patient.ts'
import { writeFailureWords } from '#shared/session/write-failure-words.ts'
import { SexChoice } from './sex-choice.tsx'

/** A family shares one phone number. Two first names are enough to show that. */
const knownAtOnce = 2

interface NewPatientProps {
  title: string
  initial: PatientDraft
  /** Why the server refused the patient, as a text and by field. */
  refusal?: Pick<RefusedPatient, 'reason' | 'errors'> | undefined
  /** Called at each change, so that an unfinished draft can be restored. */
  onTyped?: (draft: PatientDraft) => void
  /** Resolves when the patient is on the disk. */
  onCreate: (patient: TypedPatient) => Promise<void>
  onUse: (person: Person) => void
  onClose: () => void
}

/** The form of a new patient at the counter. Only the last name is required. Each error is shown at its field. */
export function NewPatient({ title, initial, refusal, onTyped, onCreate, onUse, onClose }: NewPatientProps) {
  const [draft, setDraft] = useState(initial)
  const { patient, errors, raisedFrom } = useReading(draft)
  const [left, setLeft] = useState<ReadonlySet<DraftField>>(new Set())
  const { isSaving, failure, save } = useSaveOnce((grant) => onCreate({ ...patient, ...(grant && { grant }) }))
  const right = useRightToRate(patient, raisedFrom)
  const persons = useAtomValue(personsAtom)
  const known = useMemo(() => knownPatients(patient, persons.values()), [patient, persons])
  const form = useRef<HTMLFormElement>(null)
  useFirstFocus(form, initial)

  useEffect(() => onTyped?.(draft), [onTyped, draft])

  const change = (part: Partial<PatientDraft>) => setDraft((before) => ({ ...before, ...part }))
  const leave = (field: DraftField) => setLeft((before) => new Set(before).add(field))
  // A field shows no error while it has the focus.
  const errorOf = (field: DraftField): string | undefined =>
    (left.has(field) ? errors[field] : undefined) ??
    (valueOf(draft, field) === valueOf(initial, field) ? refusal?.errors[field] : undefined)
  const text = (field: 'lastName' | 'firstName' | 'phone' | 'socialSecurityId') => ({
    name: field,
    value: draft[field],
    error: errorOf(field),
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => change({ [field]: event.currentTarget.value }),
    onBlur: () => leave(field),
  })
  // A scanned card fills the policy number.
  useWedge((scanned) => change({ policy: { ...(draft.policy ?? emptyPolicy), number: scanned.trim() } }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = Object.keys(errors) as DraftField[]
    setLeft(new Set([...left, ...wrong]))
    if (wrong.length === 0) return right.use(save)
    form.current?.querySelector<HTMLInputElement>(`[name=${wrong[0]}]`)?.focus()
  }

  return (
    <SidePanel
      title={title}
      subtitle="Seul le nom est obligatoire"
      onClose={onClose}
      footer={
        <Button
          type="submit"
          form="new-patient"
          size="md"
          fullWidth
          loading={isSaving}
          leftSection={<IconCheck size={26} aria-hidden />}
        >
          {right.label('Enregistrer le patient')}
        </Button>
      }
    >
      <form id="new-patient" ref={form} className={classes.form} onSubmit={submit} noValidate>
        {refusal && (
          <p className={classes.failed} role="alert">
            {refusal.reason}
          </p>
        )}
        {known.length > 0 && (
          <div className={classes.knownOnes}>
            {known.slice(0, knownAtOnce).map(({ by, person }) => (
              <KnownPatientNotice key={person.id} by={by} person={person} onUse={() => onUse(person)} />
            ))}
            {known.length > knownAtOnce && (
              <span>Et {plural(known.length - knownAtOnce, 'autre fiche', 'autres fiches')}.</span>
            )}
          </div>
        )}
        <TextInput label="Nom" withAsterisk maxLength={100} autoCapitalize="characters" {...text('lastName')} />
        <TextInput label="Prénoms" maxLength={100} autoCapitalize="words" {...text('firstName')} />
        <TextInput label="Téléphone" type="tel" inputMode="tel" maxLength={40} {...text('phone')} />
        <BirthDateField
          draft={draft}
          day={patient.birthDate}
          error={errorOf('birthDate')}
          onChange={(birthDate) => change({ birthDate })}
          onLeave={() => leave('birthDate')}
        />
        <SexChoice value={draft.sex} onChoose={(sex) => change({ sex })} />
        <TextInput label="N° de sécurité sociale" maxLength={200} {...text('socialSecurityId')} />
        {draft.policy ? (
          <PolicyFields
            draft={draft.policy}
            errorOf={errorOf}
            onChange={(part) => change({ policy: { ...(draft.policy ?? emptyPolicy), ...part } })}
            onLeave={leave}
            onRemove={() => change({ policy: null })}
            {...(!right.isOwn && { rateHint: `Le contrat paie ${formatPercent(raisedFrom ?? 0)}` })}
          />
        ) : (
          <Button
            className={classes.wide}
            variant="default"
            leftSection={<IconIdBadge2 size={24} aria-hidden />}
            onClick={() => change({ policy: emptyPolicy })}
          >
            Ajouter une police
          </Button>
        )}
        {failure !== null && (
          <p className={classes.failed} role="alert">
            {writeFailureWords(
              failure,
              'Le patient n’a pas pu être enregistré sur ce poste. Rien n’est perdu\u00a0: réessayez.',
            )}
          </p>
        )}
      </form>
    </SidePanel>
  )
}

function BirthDateField({
  draft,
  day,
  error,
  onChange,
  onLeave,
}: {
  draft: PatientDraft
  day: string | null
  error: string | undefined
  onChange: (typed: string) => void
  onLeave: () => void
}) {
  const today = useAtomValue(dayOfAtom)(useNow())
  return (
    <TextInput
      name="birthDate"
      label="Date de naissance"
      placeholder="jj/mm/aaaa"
      inputMode="numeric"
      autoComplete="off"
      value={draft.birthDate}
      error={error}
      rightSection={day && <span className={classes.age}>{ageInWords(day, today)}</span>}
      rightSectionWidth={day ? 84 : 0}
      rightSectionPointerEvents="none"
      onChange={(event) => onChange(withSlashes(event.currentTarget.value))}
      onBlur={onLeave}
    />
  )
}

function useReading(draft: PatientDraft) {
  const today = useAtomValue(dayOfAtom)(useNow())
  const { countryCode } = useAtomValue(tradeAtom)
  const contracts = useAtomValue(contractsAtom)
  return useMemo(
    () =>
      readDraft(draft, {
        today,
        countryCode,
        contractRate: (id) => contracts.get(id)?.contract.defaultCoverage,
      }),
    [draft, today, countryCode, contracts],
  )
}

/** A rate above the contract's is asked for in place: for this contract and this rate. */
function useRightToRate({ policy }: TypedPatient, raisedFrom: number | null): Right {
  const right = useRight(
    'contract.edit',
    policy?.contractId ?? '',
    `Prise en charge de ${formatPercent(policy?.coverage ?? 0)}, contrat à ${formatPercent(raisedFrom ?? 0)}`,
    policy?.coverage ?? undefined,
  )
  return raisedFrom === null ? ownRight : right
}

function valueOf(draft: PatientDraft, field: DraftField): string | null | undefined {
  return Object.hasOwn(draft, field)
    ? (draft as Record<string, string | null>)[field]
    : (draft.policy as Record<string, string | null> | null)?.[field]
}

/** Saves once for several touches. If the disk refuses, the user may try again. */
function useSaveOnce(write: (grant: Grant | undefined) => Promise<void>) {
  const isUnderWay = useRef(false)
  const [isSaving, setIsSaving] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const save = (grant: Grant | undefined) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setIsSaving(true)
    setFailure(null)
    write(grant)
      .catch((error: unknown) => {
        isUnderWay.current = false
        setFailure(error)
      })
      .finally(() => setIsSaving(false))
  }
  return { isSaving, failure, save }
}

/** Focuses the first field that the search text did not fill. */
function useFirstFocus(form: { current: HTMLFormElement | null }, { lastName, phone }: PatientDraft) {
  const first = useRef(lastName === '' ? 'lastName' : phone === '' ? 'firstName' : 'lastName')
  useEffect(() => form.current?.querySelector<HTMLInputElement>(`[name=${first.current}]`)?.focus(), [form])
}
