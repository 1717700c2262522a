import { isPercent } from '#shared/domain/coverage/percent.ts'
import { isAboveContract } from '#shared/domain/coverage/policy-terms.ts'
import { formatPhone, phoneRefusalText, readPhone } from '#shared/domain/phone.ts'
import type { TypedPatient } from '#shared/store/sales/patient-store.ts'
import { readBirthDate, typedDay } from './typed-birth-date.ts'
import { isNumber } from '#kiosk/counter/payment/use-client-hits.ts'

/** The form fields of a new patient. `policy: null`: no policy was added. */
export type PatientDraft = {
  lastName: string
  firstName: string
  phone: string
  birthDate: string
  sex: 'F' | 'M' | null
  socialSecurityId: string
  policy: PolicyDraft | null
}
export type PolicyDraft = { contractId: string | null; number: string; coverage: string; holderId: string | null }
/** The fields of the patient and of the policy. */
export type DraftField = keyof Omit<PatientDraft, 'policy'> | keyof PolicyDraft
export type DraftErrors = Partial<Record<DraftField, string>>

export const emptyPolicy: PolicyDraft = { contractId: null, number: '', coverage: '', holderId: null }
const emptyDraft: PatientDraft = {
  lastName: '',
  firstName: '',
  phone: '',
  birthDate: '',
  sex: null,
  socialSecurityId: '',
  policy: null,
}

/**
 * Fills the form from a search without results: digits are a phone number, letters a name with the last word as first
 * name.
 */
export function draftOfSearch(query: string): PatientDraft {
  const text = query.trim()
  if (isNumber(text)) return { ...emptyDraft, phone: text }
  const [, lastName = text, firstName = ''] = /^(.*\S)\s+(\S+)$/.exec(text) ?? []
  return { ...emptyDraft, lastName, firstName }
}

export function draftOf(patient: TypedPatient, countryCode: string): PatientDraft {
  const { lastName, firstName, phone, birthDate, sex, socialSecurityId, policy } = patient
  return {
    lastName,
    firstName,
    sex,
    phone: phone === null ? '' : formatPhone(phone, countryCode),
    birthDate: birthDate === null ? '' : typedDay(birthDate),
    socialSecurityId: socialSecurityId ?? '',
    policy: policy && {
      contractId: policy.contractId || null,
      number: policy.number,
      coverage: policy.coverage === null ? '' : String(policy.coverage),
      holderId: policy.holderId,
    },
  }
}

/** `contractRate`: the rate of a contract, in percent; undefined: not in this terminal's list. */
type DraftFacts = {
  today: string
  countryCode: string
  contractRate: (contractId: string) => number | undefined
}

/**
 * Parses the form. `errors` contains one message for each wrong field. Required: the last name; with a policy also its
 * contract and number. `raisedFrom`: the contract's rate, when a higher one was typed; that needs `contract.edit`.
 */
export function readDraft(
  draft: PatientDraft,
  { today, countryCode, contractRate }: DraftFacts,
): { patient: TypedPatient; errors: DraftErrors; raisedFrom: number | null } {
  const errors: DraftErrors = {}
  const lastName = draft.lastName.trim()
  if (lastName === '') errors.lastName = 'Indiquez le nom'
  const phone = readPhone(draft.phone, countryCode)
  if (phone.kind === 'invalid') errors.phone = phoneRefusalText(phone.reason, countryCode)
  const birth = readBirthDate(draft.birthDate, today)
  if (birth.kind === 'wrong') errors.birthDate = birth.why
  const policy = draft.policy && readPolicy(draft.policy, errors)
  const patient = {
    lastName,
    firstName: draft.firstName.trim(),
    phone: phone.kind === 'phone' ? phone.e164 : null,
    birthDate: birth.kind === 'day' ? birth.day : null,
    sex: draft.sex,
    socialSecurityId: draft.socialSecurityId.trim() || null,
    policy,
  }
  const defaultCoverage = contractRate(policy?.contractId ?? '')
  const isRaised =
    errors.coverage === undefined &&
    defaultCoverage !== undefined &&
    isAboveContract(policy?.coverage ?? null, { defaultCoverage })
  return { patient, errors, raisedFrom: isRaised ? defaultCoverage : null }
}

function readPolicy(draft: PolicyDraft, errors: DraftErrors): TypedPatient['policy'] {
  const number = draft.number.trim()
  if (draft.contractId === null) errors.contractId = 'Choisissez le contrat'
  if (number === '') errors.number = 'Indiquez le numéro de la carte'
  const typed = draft.coverage.replaceAll(/[\s%]/g, '')
  const coverage = typed === '' ? null : Number(typed)
  if (coverage !== null && !isPercent(coverage)) errors.coverage = 'Indiquez un taux de 0 à 100, sans virgule'
  return { contractId: draft.contractId ?? '', number, coverage, holderId: draft.holderId }
}
