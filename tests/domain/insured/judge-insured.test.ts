import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  judgeInsured,
  type JudgedRow,
  type KnownPerson,
  type KnownPolicy,
  type InsuredRowReading,
} from '#shared/domain/insured/judge-insured.ts'
import { readInsured, type InsuredFieldTexts } from '#shared/domain/insured/read-insured.ts'
import { runs } from '#tests/support/extent.ts'

const options = { countryCode: 'BJ', today: '2026-11-21' }
const anyInsured = fc.record(
  {
    number: fc.constantFrom('A1', 'A2', 'A3', ''),
    fullName: fc.constantFrom('DOSSOU Aurèle', 'Aurele Dossou', 'AGBO Kossi', 'ZINSOU'),
    birthDate: fc.constantFrom('01/01/1980', '1980-01-01', '02/02/1990', '31/02/1990', ''),
    coverage: fc.constantFrom('80', '70', '', '101'),
    phone: fc.constantFrom('96123456', ''),
    relationship: fc.constantFrom('assuré', 'enfant', ''),
    holderNumber: fc.constantFrom('A1', 'A9', ''),
    validFrom: fc.constantFrom('01/01/2026', ''),
    validUntil: fc.constantFrom('31/12/2026', '31/12/2025', ''),
  },
  { requiredKeys: ['number', 'fullName'] },
)
const anyFile = fc.array(anyInsured, { maxLength: 6 })
const readAll = (file: readonly InsuredFieldTexts[], prefix: string): InsuredRowReading[] =>
  file.map((fields, index) => ({
    line: index + 2,
    reading: readInsured(fields, options),
    newPersonId: `${prefix}p${index}`,
    newPolicyId: `${prefix}k${index}`,
  }))

/** What stands after the plans of a file. */
function applied(rows: readonly JudgedRow[], policies: readonly KnownPolicy[]): KnownPolicy[] {
  const persons = new Map<string, KnownPerson>(policies.map(({ person }) => [person.id, person]))
  const all = new Map(policies.map((policy) => [policy.id, policy]))
  for (const { plan } of rows) if (plan?.person) persons.set(plan.person.person.id, plan.person.person)
  for (const { plan } of rows)
    if (plan?.policy)
      all.set(plan.policy.id, {
        id: plan.policy.id,
        archived: false,
        ...plan.policy.terms,
        person: persons.get(plan.policy.personId)!,
      })
  return [...all.values()].map((policy) => ({ ...policy, person: persons.get(policy.person.id)! }))
}

test('what a file without faults did is the same when it comes again, and names the same policies', () => {
  fc.assert(
    fc.property(anyFile, anyFile, (before, file) => {
      const first = judgeInsured(readAll(before, 'a'), { policies: [], persons: [] })
      const standing = applied(
        first.rows.filter(({ outcome }) => outcome !== 'error'),
        [],
      )
      const second = judgeInsured(readAll(file, 'b'), { policies: standing, persons: [] })
      fc.pre(second.rows.every(({ outcome }) => outcome !== 'error'))
      const after = applied(second.rows, standing)
      const again = judgeInsured(readAll(file, 'c'), { policies: after, persons: [] })
      expect(again.rows.map(({ outcome }) => outcome)).toEqual(file.map(() => 'same'))
      expect(again.unnamed.map(({ id }) => id).toSorted()).toEqual(second.unnamed.map(({ id }) => id).toSorted())
    }),
    { numRuns: runs(1500) },
  )
})

test('a row has faults or a plan, never both; no policy and no person is given to two rows', () => {
  fc.assert(
    fc.property(anyFile, (file) => {
      const { rows } = judgeInsured(readAll(file, ''), { policies: [], persons: [] })
      expect(rows.map(({ line }) => line)).toEqual(file.map((_, index) => index + 2))
      for (const { outcome, errors, plan } of rows) {
        expect(outcome === 'error').toBe(errors.length > 0)
        expect(plan === null).toBe(outcome === 'error')
      }
      const plans = rows.flatMap(({ plan }) => plan ?? [])
      expect(new Set(plans.map(({ personId }) => personId)).size).toBe(plans.length)
      for (const { personId, policy } of plans) expect(policy?.terms.holderId).not.toBe(personId)
    }),
    { numRuns: runs(1500) },
  )
})

