import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  judgeMembers,
  type JudgedRow,
  type KnownPerson,
  type KnownPolicy,
  type MemberRowReading,
} from '#shared/domain/members/judge-members.ts'
import { readMember, type MemberFieldTexts } from '#shared/domain/members/read-member.ts'

const options = { countryCode: 'BJ', today: '2026-11-21' }
const anyMember = fc.record(
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
const anyFile = fc.array(anyMember, { maxLength: 6 })
const readAll = (file: readonly MemberFieldTexts[], prefix: string): MemberRowReading[] =>
  file.map((fields, index) => ({
    line: index + 2,
    reading: readMember(fields, options),
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
      const first = judgeMembers(readAll(before, 'a'), { policies: [], persons: [] })
      const standing = applied(
        first.rows.filter(({ outcome }) => outcome !== 'error'),
        [],
      )
      const second = judgeMembers(readAll(file, 'b'), { policies: standing, persons: [] })
      fc.pre(second.rows.every(({ outcome }) => outcome !== 'error'))
      const after = applied(second.rows, standing)
      const again = judgeMembers(readAll(file, 'c'), { policies: after, persons: [] })
      expect(again.rows.map(({ outcome }) => outcome)).toEqual(file.map(() => 'same'))
      expect(again.unnamed.map(({ id }) => id).toSorted()).toEqual(second.unnamed.map(({ id }) => id).toSorted())
    }),
    { numRuns: 1500 },
  )
})

test('a row has faults or a plan, never both; no policy and no person is given to two rows', () => {
  fc.assert(
    fc.property(anyFile, (file) => {
      const { rows } = judgeMembers(readAll(file, ''), { policies: [], persons: [] })
      expect(rows.map(({ line }) => line)).toEqual(file.map((_, index) => index + 2))
      for (const { outcome, errors, plan } of rows) {
        expect(outcome === 'error').toBe(errors.length > 0)
        expect(plan === null).toBe(outcome === 'error')
      }
      const plans = rows.flatMap(({ plan }) => plan ?? [])
      expect(new Set(plans.map(({ personId }) => personId)).size).toBe(plans.length)
      for (const { personId, policy } of plans) expect(policy?.terms.holderId).not.toBe(personId)
    }),
    { numRuns: 1500 },
  )
})
