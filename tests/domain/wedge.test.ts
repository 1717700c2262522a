import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noKeys, wedgeKey, type WedgeKey } from '#shared/domain/wedge.ts'

const feed = (events: readonly WedgeKey[], isCode?: (text: string) => boolean): string[] => {
  let state = noKeys
  const scans: string[] = []
  for (const event of events) {
    const step = wedgeKey(state, event, isCode)
    state = step.state
    if (step.scan !== null) scans.push(step.scan)
  }
  return scans
}
/** Keys `gapMs` apart, then the closing key. */
const keys = (text: string, gapMs: number, { end = 'Enter', startMs = 1000, endGapMs = gapMs } = {}): WedgeKey[] => [
  ...Array.from(text).map((key, index) => ({ key, atMs: startMs + index * gapMs })),
  { key: end, atMs: startMs + (text.length - 1) * gapMs + endGapMs },
]

describe('a scan', () => {
  test('is a fast burst closed by Enter or Tab', () => {
    expect(feed(keys('3400935955838', 8))).toEqual(['3400935955838'])
    expect(feed(keys('3595583', 20, { end: 'Tab' }))).toEqual(['3595583'])
  })

  test('survives one slow key of a wireless scanner', () => {
    const burst = keys('3400935955838', 5).map((event, index) =>
      index >= 6 ? { ...event, atMs: event.atMs + 80 } : event,
    )
    expect(feed(burst)).toEqual(['3400935955838'])
  })

  test('begins anew after a pause: what was typed before is not of it', () => {
    expect(feed([...keys('ab', 200).slice(0, 2), ...keys('3400935955838', 8, { startMs: 5000 })])).toEqual([
      '3400935955838',
    ])
  })

  test('keeps the separator, however it is sent, and passes over held keys', () => {
    const separators: WedgeKey[][] = [
      [{ key: '\u001D', atMs: 40 }],
      [{ key: 'F8', atMs: 40 }],
      [
        { key: 'Control', atMs: 38 },
        { key: ']', atMs: 40, ctrl: true },
      ],
    ]
    for (const separator of separators) {
      const events = [
        ...keys('10AB1', 8, { startMs: 0 }).slice(0, 5),
        ...separator,
        ...keys('21X9', 8, { startMs: 48 }),
      ]
      expect(feed(events)).toEqual(['10AB1\u001D21X9'])
    }
    expect(
      feed([
        { key: 'Shift', atMs: 1 },
        ...keys('ABCDEF', 8).flatMap((event) => [{ key: 'Shift', atMs: event.atMs - 1 }, event]),
      ]),
    ).toEqual(['ABCDEF'])
  })

  test('is read through a French keyboard', () => {
    expect(feed(keys('"\'àà)("-(', 8))).toEqual(['"\'àà)("-('])
    expect(feed(keys('"\'ààç"(ç((_"_', 8))).toEqual(['3400935955838'])
  })

  test('may be as long as the code of a receipt, through a French keyboard and from a slow scanner', () => {
    const digits = Array.from({ length: 1500 }, (_, at) => String((at * 7 + Math.floor(at / 10)) % 10)).join('')
    const french = Array.from(digits, (digit) => 'à&é"\'(-è_ç'[Number(digit)]!).join('')
    expect(feed(keys(digits, 30))).toEqual([digits])
    expect(feed(keys(french, 5))).toEqual([digits])
  })

  test('is known as a burst before it ends, so that a field can take it back', () => {
    let state = noKeys
    const seen = keys('3400935', 8).map((event) => {
      const step = wedgeKey(state, event)
      state = step.state
      return step.isBurst
    })
    expect(seen).toEqual([false, false, false, false, false, true, true, true])
    const burst = { text: '340093', run: '340093', startedAtMs: 0, lastAtMs: 40 }
    expect(wedgeKey(burst, { key: 'Shift', atMs: 45 }).isBurst).toBe(true)
  })

  test('by a scanner as slow as a hand is one when it is a code: by its check digit, or because it is known', () => {
    for (const gapMs of [45, 65, 120]) {
      expect(feed(keys('3400935955838', gapMs))).toEqual(['3400935955838'])
      expect(feed(keys('"\'ààç"(ç((_"_', gapMs))).toEqual(['3400935955838'])
      // An amount, a code with a wrong check digit, a code without Entrée.
      expect(feed(keys('10000', gapMs))).toEqual([])
      expect(feed(keys('3400935955837', gapMs))).toEqual([])
      expect(feed(keys('3400935955838', gapMs).slice(0, -1))).toEqual([])
      expect(feed(keys('3595583', gapMs), (text) => text === '3595583')).toEqual(['3595583'])
    }
    expect(feed(keys('3400935955838', 65, { endGapMs: 400 }))).toEqual([])
    // What was typed before a pause is not of the code.
    expect(feed([...keys('5000', 65).slice(0, 4), ...keys('3400935955838', 65, { startMs: 5000 })])).toEqual([
      '3400935955838',
    ])
  })
})

describe('typing', () => {
  test('by hand is none, however it ends', () => {
    expect(feed(keys('doliprane', 90))).toEqual([])
    expect(feed(keys('doliprane', 45))).toEqual([])
  })

  test('a short burst is none: a PIN, a quantity', () => {
    expect(feed(keys('1234', 5))).toEqual([])
  })

  test('a burst that waits for its Enter is none', () => {
    expect(feed(keys('3400935955838', 8, { endGapMs: 600 }))).toEqual([])
  })

  test('Enter alone, arrows, corrections and shortcuts break a burst', () => {
    expect(feed([{ key: 'Enter', atMs: 5 }])).toEqual([])
    for (const breaker of [{ key: 'Backspace' }, { key: 'ArrowLeft' }, { key: 'c', ctrl: true }]) {
      expect(
        feed([
          ...keys('34009', 8, { startMs: 0 }).slice(0, 5),
          { ...breaker, atMs: 42 },
          ...keys('3595', 8, { startMs: 50 }),
        ]),
      ).toEqual([])
    }
  })

  test('two scans are two', () => {
    expect(feed([...keys('3400935955838', 8), ...keys('3595583', 8, { startMs: 1300 })])).toEqual([
      '3400935955838',
      '3595583',
    ])
  })
})

test('whatever is scanned fast comes whole; whatever is typed slowly never does', () => {
  const text = fc
    .array(fc.constantFrom(...Array.from('ABCXYZ0123456789/+$.')), { minLength: 6, maxLength: 60 })
    .map((list) => list.join(''))
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 35 }), fc.integer({ min: 36, max: 400 }), (typed, fast, slow) => {
      expect(feed(keys(typed, fast))).toEqual([typed])
      expect(feed(keys(typed, slow))).toEqual([])
    }),
  )
})
