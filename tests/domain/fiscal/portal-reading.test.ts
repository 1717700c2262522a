import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bareCode, portalHourFault, readPortalCode } from '#shared/domain/fiscal/portal-reading.ts'

const code = 'TEST-ABCD-EFGH-1234-MNOP-QRST'

describe('a code typed from the portal', () => {
  test.each([code, code.replaceAll('-', ''), ' test abcd efgh 1234 mnop qrst ', 'TEST–ABCD–EFGH–1234–MNOP–QRST'])(
    'e-MECeF: %s',
    (typed) => expect(readPortalCode('e-mecef', typed)).toEqual({ ok: true, code }),
  )

  test.each(['', 'ABCD-1', code.slice(0, -1), `${code}X`, code.replace('A', '?'), 'A1234567X26000000123'])(
    'e-MECeF: %s is none',
    (typed) => expect(readPortalCode('e-mecef', typed)).toMatchObject({ ok: false, text: /24 lettres/ as never }),
  )

  test('FNE: the reference, without dashes', () => {
    expect(readPortalCode('fne', 'a1234567x 26 000000123')).toEqual({ ok: true, code: 'A1234567X26000000123' })
    for (const typed of [code, '1234', 'A1234567X2600000012']) expect(readPortalCode('fne', typed).ok).toBe(false)
  })

  const anyCode = fc.string({
    unit: fc.constantFrom(...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789')),
    minLength: 24,
    maxLength: 24,
  })
  test('however it is typed it is the same code, and reading it twice changes nothing', () =>
    fc.assert(
      fc.property(
        anyCode,
        fc.array(fc.constantFrom('', '-', ' ', ' – '), { minLength: 24, maxLength: 24 }),
        (bare, gaps) => {
          const typed = Array.from(bare, (sign, place) => gaps[place]! + sign.toLowerCase()).join('')
          const read = readPortalCode('e-mecef', typed)
          expect(read).toEqual({ ok: true, code: bare.match(/.{4}/g)!.join('-') })
          expect(bareCode(read.ok ? read.code : '')).toBe(bare)
          expect(readPortalCode('e-mecef', read.ok ? read.code : '')).toEqual(read)
        },
      ),
    ))
})

describe('an hour typed from the portal', () => {
  const facts = {
    soldAt: new Date('2026-11-28T10:00:00Z'),
    now: new Date('2026-11-29T09:00:00Z'),
    timeZone: 'Africa/Porto-Novo',
  }
  test.each([
    ['28/11/2026 11:00:02', null],
    ['29/11/2026 10:00:00', null],
    ['27/11/2026 23:59:59', 'Cette heure est avant la vente.'],
    ['30/11/2026 00:00:00', 'Cette heure est dans le futur.'],
    ['28/11/2025 11:00:02', 'Cette heure est avant la vente.'],
    ['28/11/2026 11:00', 'Écrivez jj/mm/aaaa hh:mm:ss.'],
    ['31/02/2026 11:00:00', 'Écrivez jj/mm/aaaa hh:mm:ss.'],
    ['28/11/2026 24:00:00', 'Écrivez jj/mm/aaaa hh:mm:ss.'],
    ['hier', 'Écrivez jj/mm/aaaa hh:mm:ss.'],
  ])('%s: %s', (typed, fault) => expect(portalHourFault(typed, facts)).toBe(fault))

  test('just after midnight a clock that is late is believed', () => {
    const soldAt = new Date('2026-11-27T23:10:00Z')
    expect(portalHourFault('27/11/2026 23:59:00', { ...facts, soldAt })).toBeNull()
  })

  test('whatever is typed, only a day between the sale and now is believed', () =>
    fc.assert(
      fc.property(fc.date({ min: new Date('2026-10-01'), max: new Date('2027-02-01'), noInvalidDate: true }), (at) => {
        const [day, hour] = at.toISOString().split('T') as [string, string]
        const typed = `${day.split('-').toReversed().join('/')} ${hour.slice(0, 8)}`
        const isBetween = day >= '2026-11-28' && day <= '2026-11-29'
        expect(portalHourFault(typed, facts) === null).toBe(isBetween)
      }),
    ))
})
