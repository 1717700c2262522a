import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasPhotoRoom, photoBudget } from '#shared/domain/photo-budget.ts'

test('the last photo fills the budget; one more byte does not fit', () => {
  expect(hasPhotoRoom(photoBudget - 600, 600)).toBe(true)
  expect(hasPhotoRoom(photoBudget - 600, 601)).toBe(false)
})

test('what was let in never goes beyond the budget', () => {
  fc.assert(
    fc.property(fc.nat(photoBudget), fc.array(fc.nat(600_000), { maxLength: 20 }), (start, photos) => {
      const stored = photos.reduce((sum, photo) => (hasPhotoRoom(sum, photo) ? sum + photo : sum), start)
      expect(stored).toBeLessThanOrEqual(photoBudget)
    }),
  )
})
