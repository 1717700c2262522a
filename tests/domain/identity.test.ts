import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Claims, mayEnter, preloadsLists } from '#shared/domain/claims.ts'
import { adminPermissions, defaultRoles, permissions } from '#shared/domain/permissions.ts'
import { firstIdentifier, terminalCode } from '#shared/domain/terminal-code.ts'
import { nextIdentifier } from '#shared/domain/local-sale.ts'
import { NewSale } from '#shared/contract/sales.ts'

const claims = (of: Partial<Claims> = {}): Claims => ({ uid: 'u', roles: [], ...of })

test('the code of a terminal is the same for ever: it stands on receipts', () => {
  expect(terminalCode('018f0000-0000-7000-8000-0000000000c1')).toBe('TH6D')
  expect(terminalCode('00000000-0000-0000-0000-000000000000')).toBe('364Y')
})

describe('who may enter (specification §2)', () => {
  test('nobody, an admin, a terminal, a member', () => {
    expect(mayEnter(undefined)).toBe(false)
    expect(mayEnter(claims({ roles: ['admin'] }))).toBe(true)
    expect(mayEnter(claims({ pharmacyId: 'p' }))).toBe(false)
    expect(mayEnter(claims({ pharmacyId: 'p', pin: 'unlock-1' }))).toBe(true)
  })

  test('lists are fetched for who has a PIN and is not admin', () => {
    expect(preloadsLists(undefined)).toBe(false)
    expect(preloadsLists(claims({ pharmacyId: 'p' }))).toBe(false)
    expect(preloadsLists(claims({ pharmacyId: 'p', pin: 'unlock-1', roles: ['vendeur'] }))).toBe(true)
    expect(preloadsLists(claims({ pin: 'unlock-1', roles: ['admin'] }))).toBe(false)
  })

  test('who gets lists may enter', () => {
    fc.assert(
      fc.property(
        fc.record({
          pharmacyId: fc.constantFrom(undefined, 'p'),
          pin: fc.constantFrom(undefined, 'unlock-1'),
          roles: fc.subarray(['admin', 'vendeur']),
        }),
        (of) => {
          if (preloadsLists(claims(of))) expect(mayEnter(claims(of))).toBe(true)
        },
      ),
    )
  })
})

describe('default roles (product.md §5)', () => {
  const may = (role: keyof typeof defaultRoles) => new Set<string>(defaultRoles[role])

  test('a right is written once, and every role holds known ones, each once', () => {
    expect(new Set(permissions).size).toBe(permissions.length)
    for (const role of Object.values(defaultRoles)) {
      expect(new Set(role).size).toBe(role.length)
      expect(role.filter((permission) => !permissions.includes(permission))).toEqual([])
    }
  })

  test('who stands at the counter sells and uses the register', () => {
    for (const role of ['vendeur', 'caissier', 'pharmacien', 'titulaire'] as const)
      expect([...may(role)]).toEqual(expect.arrayContaining(['sale.sell', 'register.use']))
    expect(may('gestionnaire de stock').has('sale.sell')).toBe(false)
  })

  test('the cashier also closes the register and pays out; the pharmacist discounts, cancels, takes over', () => {
    expect([...may('caissier')]).toEqual(expect.arrayContaining(['register.close', 'disbursement.create']))
    expect([...may('pharmacien')]).toEqual(
      expect.arrayContaining(['sale.discount', 'sale.cancel', 'sale.takeover', 'client.edit', 'stock.adjust']),
    )
    expect(may('vendeur').has('sale.discount')).toBe(false)
  })

  test('the owner has everything of the pharmacy; the referential is the platform’s, which never sells', () => {
    expect(permissions.filter((permission) => !may('titulaire').has(permission))).toEqual([...adminPermissions])
    expect(adminPermissions).toEqual(['referential.edit', 'platform.manage'])
  })
})

describe('a terminal’s code', () => {
  test('is four characters nobody confuses, and the first sale is its number 1', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        const code = terminalCode(id)
        expect(code).toMatch(/^[0-9A-HJ-NP-TV-Z]{4}$/)
        expect(terminalCode(id)).toBe(code)
        const identifier = NewSale.shape.identifier
        expect(identifier.safeParse(firstIdentifier(code)).success).toBe(true)
        expect(nextIdentifier(firstIdentifier(code))).toBe(`${code}-2`)
      }),
    )
  })

  test('tells the tills of a shop apart', () => {
    const ids = Array.from({ length: 40 }, (_, n) => `0193a1b2-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`)
    expect(new Set(ids.map(terminalCode)).size).toBe(ids.length)
  })
})
