import { ActionIcon, Select, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useRef, useState } from 'react'
import { dayOfAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { useNow } from '#shared/ui/use-now.ts'
import { lapseOn } from '#shared/domain/coverage/validity.ts'
import { displayName } from '#shared/domain/person.ts'
import { buildSearchIndex, finish } from '#shared/domain/search/search-index.ts'
import { personsAtom } from '#shared/store/lists/person-list-atoms.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { formatPercent } from '#shared/ui/money-format.ts'
import { contractsAtom, labelOf, type KnownContract } from './contracts.ts'
import classes from './new-patient.module.css'
import type { DraftField, PolicyDraft } from './patient-draft.ts'
import { usePersonHits } from '#kiosk/counter/payment/use-client-hits.ts'

/** Fills the screen. A longer query narrows the options. */
const optionsAtOnce = 30

/** Renders the options inside the panel and lets them scroll there, so that screen readers find them in the page. */
const optionsInPanel = {
  clearSectionMode: 'clear',
  rightSectionWidth: 56,
  withScrollArea: false,
  comboboxProps: { withinPortal: false },
  classNames: { options: classes.options },
} as const

interface PolicyFieldsProps {
  draft: PolicyDraft
  errorOf: (field: DraftField) => string | undefined
  onChange: (part: Partial<PolicyDraft>) => void
  onLeave: (field: DraftField) => void
  onRemove: () => void
  /** What the contract pays, below a rate that needs a right. */
  rateHint?: string
}

/** The fields of an insurance card: contract, number, and its holder. */
export function PolicyFields({ draft, errorOf, onChange, onLeave, onRemove, rateHint }: PolicyFieldsProps) {
  const known = useAtomValue(contractsAtom).get(draft.contractId ?? '')
  const fields = useShownWhole(draft)
  return (
    <fieldset ref={fields} className={classes.policy} aria-label="Police">
      <div className={classes.policyHead}>
        <h3>Police</h3>
        <ActionIcon variant="subtle" color="gray" size="xs" aria-label="Ne pas ajouter de police" onClick={onRemove}>
          <IconX size={24} aria-hidden />
        </ActionIcon>
      </div>
      <ContractChoice
        value={draft.contractId}
        error={errorOf('contractId')}
        onChange={(contractId) => onChange({ contractId })}
        onLeave={() => onLeave('contractId')}
      />
      <TextInput
        name="number"
        label="Numéro de la carte"
        withAsterisk
        maxLength={200}
        autoComplete="off"
        value={draft.number}
        error={errorOf('number')}
        onChange={(event) => onChange({ number: event.currentTarget.value })}
        onBlur={() => onLeave('number')}
      />
      <TextInput
        name="coverage"
        label="Taux, en %"
        inputMode="numeric"
        maxLength={6}
        autoComplete="off"
        placeholder={known ? `${formatPercent(known.contract.defaultCoverage)} par le contrat` : 'Celui du contrat'}
        value={draft.coverage}
        error={errorOf('coverage')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={rateHint}
        onChange={(event) => onChange({ coverage: event.currentTarget.value })}
        onBlur={() => onLeave('coverage')}
      />
      <HolderChoice
        value={draft.holderId}
        error={errorOf('holderId')}
        onChange={(holderId) => onChange({ holderId })}
      />
    </fieldset>
  )
}

/** Scrolls the added fields into view, and focuses the first one if all are empty. */
function useShownWhole({ contractId, number }: PolicyDraft) {
  const fields = useRef<HTMLFieldSetElement>(null)
  const isUntouched = useRef(contractId === null && number === '')
  useEffect(() => {
    fields.current?.scrollIntoView?.({ block: 'start' })
    if (isUntouched.current) fields.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [])
  return fields
}

function ContractChoice({
  value,
  error,
  onChange,
  onLeave,
}: {
  value: string | null
  error: string | undefined
  onChange: (id: string | null) => void
  onLeave: () => void
}) {
  const contracts = useAtomValue(contractsAtom)
  const [search, setSearch] = useState('')
  const index = useMemo(
    () =>
      finish(
        buildSearchIndex(
          [...contracts].map(([id, known]) => ({
            id,
            label: labelOf(known),
            texts: [known.contract.ownerName ?? ''],
            codes: [known.contract.number ?? ''],
            rank: 0,
          })),
        ),
      ),
    [contracts],
  )
  const chosen = contracts.get(value ?? '')
  const isSearching = search !== '' && search !== (chosen && labelOf(chosen))
  const ids = isSearching ? index.find(search, optionsAtOnce).ids : [...contracts.keys()].slice(0, optionsAtOnce)
  // Keep the chosen value among the options, otherwise the field could not show its name.
  const shown = value !== null && !ids.includes(value) ? [value, ...ids] : ids
  return (
    <Select
      className={classes.wide}
      name="contractId"
      label="Contrat"
      withAsterisk
      searchable
      {...optionsInPanel}
      clearable
      clearButtonProps={{ 'aria-label': 'Effacer le contrat' }}
      placeholder="Assureur, employeur ou contrat"
      nothingFoundMessage={contracts.size === 0 ? 'Aucun contrat sur ce poste' : 'Aucun contrat de ce nom'}
      data={shown.flatMap((id) => {
        const known = contracts.get(id)
        return known ? [{ value: id, label: labelOf(known) }] : []
      })}
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={setSearch}
      value={value}
      error={error}
      onChange={onChange}
      onBlur={onLeave}
      renderOption={({ option }) => <ContractOption known={contracts.get(option.value)} />}
    />
  )
}

function ContractOption({ known }: { known: KnownContract | undefined }) {
  const today = useAtomValue(dayOfAtom)(useNow())
  if (!known) return null
  const { contract } = known
  const lapse = lapseOn(today, contract)
  const facts = [
    contract.ownerName,
    formatPercent(contract.defaultCoverage),
    lapse?.kind === 'expired' && `expiré depuis le ${formatShortDay(lapse.since)}`,
    lapse?.kind === 'not-yet-valid' && `à partir du ${formatShortDay(lapse.from)}`,
  ]
  return (
    <div className={classes.option}>
      <b>{labelOf(known)}</b>
      <span>{facts.filter(Boolean).join(' · ')}</span>
    </div>
  )
}

/** Chooses the holder of the policy for a dependant. */
function HolderChoice({
  value,
  error,
  onChange,
}: {
  value: string | null
  error: string | undefined
  onChange: (id: string | null) => void
}) {
  const persons = useAtomValue(personsAtom)
  const holder = persons.get(value ?? '')
  const [search, setSearch] = useState('')
  const hits = usePersonHits(search === (holder && displayName(holder)) ? '' : search, optionsAtOnce)
  const shown = holder && !hits.includes(holder) ? [holder, ...hits] : hits
  return (
    <Select
      className={classes.wide}
      name="holderId"
      label="Assuré, si le patient est son ayant droit"
      searchable
      {...optionsInPanel}
      // There is no room below the field.
      comboboxProps={{ ...optionsInPanel.comboboxProps, position: 'top' }}
      clearable
      clearButtonProps={{ 'aria-label': 'Effacer l’assuré' }}
      placeholder="Nom ou téléphone de l’assuré"
      nothingFoundMessage={search === '' ? 'Tapez son nom' : 'Aucun patient de ce nom'}
      data={shown.map((person) => ({ value: person.id, label: displayName(person) }))}
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={setSearch}
      value={value}
      error={error}
      onChange={onChange}
      renderOption={({ option }) => <HolderOption id={option.value} />}
    />
  )
}

function HolderOption({ id }: { id: string }) {
  const person = useAtomValue(personsAtom).get(id)
  if (!person) return null
  const facts = [person.birthDate && formatShortDay(person.birthDate), ...person.policies.map(({ number }) => number)]
  return (
    <div className={classes.option}>
      <b>{displayName(person)}</b>
      <span>{facts.filter(Boolean).join(' · ')}</span>
    </div>
  )
}
