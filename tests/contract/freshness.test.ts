import { expect, test } from 'vitest'
import { allCalls } from '#shared/contract/contract.ts'
import { resources, showsAny } from '#shared/contract/freshness.ts'

const named = allCalls.map((call) => [`${call.family}.${call.name}`, call.endpoint] as const)
const writing = named.filter(([, { method }]) => method !== 'GET')
const reading = named.filter(([, { method }]) => method === 'GET')
const familyOf = (path: string): string => path.split('/', 2).join('/')

/** Answers that no call of the API changes, and why. */
const unchanging: Record<string, string> = {
  'base.readBase': 'says who answers, and what time it is',
  'base.readEvents': 'is the stream of hints itself',
  'waitingWork.read': 'counts for the menu, read every few minutes and not after each sale',
  'pharmacyProducts.bestSellers': 'is a habit of 90 days, read once an hour and not after each sale',
}

test.each(writing)('%s says what it touches, or why nothing', (_, { touches, touchesNothing }) => {
  expect([touches, touchesNothing].filter((each) => each !== undefined)).toHaveLength(1)
  if (touches) expect(touches).toEqual([...new Set(touches)])
  else expect(touchesNothing).toMatch(/\w+ \w+/)
})

test.each(reading)('%s touches nothing', (_, { touches, touchesNothing }) => {
  expect([touches, touchesNothing]).toEqual([undefined, undefined])
})

test.each(reading)('%s is asked again after some call, or never changes', (name, { path }) => {
  const isReached = writing.some(([, { touches }]) => touches && showsAny(path, touches))
  expect(isReached).toBe(!(name in unchanging))
})

test.each(writing.filter(([, { touches }]) => touches))(
  'what %s changes is asked again wherever its own family is shown',
  (_, { path, touches }) => {
    const stale = reading.filter(([, call]) => familyOf(call.path) === familyOf(path))
    expect(stale.filter(([, call]) => !showsAny(call.path, touches!)).map(([name]) => name)).toEqual([])
  },
)

test.each(resources)('%s is touched by a call and shown by one', (resource) => {
  expect(writing.some(([, { touches }]) => touches?.includes(resource))).toBe(true)
  expect(reading.some(([, { path }]) => showsAny(path, [resource]))).toBe(true)
})
