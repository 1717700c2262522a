import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mayGive } from '#shared/domain/grant.ts'
import { permissions } from '#shared/domain/permissions.ts'

test('a right is given by a member who has it; a discount up to his own limit', () => {
  const pharmacist = { permissions: ['sale.discount', 'sale.expired'], discountLimit: 15 }
  expect(mayGive(pharmacist, { permission: 'sale.expired' })).toBe(true)
  expect(mayGive(pharmacist, { permission: 'sale.price', amount: 500 })).toBe(false)
  expect(mayGive(pharmacist, { permission: 'sale.discount', amount: 15 })).toBe(true)
  expect(mayGive(pharmacist, { permission: 'sale.discount', amount: 16 })).toBe(false)
  expect(mayGive(pharmacist, { permission: 'sale.discount' })).toBe(false)
  expect(mayGive({ ...pharmacist, discountLimit: null }, { permission: 'sale.discount' })).toBe(true)
})

const anyPermission = fc.constantFrom(...permissions)
test('nobody gives more than he has, and who may give a discount may give a smaller one', () => {
  const anyLimit = fc.option(fc.integer({ min: 0, max: 100 }))
  fc.assert(
    fc.property(fc.subarray([...permissions]), anyLimit, anyPermission, fc.option(fc.nat()), (...given) => {
      const [held, discountLimit, permission, amount] = given
      const giver = { permissions: held, discountLimit }
      const isGiven = mayGive(giver, { permission, amount })
      const isHeld = held.includes(permission)
      const isWithin = permission !== 'sale.discount' || (amount ?? 100) <= (discountLimit ?? Infinity)
      expect(isGiven).toBe(isHeld && isWithin)
      if (isGiven) expect(mayGive(giver, { permission, amount: Math.floor((amount ?? 100) / 2) })).toBe(true)
    }),
  )
})
