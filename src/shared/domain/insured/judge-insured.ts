import { nameKey, nameAndBirthKey, isSameBirth } from '#shared/domain/insured/insured-keys.ts'
import { holdersOf, type HolderRow } from '#shared/domain/insured/insured-holders.ts'
import {
  insuredName,
  keptFirstName,
  type Insured,
  type InsuredError,
  type InsuredReading,
} from '#shared/domain/insured/read-insured.ts'

export type KnownPerson = {
  id: string
  lastName: string
  firstName: string
  birthDate: string | null
  sex: 'F' | 'M' | null
  phone: string | null
}
/** A policy of the contract, archived or not, with its beneficiary. */
export type KnownPolicy = PolicyTerms & { id: string; archived: boolean; person: KnownPerson }
export type PolicyTerms = {
  number: string
  holderId: string | null
  coverage: number | null
  validFrom: string | null
  validUntil: string | null
  monthlyCeiling: number | null
}

/** A parsed row, with the ids to use when its person or policy is new. */
export type InsuredRowReading = { line: number; reading: InsuredReading; newPersonId: string; newPolicyId: string }

/** The effect of a row on its person (null: none) and on his policy. */
export type InsuredPlan = {
  person: { kind: 'create' | 'change'; person: KnownPerson } | null
  policy: { kind: 'create' | 'change'; id: string; personId: string; terms: PolicyTerms } | null
  personId: string
}
export type JudgedRow = {
  line: number
  /** `aside`: the row names no insured person. */
  outcome: 'create' | 'change' | 'same' | 'error' | 'aside'
  name: string
  number: string
  personId: string | null
  errors: InsuredError[]
  /** What the import leaves out: values of the row, or the row. */
  setAside: InsuredError[]
  plan: InsuredPlan | null
}

/**
 * Compares a file of insured with a contract. A row is matched to the contract's policy with the same number and name;
 * else to its only person with the same name and birth date; else to the only person of the pharmacy with both; else it
 * is a new insured. An empty cell changes nothing. Returns the rows in order, and the policies that no row matched.
 */
export function judgeInsured(
  rows: readonly InsuredRowReading[],
  known: { policies: readonly KnownPolicy[]; persons: readonly KnownPerson[] },
): { rows: JudgedRow[]; unnamed: KnownPolicy[] } {
  const find = finder(known)
  const taken = takenBefore()
  const found = rows.map(({ line, reading, newPersonId, newPolicyId }) => {
    if (!reading.ok)
      return {
        line,
        name: reading.name,
        number: reading.number,
        errors: [...reading.errors],
        setAside: reading.setAside,
        insured: null,
        policy: null,
        person: null,
        personId: newPersonId,
        newPolicyId,
      }
    const { insured } = reading
    const policy = find.policy(insured)
    const person = policy?.person ?? find.person(insured)
    const errors = taken(line, insured, person?.id ?? null)
    return {
      line,
      name: insuredName(insured),
      number: insured.number,
      errors,
      setAside: reading.setAside,
      insured,
      policy,
      person,
      personId: person?.id ?? newPersonId,
      newPolicyId,
    }
  })
  const holders = holdersOf(
    found.map(({ insured, number, personId }): HolderRow => ({ insured, number, personId })),
    known.policies,
  )
  const named = new Set(found.flatMap(({ policy }) => policy?.id ?? []))
  return {
    rows: found.map((row, index) => judged(row, holders[index]!)),
    unnamed: known.policies.filter(({ id, archived }) => !archived && !named.has(id)),
  }
}

/** Insured persons who match no policy of the contract; only they need a search among all persons. */
export function insuredWithoutPolicy(insuredPersons: readonly Insured[], policies: readonly KnownPolicy[]): Insured[] {
  const find = finder({ policies, persons: [] })
  return insuredPersons.filter((insured) => find.policy(insured) === null)
}

type Found = {
  line: number
  name: string
  number: string
  errors: InsuredError[]
  setAside: InsuredError[]
  insured: Insured | null
  policy: KnownPolicy | null
  person: KnownPerson | null
  personId: string
  newPolicyId: string
}

function judged(
  { line, name, number, errors, setAside, insured, policy, person, personId, newPolicyId }: Found,
  holder: { id: string | null | undefined; error: InsuredError | null },
): JudgedRow {
  const all = [...errors, ...(holder.error ? [holder.error] : [])]
  const said = { line, name, number, personId: person?.id ?? null, setAside }
  if (!insured && all.length === 0) return { ...said, outcome: 'aside', errors: [], plan: null }
  if (!insured || all.length > 0) return { ...said, outcome: 'error', errors: all, plan: null }
  const terms = termsOf(insured, policy, holder.id)
  if (terms.validFrom !== null && terms.validUntil !== null && terms.validFrom > terms.validUntil)
    return {
      ...said,
      outcome: 'error',
      errors: [
        { field: 'validUntil', text: `La fin ${terms.validUntil} est avant le début ${terms.validFrom} de la police.` },
      ],
      plan: null,
    }
  const plan: InsuredPlan = {
    personId,
    person: personPlan(insured, person, personId),
    policy: policyPlan(terms, policy, personId, newPolicyId),
  }
  const outcome = plan.policy?.kind === 'create' ? 'create' : plan.policy || plan.person ? 'change' : 'same'
  return { ...said, outcome, errors: [], plan }
}