// ── whom a row means ───────────────────────────────────────────────────────────────────────────────────────────────────
const aurele: KnownPerson = {
  id: 'aurele',
  lastName: 'DOSSOU',
  firstName: 'Aurèle',
  birthDate: '1980-01-01',
  sex: null,
  phone: null,
}
const aPolicy = (of: Partial<KnownPolicy> = {}): KnownPolicy => ({
  id: 'policy',
  number: 'A1',
  holderId: null,
  coverage: 80,
  validFrom: null,
  validUntil: null,
  monthlyCeiling: null,
  archived: false,
  person: aurele,
  ...of,
})
const judge = (file: readonly InsuredFieldTexts[], known: Partial<Parameters<typeof judgeInsured>[1]> = {}) =>
  judgeInsured(readAll(file, ''), { policies: [], persons: [], ...known })
const outcomeOf = (file: InsuredFieldTexts, known: Partial<Parameters<typeof judgeInsured>[1]>) => {
  const [row] = judge([file], known).rows
  return {
    outcome: row!.outcome,
    personId: row!.personId,
    policy: row!.plan?.policy && [row!.plan.policy.kind, row!.plan.policy.id],
  }
}
const dossou = { number: 'A1', fullName: 'Aurele Dossou', coverage: '80' }

test('number and name find a policy, also where one of them does not know the birth date', () => {
  expect(outcomeOf({ ...dossou, birthDate: '01/01/1980' }, { policies: [aPolicy()] })).toEqual({
    outcome: 'same',
    personId: 'aurele',
    policy: null,
  })
  expect(outcomeOf(dossou, { policies: [aPolicy()] })).toMatchObject({ outcome: 'same', personId: 'aurele' })
  expect(
    outcomeOf(
      { ...dossou, birthDate: '01/01/1980' },
      { policies: [aPolicy({ person: { ...aurele, birthDate: null } })] },
    ),
  ).toMatchObject({ outcome: 'change', personId: 'aurele' })
})

test('another birth date under the same number and name is somebody else', () => {
  expect(outcomeOf({ ...dossou, birthDate: '02/02/1990' }, { policies: [aPolicy()] })).toEqual({
    outcome: 'create',
    personId: null,
    policy: ['create', 'k0'],
  })
})

test('of two under one number and name the one with the very birth date is meant', () => {
  const unknown = aPolicy({ id: 'unknown', person: { ...aurele, id: 'nameless', birthDate: null } })
  for (const policies of [
    [unknown, aPolicy()],
    [aPolicy(), unknown],
  ])
    expect(outcomeOf({ ...dossou, birthDate: '01/01/1980' }, { policies })).toMatchObject({ personId: 'aurele' })
  for (const policies of [
    [unknown, aPolicy()],
    [aPolicy(), unknown],
  ])
    expect(outcomeOf(dossou, { policies })).toMatchObject({ personId: 'nameless' })
})

test('a policy in use is meant before one that was archived; an archived one alone comes back', () => {
  const archived = aPolicy({ id: 'archived', archived: true })
  expect(judge([dossou], { policies: [archived, aPolicy()] })).toMatchObject({
    rows: [{ outcome: 'same' }],
    unnamed: [],
  })
  expect(outcomeOf(dossou, { policies: [archived] })).toEqual({
    outcome: 'change',
    personId: 'aurele',
    policy: ['change', 'archived'],
  })
})

test('a new number of a person of the contract changes his policy, by name and birth date', () => {
  expect(outcomeOf({ ...dossou, number: 'B7', birthDate: '01/01/1980' }, { policies: [aPolicy()] })).toEqual({
    outcome: 'change',
    personId: 'aurele',
    policy: ['change', 'policy'],
  })
  expect(outcomeOf({ ...dossou, number: 'B7' }, { policies: [aPolicy()] })).toMatchObject({
    outcome: 'create',
    personId: null,
  })
})

