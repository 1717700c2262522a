import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Grant } from '#shared/domain/grant.ts'
import { newLocalSale, openSale } from '#shared/domain/local-sale.ts'
import { permissions, type Permission } from '#shared/domain/permissions.ts'
import type { ClosingRights } from '#shared/domain/preparation.ts'
import { isGrantedFor, neededGrants, raisedLimit, rightsGranted, withGrant } from '#shared/domain/sale-grants.ts'

const now = Date.parse('2026-11-21T10:00:00.000Z')
const grant = (permission: Permission, given: Partial<Grant> = {}): Grant => ({
  id: 'g',
  permission,
  subjectId: 's',
  grantedBy: 'rachelle',
  at: new Date(now).toISOString(),
  expiresAt: new Date(now + 60_000).toISOString(),
  sessionId: null,
  ...given,
})
const none: ClosingRights = { maySellExpired: false, mayDispenseListed: false, mayDiscount: false, discountLimit: null }
const sale = openSale(newLocalSale({ id: 's', identifier: 'K-1', createdAt: '2026-11-21T09:00:00.000Z' }), 'a', 'x')

test('a right that was given counts for its sale until it expires', () => {
  const granted = withGrant(sale, grant('sale.discount', { amount: 10 }))
  expect(rightsGranted(none, granted, now)).toEqual({ ...none, mayDiscount: true, discountLimit: 10 })
  expect(rightsGranted(none, granted, now + 60_000)).toEqual(none)
  expect(rightsGranted({ ...none, mayDiscount: true, discountLimit: 5 }, granted, now).discountLimit).toBe(10)
  expect(rightsGranted({ ...none, mayDiscount: true, discountLimit: 20 }, granted, now).discountLimit).toBe(20)
  expect(rightsGranted({ ...none, mayDiscount: true }, granted, now).discountLimit).toBeNull()
  expect(rightsGranted(none, withGrant(sale, grant('sale.discount')), now).discountLimit).toBeNull()
  expect(rightsGranted(none, withGrant(sale, grant('sale.listed')), now).mayDispenseListed).toBe(true)
})

test('an expired lot is given one by one, or for the whole sale', () => {
  const one = withGrant(sale, grant('sale.expired', { itemId: 'lot' }))
  expect([isGrantedFor(one, 'sale.expired', 'lot', now), isGrantedFor(one, 'sale.expired', 'other', now)]).toEqual([
    true,
    false,
  ])
  expect(isGrantedFor(withGrant(sale, grant('sale.expired')), 'sale.expired', 'other', now)).toBe(true)
})

test('the same right for the same lot replaces the former', () => {
  const twice = withGrant(withGrant(sale, grant('sale.discount', { amount: 5 })), grant('sale.discount', { amount: 9 }))
  expect(twice.grants).toMatchObject([{ amount: 9 }])
})

test('only what the sale needs is sent', () => {
  const given = [
    grant('sale.discount', { amount: 10 }),
    grant('sale.price', { itemId: 'lot', amount: 900 }),
    grant('sale.expired', { itemId: 'gone' }),
    grant('sale.listed'),
  ]
  const record = { id: 'r', stockItemId: 'lot', label: 'Doliprane', quantity: 1, price: 900 }
  const needed = (price: number) =>
    neededGrants({ grants: given, records: [{ ...record, price }], payments: [] }).map(({ permission }) => permission)
  expect(needed(900)).toEqual(['sale.price', 'sale.listed'])
  expect(needed(1000)).toEqual(['sale.listed'])
  expect(neededGrants({ records: [], payments: [] })).toEqual([])
})

test('credit is raised for the client and the sum that were named, and only while he pays with it', () => {
  const given = [grant('client.credit', { itemId: 'afi', amount: 12_000 }), grant('sale.listed', { amount: 99_000 })]
  expect([raisedLimit(10_000, 'afi', given), raisedLimit(15_000, 'afi', given)]).toEqual([12_000, 15_000])
  expect([raisedLimit(0, 'koffi', given), raisedLimit(null, 'afi', given)]).toEqual([0, null])
  const owed = { id: 'p', type: 'CREDIT' as const, amount: 500, creditMetadata: { person: 'afi' } }
  const needed = (person: string) =>
    neededGrants({ grants: given, records: [], payments: [{ ...owed, creditMetadata: { person } }] })
  expect([needed('afi').length, needed('koffi').length]).toEqual([2, 1])
})

test('a right never lowers a limit', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (limit, amount) => {
      const given = [grant('client.credit', { itemId: 'afi', amount })]
      expect(raisedLimit(limit, 'afi', given)).toBe(Math.max(limit, amount))
    }),
  )
})

test('a grant takes no right away, and gives no other', () => {
  const anyRights = fc.record({
    maySellExpired: fc.boolean(),
    mayDispenseListed: fc.boolean(),
    mayDiscount: fc.boolean(),
    discountLimit: fc.option(fc.nat(100)),
  })
  fc.assert(
    fc.property(anyRights, fc.constantFrom(...permissions), fc.option(fc.nat(100)), (own, permission, amount) => {
      const rights = rightsGranted(own, withGrant(sale, grant(permission, { amount })), now)
      expect(rights.mayDiscount).toBe(own.mayDiscount || permission === 'sale.discount')
      expect(rights.mayDispenseListed).toBe(own.mayDispenseListed || permission === 'sale.listed')
      if (own.mayDiscount)
        expect(rights.discountLimit ?? Infinity).toBeGreaterThanOrEqual(own.discountLimit ?? Infinity)
    }),
  )
})
