import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LayeredMap } from '#shared/store/tools/layered-map.ts'
import { runs } from '#tests/support/extent.ts'

test('a map with changes leaves the one before as it was', () => {
  const before = new LayeredMap(
    new Map([
      ['a', 1],
      ['b', 2],
    ]),
  )
  const after = before.with(
    new Map([
      ['a', 7],
      ['b', undefined],
      ['c', 3],
    ]),
  )
  expect([...before]).toEqual([
    ['a', 1],
    ['b', 2],
  ])
  expect([...after]).toEqual([
    ['a', 7],
    ['c', 3],
  ])
  expect([after.size, after.get('a'), after.has('b'), after.get('b')]).toEqual([2, 7, false, undefined])
})

test('it is what a plain map would be, in few layers or in one', () => {
  const key = fc.nat(3_000)
  const some = fc.array(fc.tuple(key, fc.option(fc.nat(), { nil: undefined })), { maxLength: 30 })
  const many = fc
    .record({ from: fc.nat(500), value: fc.option(fc.nat(), { nil: undefined }) })
    .map(({ from, value }) =>
      Array.from({ length: 1_500 }, (_, at) => [from + at, value] as [number, number | undefined]),
    )
  fc.assert(
    fc.property(fc.array(fc.oneof(some, some, many), { maxLength: 6 }), (steps) => {
      let layered = new LayeredMap<number, number>()
      const plain = new Map<number, number>()
      for (const changes of steps) {
        layered = layered.with(new Map(changes))
        for (const [at, value] of new Map(changes)) {
          if (value === undefined) plain.delete(at)
          else plain.set(at, value)
        }
        expect(layered.size).toBe(plain.size)
      }
      const entries = [...layered]
      expect(entries.toSorted(([a], [b]) => a - b)).toEqual([...plain].toSorted(([a], [b]) => a - b))
      expect([[...layered.keys()], [...layered.values()]]).toEqual([
        entries.map(([at]) => at),
        entries.map(([, value]) => value),
      ])
      const visited: [number, number][] = []
      layered.forEach((value, at) => visited.push([at, value]))
      expect(visited).toEqual(entries)
      for (const at of [0, 1, 700, 1_800])
        expect([layered.has(at), layered.get(at)]).toEqual([plain.has(at), plain.get(at)])
    }),
    { numRuns: runs(60) },
  )
})
