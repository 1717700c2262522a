import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import type { LocalSale, SalePatient } from '#shared/domain/local-sale.ts'
import { policyOfPayment, type Payment } from '#shared/domain/payment.ts'
import { displayName } from '#shared/domain/person.ts'
import { bankNamesAtom } from '#shared/store/lists/bank-atoms.ts'
import { OrganizationPicker, PersonPicker } from './client-picker.tsx'
import classes from '#kiosk/ui/named-choice.module.css'
import { CommittedField } from '#kiosk/ui/committed-field.tsx'
import { debtorOfAtom } from './credit-of.ts'
import { NamedChoice } from '#kiosk/ui/named-choice.tsx'
import { schemeNamesAtom } from './scheme-names.ts'

// The fields that complete a payment, used in its row and in the refusal that reports them missing.

type Of<Type extends Payment['type']> = Extract<Payment, { type: Type }>
interface FieldProps<Type extends Payment['type']> {
  payment: Of<Type>
  onDetails: (payment: Payment) => void
}

/** A bank from the pharmacy's list, or a typed name. */
export function BankField({ payment, onDetails }: FieldProps<'CHEQUE'>) {
  return (
    <NamedChoice
      label="Banque"
      names={useAtomValue(bankNamesAtom)}
      value={payment.bank}
      onChoose={(bank) => onDetails({ ...payment, bank })}
    />
  )
}

/** A social security body from the pharmacy's list, or a typed name. A payment of a policy has its own. */
export function SchemeField({ payment, onDetails }: FieldProps<'SOCIAL_SECURITY'>) {
  const { socialSecurityMetadata } = payment
  const names = useAtomValue(schemeNamesAtom)
  return (
    <NamedChoice
      label="Organisme"
      names={names}
      value={socialSecurityMetadata.body}
      onChoose={(body) => onDetails({ ...payment, socialSecurityMetadata: { ...socialSecurityMetadata, body } })}
    />
  )
}

export function IdentifierField({ payment, onDetails }: FieldProps<'SOCIAL_SECURITY'>) {
  const { socialSecurityMetadata } = payment
  return (
    <CommittedField
      label="Numéro d’assuré"
      value={socialSecurityMetadata.identifier}
      onCommit={(identifier) =>
        onDetails({ ...payment, socialSecurityMetadata: { ...socialSecurityMetadata, identifier } })
      }
    />
  )
}

/** The client who will pay: the patient with one touch, or another client. */
export function DebtorField({
  payment,
  patient,
  onDetails,
}: FieldProps<'CREDIT' | 'CREDIT_ORG'> & { patient: LocalSale['patient'] }) {
  const id = payment.type === 'CREDIT' ? payment.creditMetadata.person : payment.creditMetadata.organization
  const debtor = useAtomValue(debtorOfAtom)(id)
  if (id !== null)
    return (
      <Chosen
        name={debtor?.name ?? (id === patient?.id ? displayName(patient) : 'Client choisi')}
        onChange={policyOfPayment(payment) === null ? () => onDetails(withDebtor(payment, null)) : undefined}
      />
    )
  if (payment.type === 'CREDIT_ORG')
    return (
      <OrganizationPicker
        label="Organisme qui paiera"
        onChoose={(chosen) => onDetails(withDebtor(payment, chosen.id))}
      />
    )
  return (
    <div className={classes.picker}>
      {patient && (
        <button
          type="button"
          className={`${classes.hit} officine-focus`}
          onClick={() => onDetails(withDebtor(payment, patient.id))}
        >
          <b>{displayName(patient)}</b>
          <span>le patient de la vente</span>
        </button>
      )}
      <PersonPicker label="Client qui paiera" onChoose={(chosen) => onDetails(withDebtor(payment, chosen.id))} />
    </div>
  )
}

/** Chooses the patient of the sale. */
export function PatientField({ onChoose }: { onChoose: (patient: SalePatient) => void }) {
  return <PersonPicker label="Patient" onChoose={onChoose} />
}

function Chosen({ name, onChange }: { name: string; onChange: (() => void) | undefined }) {
  return (
    <div className={classes.chosen}>
      <b>{name}</b>
      {onChange && (
        <Button variant="default" size="xs" onClick={onChange}>
          Changer de client
        </Button>
      )}
    </div>
  )
}

function withDebtor(payment: Of<'CREDIT' | 'CREDIT_ORG'>, id: string | null): Payment {
  return payment.type === 'CREDIT'
    ? { ...payment, creditMetadata: { person: id } }
    : { ...payment, creditMetadata: { ...payment.creditMetadata, organization: id } }
}
