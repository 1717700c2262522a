import { expect, test } from 'vitest'
import { dotsPerModule } from '#shared/domain/receipt-paper.ts'

test('a code that fits 69 modules is printed with four dots for each, a larger one with three', () => {
  expect([dotsPerModule('1'), dotsPerModule('1'.repeat(796)), dotsPerModule('1'.repeat(797))]).toEqual([4, 4, 3])
})
