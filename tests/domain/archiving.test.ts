import fc from 'fast-check'
import { expect, test } from 'vitest'
import { archivingRefusal } from '#shared/domain/archiving.ts'
import { specifiedMessages } from '#shared/domain/errors.ts'

const nothing = { bills: 0, sales: 0, outgoing: 0 }
const kinds = ['person', 'organization'] as const

test('who has nothing unclosed may be archived', () => {
  for (const kind of kinds) expect(archivingRefusal(kind, nothing)).toBeNull()
})

test('one open bill, one parked sale or one franc to be billed is enough against it, and all counts are said', () => {
  expect(archivingRefusal('person', { bills: 1, sales: 0, outgoing: 0 })).toEqual({
    message: 'persons:archiveUnclosedBillsOrSales',
    details: { bills: 1, sales: 0, outgoing: 0 },
  })
  expect(archivingRefusal('person', { bills: 0, sales: 1, outgoing: 0 })).not.toBeNull()
  expect(archivingRefusal('person', { bills: 0, sales: 0, outgoing: 1 })).not.toBeNull()
  expect(archivingRefusal('organization', { bills: 2, sales: 3, outgoing: 500 })).toEqual({
    message: 'organizations:archiveUnclosedBillsOrSales',
    details: { bills: 2, sales: 3, outgoing: 500 },
  })
})

test('more that is unclosed never lifts a refusal, and its message is one of the specification', () => {
  const count = fc.nat(20)
  fc.assert(
    fc.property(
      fc.constantFrom(...kinds),
      fc.record({ bills: count, sales: count, outgoing: count }),
      fc.record({ bills: count, sales: count, outgoing: count }),
      (kind, unclosed, more) => {
        const refusal = archivingRefusal(kind, unclosed)
        const worse = archivingRefusal(kind, {
          bills: unclosed.bills + more.bills,
          sales: unclosed.sales + more.sales,
          outgoing: unclosed.outgoing + more.outgoing,
        })
        if (refusal) expect(worse).not.toBeNull()
        for (const each of [refusal, worse]) if (each) expect(specifiedMessages).toContain(each.message)
      },
    ),
  )
})
