import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepsPolicy, localPasswordPolicy, passwordRules, type PasswordPolicy } from '#shared/domain/password-policy.ts'

const strict: PasswordPolicy = { minimum: 6, maximum: 10, lower: true, upper: true, digit: true, other: true }

test.each([
  ['', ['minimum', 'lower', 'upper', 'digit', 'other']],
  ['abc', ['minimum', 'upper', 'digit', 'other']],
  ['ABCdef', ['digit', 'other']],
  ['ABCdef1', ['other']],
  ['ABCdef1!', []],
  ['Éàb1 cd', []],
  ['ABCdef1!345', ['maximum']],
])('« %s » misses %j', (password, missed) => {
  expect(passwordRules(strict, password).flatMap(({ rule, isKept }) => (isKept ? [] : rule))).toEqual(missed)
  expect(keepsPolicy(strict, password)).toBe(missed.length === 0)
})

test('without rules of a server, eight characters are enough', () => {
  expect(passwordRules(localPasswordPolicy, 'abcdefg')).toEqual([{ rule: 'minimum', isKept: false }])
  expect(keepsPolicy(localPasswordPolicy, 'abcdefgh')).toBe(true)
})

const aPolicy = fc.record({
  minimum: fc.integer({ min: 1, max: 30 }),
  maximum: fc.option(fc.integer({ min: 30, max: 60 })),
  lower: fc.boolean(),
  upper: fc.boolean(),
  digit: fc.boolean(),
  other: fc.boolean(),
})

test('a rule less never refuses a password that was kept, and only asked rules are told', () => {
  fc.assert(
    fc.property(aPolicy, fc.string({ unit: 'grapheme', maxLength: 70 }), (policy, password) => {
      const told = passwordRules(policy, password)
      expect(told.length).toBe(Object.values(policy).filter((value) => value !== false && value !== null).length)
      const without = (rule: keyof PasswordPolicy) => ({
        ...policy,
        [rule]: rule === 'minimum' ? 0 : rule === 'maximum' ? null : false,
      })
      if (keepsPolicy(policy, password))
        for (const { rule } of told) expect(keepsPolicy(without(rule), password)).toBe(true)
    }),
  )
})
