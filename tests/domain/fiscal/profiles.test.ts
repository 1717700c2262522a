import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  codesFor,
  fiscalPlatforms,
  fiscalProfile,
  getsDocument,
  invoicingOf,
  invoicings,
  withCodes,
} from '#shared/domain/fiscal/profiles.ts'
import { taxGroups } from '#shared/domain/fiscal/tax.ts'
import { taxRateOf } from '#shared/domain/fiscal/tax-rates.ts'

const platform = fc.constantFrom(...fiscalPlatforms).map(fiscalProfile)
const chosen = fc.option(fc.constantFrom(...invoicings), { nil: undefined })

describe('which sales get a document', () => {
  test('the law of Bénin leaves no choice, that of Côte d’Ivoire leaves three', () => {
    expect(getsDocument(fiscalProfile('e-mecef'), 'none', false)).toBe(true)
    const fne = fiscalProfile('fne')
    expect([getsDocument(fne, undefined, false), getsDocument(fne, 'all', false)]).toEqual([true, true])
    expect([getsDocument(fne, 'on-request', false), getsDocument(fne, 'on-request', true)]).toEqual([false, true])
    expect(getsDocument(fne, 'none', true)).toBe(false)
  })

  test('a choice is one of the country; without a platform there is never a document', () => {
    fc.assert(
      fc.property(platform, chosen, fc.boolean(), (profile, choice, isAsked) => {
        const made = invoicingOf(profile, choice)
        expect(profile.invoicing).toContain(made)
        const isMade = getsDocument(profile, choice, isAsked)
        if (profile.family === 'none' || made === 'none') expect(isMade).toBe(false)
        else expect(isMade).toBe(made === 'all' || isAsked)
      }),
    )
  })
})

describe('the codes of the tax groups', () => {
  test('an exempt medicine is told as a legal exemption until the pharmacy says otherwise', () => {
    const fne = fiscalProfile('fne')
    expect(fne.groupCodes.A).toBe('TVAD')
    expect(codesFor(fne, 0).map(({ code }) => code)).toEqual(['TVAC', 'TVAD'])
    expect(withCodes(fne, { A: 'TVAC' }).groupCodes).toEqual({ ...fne.groupCodes, A: 'TVAC' })
    expect(withCodes(fne, { A: 'TVAX' }).groupCodes).toEqual(fne.groupCodes)
  })

  test('the code of a group bears its rate where codes are a choice, so that the platform finds our total', () => {
    const fne = fiscalProfile('fne')
    for (const group of taxGroups)
      expect(codesFor(fne, taxRateOf('CI', group, '2026-11-29')).map(({ code }) => code)).toContain(
        fne.groupCodes[group],
      )
  })

  test('the codes of a platform without a choice stay as they are', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...taxGroups), fc.string()), (codes) => {
        expect(withCodes(fiscalProfile('e-mecef'), codes)).toEqual(fiscalProfile('e-mecef'))
      }),
    )
  })
})
