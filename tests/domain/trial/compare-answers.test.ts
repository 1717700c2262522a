import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareAnswers, withKnownIds, withKnownMoments } from '#shared/domain/trial/compare-answers.ts'

const nothing = { ids: new Map<string, string>(), moments: new Map<string, string>() }
const [a, b, c] = ['a', 'b', 'c'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`) as [
  string,
  string,
  string,
]

describe('two answers of the same call', () => {
  test('are equal with other ids and moments of the server, which are answered as pairs', () => {
    const before = { id: a, total: 1500, at: '2026-11-22T10:00:00.000Z', lines: [{ id: b }] }
    const after = { id: c, total: 1500, at: '2026-11-29T10:00:00.000Z', lines: [{ id: b }] }
    expect(compareAnswers(before, after, nothing)).toEqual({
      isEqual: true,
      ids: [{ path: 'id', before: a, after: c }],
      moments: [{ path: 'at', before: before.at, after: after.at }],
    })
  })

  test('differ where the first value differs, which is named', () => {
    expect(compareAnswers({ x: [{ total: 1500 }] }, { x: [{ total: 1490 }] }, nothing)).toEqual({
      isEqual: false,
      difference: { path: 'x.0.total', before: 1500, after: 1490 },
    })
    expect(compareAnswers({ a: 1 }, { a: 1, b: null }, nothing)).toMatchObject({
      difference: { path: 'b', after: null },
    })
    expect(compareAnswers([1], [1, 2], nothing)).toMatchObject({ difference: { path: 'length', before: 1, after: 2 } })
    expect(compareAnswers({ a: 1 }, [1], nothing).isEqual).toBe(false)
    expect(compareAnswers('1', 1, nothing).isEqual).toBe(false)
  })

  test('an id that was mapped must stay mapped, in texts too', () => {
    const known = { ids: new Map([[a, c]]), moments: new Map<string, string>() }
    expect(compareAnswers({ id: a }, { id: c }, known)).toMatchObject({ isEqual: true, ids: [] })
    expect(compareAnswers({ id: a }, { id: b }, known).isEqual).toBe(false)
    expect(compareAnswers({ link: `/sales/${a}` }, { link: `/sales/${c}` }, known).isEqual).toBe(true)
    expect(compareAnswers({ link: `/sales/${a}` }, { link: `/sales/${b}` }, known).isEqual).toBe(false)
  })

  test('a list sorted by ids of the server may stand in another order; one without such ids may not', () => {
    const items = [
      { id: a, n: 1 },
      { id: b, n: 2 },
    ]
    const other = '00000000-0000-4000-8000-000000000000'
    expect(
      compareAnswers(
        items,
        [
          { id: other, n: 2 },
          { id: c, n: 1 },
        ],
        nothing,
      ),
    ).toMatchObject({ isEqual: true })
    expect(compareAnswers(items, items.toReversed(), nothing).isEqual).toBe(false)
    expect(compareAnswers([1, 2], [2, 1], nothing).isEqual).toBe(false)
  })

  test('moments within five seconds are the same; a mapped one must stay mapped', () => {
    const at = (second: number) => ({ at: `2026-11-22T10:00:${String(second).padStart(2, '0')}.000Z` })
    expect(compareAnswers(at(1), at(4), nothing)).toMatchObject({ isEqual: true })
    const known = { ids: new Map<string, string>(), moments: new Map([[at(1).at, '2026-11-29T10:00:00.000Z']]) }
    expect(compareAnswers(at(1), at(50), known).isEqual).toBe(false)
  })

  test('revisions and cursors are not judged', () => {
    expect(compareAnswers({ rev: 1, cursor: 'x', n: 1 }, { rev: 2, cursor: 'y', n: 1 }, nothing).isEqual).toBe(true)
  })

  test('any answer equals itself, and differs from one with a number changed', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(compareAnswers(value, structuredClone(value), nothing)).toEqual({ isEqual: true, ids: [], moments: [] })
      }),
    )
    fc.assert(
      fc.property(fc.array(fc.record({ n: fc.integer(), t: fc.string() }), { minLength: 1 }), fc.nat(), (list, at) => {
        const index = at % list.length
        const changed = list.map((item, place) => (place === index ? { ...item, n: item.n + 1 } : item))
        expect(compareAnswers(list, changed, nothing)).toMatchObject({
          isEqual: false,
          difference: { path: `${index}.n` },
        })
      }),
    )
  })
})

test('a request names what the trial gave', () => {
  expect(withKnownIds(`{"id":"${a}","of":"${b}"}`, new Map([[a, c]]))).toBe(`{"id":"${c}","of":"${b}"}`)
  const [before, after] = ['2026-11-22T10:00:00.000Z', '2026-11-29T10:00:00.000Z']
  expect(withKnownMoments(`{"seen":"${before}"}`, new Map([[before, after]]))).toBe(`{"seen":"${after}"}`)
})