test('two persons of one name and birth date are told apart by nothing: the row is somebody new', () => {
  const twin = { ...aurele, id: 'twin' }
  const row = { ...dossou, number: 'B7', birthDate: '01/01/1980' }
  expect(outcomeOf(row, { policies: [aPolicy(), aPolicy({ id: 'other', person: twin, number: 'A2' })] })).toMatchObject(
    { outcome: 'create', personId: null },
  )
  expect(outcomeOf(row, { persons: [aurele, twin] })).toMatchObject({ outcome: 'create', personId: null })
  expect(outcomeOf(row, { persons: [aurele] })).toEqual({
    outcome: 'create',
    personId: 'aurele',
    policy: ['create', 'k0'],
  })
  expect(outcomeOf({ ...row, birthDate: '' }, { persons: [{ ...aurele, birthDate: null }] })).toMatchObject({
    personId: null,
  })
})

test('an empty cell changes nothing, a full one what it says', () => {
  const known = aPolicy({ validFrom: '2026-01-01', validUntil: '2026-12-31', monthlyCeiling: 50_000 })
  expect(outcomeOf({ number: 'A1', fullName: 'DOSSOU Aurèle' }, { policies: [known] })).toMatchObject({
    outcome: 'same',
  })
  const { rows } = judge([{ number: 'A1', fullName: 'DOSSOU Aurèle', coverage: '70', phone: '96123456' }], {
    policies: [known],
  })
  expect(rows[0]!.plan).toMatchObject({
    person: { kind: 'change', person: { birthDate: '1980-01-01', phone: expect.stringMatching(/96123456$/) } },
    policy: { kind: 'change', terms: { coverage: 70, validUntil: '2026-12-31', monthlyCeiling: 50_000 } },
  })
})

test('a policy that would end before it begins is a fault, one of a single day is not', () => {
  const row = { ...dossou, validFrom: '31/12/2026' }
  expect(judge([{ ...row, validUntil: '30/12/2026' }]).rows[0]).toMatchObject({
    outcome: 'error',
    plan: null,
    errors: [{ field: 'validUntil' }],
  })
  expect(judge([{ ...row, validUntil: '31/12/2026' }]).rows[0]).toMatchObject({ outcome: 'create', errors: [] })
  expect(judge([row], { policies: [aPolicy({ validUntil: '2026-06-30' })] }).rows[0]).toMatchObject({
    outcome: 'error',
    errors: [{ field: 'validUntil' }],
  })
})

test('an insured person who comes twice in a file is a fault of the second row, which names the first', () => {
  const twice = { field: 'number', text: 'Cet assuré est déjà à la ligne 2 du fichier.' }
  const born = { ...dossou, birthDate: '01/01/1980' }
  for (const again of [born, dossou, { ...born, number: 'B7' }])
    expect(judge([born, again]).rows.map(({ errors }) => errors)).toEqual([[], [twice]])
  for (const other of [
    { ...born, birthDate: '02/02/1990' },
    { ...dossou, number: 'B7' },
    { ...dossou, fullName: 'AGBO Kossi' },
  ])
    expect(judge([born, other]).rows.map(({ errors }) => errors)).toEqual([[], []])
})

test('a dependant of nobody is a fault of his row', () => {
  expect(judge([{ ...dossou, relationship: 'enfant', holderNumber: 'A9' }]).rows[0]).toMatchObject({
    outcome: 'error',
    plan: null,
    errors: [{ field: 'holderNumber' }],
  })
})

test('the policies in use that no row named are told', () => {
  const kossi = aPolicy({
    id: 'kossi',
    number: 'A2',
    person: { ...aurele, id: 'kossi', lastName: 'AGBO', firstName: 'Kossi' },
  })
  expect(
    judge([dossou], { policies: [aPolicy(), kossi, { ...kossi, id: 'gone', archived: true }] }).unnamed.map(
      ({ id }) => id,
    ),
  ).toEqual(['kossi'])
})