function personPlan(insured: Insured, person: KnownPerson | null, id: string): InsuredPlan['person'] {
  const { lastName, birthDate, sex, phone } = insured
  const firstName = keptFirstName(insured)
  if (!person) return { kind: 'create', person: { id, lastName, firstName, birthDate, sex, phone } }
  const changed = {
    ...person,
    birthDate: birthDate ?? person.birthDate,
    sex: sex ?? person.sex,
    phone: phone ?? person.phone,
  }
  return changed.birthDate === person.birthDate && changed.sex === person.sex && changed.phone === person.phone
    ? null
    : { kind: 'change', person: changed }
}

function policyPlan(
  terms: PolicyTerms,
  policy: KnownPolicy | null,
  personId: string,
  newId: string,
): InsuredPlan['policy'] {
  if (!policy) return { kind: 'create', id: newId, personId, terms }
  const same =
    !policy.archived && (Object.keys(terms) as (keyof PolicyTerms)[]).every((key) => terms[key] === policy[key])
  return same ? null : { kind: 'change', id: policy.id, personId, terms }
}

/** `holderId` undefined: not in the row. */
function termsOf(insured: Insured, policy: KnownPolicy | null, holderId: string | null | undefined): PolicyTerms {
  return {
    number: insured.number,
    holderId: holderId === undefined ? (policy?.holderId ?? null) : holderId,
    coverage: insured.coverage ?? policy?.coverage ?? null,
    validFrom: insured.validFrom ?? policy?.validFrom ?? null,
    validUntil: insured.validUntil ?? policy?.validUntil ?? null,
    monthlyCeiling: insured.monthlyCeiling ?? policy?.monthlyCeiling ?? null,
  }
}

function finder({ policies, persons }: { policies: readonly KnownPolicy[]; persons: readonly KnownPerson[] }): {
  policy(insured: Insured): KnownPolicy | null
  person(insured: Insured): KnownPerson | null
} {
  const inUseFirst = [...policies].toSorted((a, b) => Number(a.archived) - Number(b.archived))
  const byNumber = groups(inUseFirst, ({ number, person }) => `${number}\t${nameKey(person)}`)
  const byBirth = groups(inUseFirst, ({ person }) => nameAndBirthKey(person))
  const everyone = groups(persons, nameAndBirthKey)
  return {
    policy(insured) {
      const numbered = (byNumber.get(`${insured.number}\t${nameKey(insured)}`) ?? []).filter(({ person }) =>
        isSameBirth(person, insured),
      )
      const exact = numbered.find(({ person }) => person.birthDate === insured.birthDate) ?? numbered[0]
      if (exact) return exact
      const own = insured.birthDate === null ? [] : (byBirth.get(nameAndBirthKey(insured)) ?? [])
      return new Set(own.map(({ person }) => person.id)).size === 1 ? own[0]! : null
    },
    person(insured) {
      const namesakes = insured.birthDate === null ? [] : (everyone.get(nameAndBirthKey(insured)) ?? [])
      return namesakes.length === 1 ? namesakes[0]! : null
    },
  }
}

/**
 * Finds an earlier line with the same insured person: same number and name, same name and birth date, or same known
 * person.
 */
function takenBefore(): (line: number, insured: Insured, personId: string | null) => InsuredError[] {
  const byNumber = new Map<string, { line: number; birthDate: string | null }[]>()
  const byOther = new Map<string, number>()
  return (line, insured, personId) => {
    const numberKey = `${insured.number}\t${nameKey(insured)}`
    const numbered = byNumber.get(numberKey) ?? []
    const others = [
      ...(insured.birthDate === null ? [] : [nameAndBirthKey(insured)]),
      ...(personId === null ? [] : [personId]),
    ]
    const before =
      numbered.find((other) => isSameBirth(other, insured))?.line ??
      others.map((key) => byOther.get(key)).find((other) => other !== undefined)
    byNumber.set(numberKey, [...numbered, { line, birthDate: insured.birthDate }])
    for (const key of others) if (!byOther.has(key)) byOther.set(key, line)
    return before === undefined
      ? []
      : [{ field: 'number', text: `Cet assuré est déjà à la ligne ${before} du fichier.` }]
  }
}

function groups<T>(rows: readonly T[], key: (row: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>()
  for (const row of rows) {
    const group = found.get(key(row))
    if (group) group.push(row)
    else found.set(key(row), [row])
  }
  return found
}
