import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openJournalFiles, smallestToCompact, type SalesJournal } from '#shared/store/disk/journal-files.ts'
import { encodeLine, foldLines, survey, type Change, type JournalLine } from '#shared/store/disk/journal-lines.ts'
import { pharmacyId } from '#tests/support/a-local-sale.ts'
import { MemoryDirectory } from '#tests/support/memory-directory.ts'
import { runs } from '#tests/support/extent.ts'

/** What a journal says: the value of each key of each database. What was removed is not there. */
const valuesOf = (lines: readonly JournalLine[]) => {
  const values: Record<string, unknown> = {}
  for (const [database, state] of foldLines(lines))
    for (const [key, { value }] of state) if (value !== undefined) values[`${database} ${key}`] = value
  return values
}

const keys = ['a', 'b', 'c', 'd', 'é€\u{1F48A}']
/** Of a sale that is typed on: large enough for a few to pass 4 MB. */
const large = (at: number) => ({
  at,
  text: `${'Amoxicilline, capsule\n'.repeat(30_000)}é${at}`,
  bytes: new Uint8Array([at % 256, 0, 255]),
})
const small = (at: number) => ({ at, version: at, text: `ligne ${at}\n€ "whole"`, bytes: new Uint8Array([at % 256]) })

type Step =
  | { do: 'write'; key: string; isRemoved: boolean; window: number; isOther: boolean }
  | { do: 'compact' | 'audit'; window: number }
  | { do: 'reopen'; window: number }
const window = fc.nat({ max: 1 })
const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      key: fc.constantFrom(...keys),
      isRemoved: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
      window,
      isOther: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('compact' as const, 'audit' as const), window }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen' as const), window }) },
)

/** Two windows on one directory, and what the database would say. */
function aHouse(valueOf: (at: number) => unknown) {
  const directory = new MemoryDirectory()
  const open = () => openJournalFiles(directory.handle, pharmacyId)
  const windows: SalesJournal[] = [open(), open()]
  const written: JournalLine[] = []
  let last = 0
  const doStep = async (given: Step) => {
    const journal = windows[given.window]!
    if (given.do === 'write') {
      const change: Change = {
        at: ++last,
        store: 'sales',
        key: given.key,
        ...(!given.isRemoved && { value: valueOf(last) }),
      }
      const line = { database: given.isOther ? 'former' : 'database', changes: [change] }
      written.push(line)
      await journal.append(line)
    } else if (given.do === 'compact') await journal.compact()
    else if (given.do === 'audit') {
      // In place of everything, as the comparison does: what the database holds, and nothing of former ones.
      const changes = [...(foldLines(written).get('database')?.values() ?? [])].filter(
        ({ value }) => value !== undefined,
      )
      await journal.replace({ database: 'database', changes: changes.map((change) => ({ ...change, at: last })) }, last)
      written.splice(0, written.length, ...written.filter(({ database }) => database === 'database'))
    } else windows[given.window] = open()
  }
  return { directory, open, windows, written, doStep }
}
const sizeOf = ({ files }: MemoryDirectory) => [...files.values()].reduce((sum, { length }) => sum + length, 0)

test('whatever is appended, compacted and read again is the last state, beyond 4 MB too', async () => {
  let compactions = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 16, maxLength: 30 }), async (steps) => {
      const house = aHouse(large)
      for (const given of [...steps, { do: 'compact' as const, window: 0 }]) {
        const before = sizeOf(house.directory)
        await house.doStep(given)
        if (given.do === 'compact' && sizeOf(house.directory) < before) compactions++
      }
      expect(valuesOf(await house.open().read())).toEqual(valuesOf(house.written))
      const [stands] = (await house.open().survey()).filter(({ database }) => database === 'database')
      expect(stands?.survey ?? survey([])).toBe(survey(foldLines(house.written).get('database')?.values() ?? []))
      expect(house.directory.files.size).toBeLessThanOrEqual(1)
    }),
    { numRuns: runs(12), seed: 4_000_000 },
  )
  expect(compactions).toBeGreaterThan(0)
})

test('below 4 MB, or where little is void, nothing is written anew', async () => {
  const {
    directory,
    windows: [journal],
  } = aHouse(small)
  for (let at = 1; at <= 50; at++)
    await journal!.append({ database: 'database', changes: [{ at, store: 'sales', key: 'a', value: small(at) }] })
  const [name] = directory.files.keys()
  await journal!.compact()
  expect([...directory.files.keys()]).toEqual([name])
  for (let at = 51; sizeOf(directory) < smallestToCompact * 1.5; at++)
    await journal!.append({ database: 'database', changes: [{ at, store: 'sales', key: `${at}`, value: large(at) }] })
  await journal!.compact()
  expect([...directory.files.keys()]).toEqual([name])
})

test('a removal outlives a compaction for as long as a slow window may still append what came before it', async () => {
  const {
    directory,
    open,
    windows: [journal, slow],
  } = aHouse(small)
  await journal!.append({ database: 'database', changes: [{ at: 1, store: 'outbox', key: 'sent', value: small(1) }] })
  await journal!.append({ database: 'database', changes: [{ at: 3, store: 'outbox', key: 'sent' }] })
  for (let at = 4; sizeOf(directory) < smallestToCompact * 1.5; at++)
    await journal!.append({
      database: 'database',
      changes: [{ at, store: 'sales', key: 'typed on', value: large(at) }],
    })
  const before = sizeOf(directory)
  await journal!.compact()
  expect(sizeOf(directory)).toBeLessThan(before)
  await slow!.append({ database: 'database', changes: [{ at: 2, store: 'outbox', key: 'sent', value: small(2) }] })
  expect(Object.keys(valuesOf(await open().read()))).toEqual(['database sales/typed on'])
})

test('cut anywhere, the file loses at most the line that was cut; what is appended after it is read', async () => {
  const write = fc.record({
    do: fc.constant('write' as const),
    key: fc.constantFrom(...keys),
    isRemoved: fc.boolean(),
    window,
    isOther: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          { weight: 6, arbitrary: write },
          { weight: 1, arbitrary: fc.record({ do: fc.constant('audit' as const), window }) },
        ),
        { minLength: 1, maxLength: 12 },
      ),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom('nothing', 'zeros'),
      async (steps, where, left) => {
        const house = aHouse(small)
        for (const given of steps) await house.doStep(given)
        const [[name, content]] = [...house.directory.files] as [[string, Uint8Array<ArrayBuffer>]]
        const cut = Math.round(where * content.length)
        const kept = content.slice(0, cut)
        // Some file systems leave zeros where the end should be.
        house.directory.files.set(name, left === 'nothing' ? kept : new Uint8Array([...kept, ...new Uint8Array(40)]))
        const whole = new TextDecoder().decode(content)
        const lines = whole.split('\n').slice(0, -1)
        let end = 0
        // A line without its newline is whole all the same, unless zeros follow.
        const survivors = lines.filter((line) => {
          end += new TextEncoder().encode(line).length + 1
          return end <= cut || (left === 'nothing' && end - 1 <= cut)
        })
        const bodies = survivors.flatMap((line) => (line === 'whole' ? [] : [revived(line.slice(9))]))
        expect(valuesOf(await house.open().read())).toEqual(valuesOf(bodies))
        // Both a window that stood open and a new one append behind the cut.
        const late: JournalLine[] = [7, 8].map((n) => ({
          database: 'database',
          changes: [{ at: 1_000 + n, store: 'outbox', key: `late ${n}`, value: small(n) }],
        }))
        await house.windows[0]!.append(late[0]!)
        await house.open().append(late[1]!)
        expect(valuesOf(await house.open().read())).toEqual(valuesOf([...bodies, ...late]))
        await house
          .open()
          .replace({ database: 'database', changes: [{ at: 2_000, store: 'meta', key: 'lastSeq', value: 9 }] }, 2_000)
        expect(valuesOf(await house.open().read())).toEqual({ 'database meta/lastSeq': 9 })
      },
    ),
    { numRuns: runs(150) },
  )
})
const revived = (body: string) =>
  JSON.parse(body, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && '$bytes' in value
      ? new Uint8Array(Buffer.from(value.$bytes as string, 'base64'))
      : value,
  ) as JournalLine

test.each([0, 0.3, 0.7, 1])(
  'the power goes while a new file is written (%d of it): everything stands, and nothing that another window appends is lost',
  async (part) => {
    const {
      directory,
      open,
      windows: [journal, other],
    } = aHouse(small)
    const line = (at: number, key: string): JournalLine => ({
      database: 'database',
      changes: [{ at, store: 'sales', key, value: small(at) }],
    })
    const lines = [line(1, 'a'), line(2, 'b'), line(3, 'c')]
    for (const each of lines) await other!.append(each)
    const [[name, old]] = [...directory.files] as [[string, Uint8Array<ArrayBuffer>]]
    await journal!.replace(
      {
        database: 'database',
        changes: lines.flatMap(({ changes }) => changes.map((change) => ({ ...change, at: 3 }))),
      },
      3,
    )
    const [[next, whole]] = [...directory.files] as [[string, Uint8Array<ArrayBuffer>]]
    // The window dies before it takes the old one away.
    directory.files.set(name, old)
    directory.files.set(next, whole.slice(0, Math.round(whole.length * part)))
    expect(valuesOf(await open().read())).toEqual(valuesOf(lines))
    // One that has the old file in hand goes on with it.
    await other!.append(line(4, 'a'))
    await open().append(line(5, 'd'))
    const now = valuesOf([...lines, line(4, 'a'), line(5, 'd')])
    expect(valuesOf(await open().read())).toEqual(now)
    await open().replace({ database: 'database', changes: [] }, 3)
    expect(directory.files.size).toBe(1)
    await other!.append(line(6, 'e'))
    expect(valuesOf(await open().read())).toEqual(valuesOf([line(4, 'a'), line(5, 'd'), line(6, 'e')]))
  },
)

test('a line reads back as it was written, whatever is in it', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.string({ unit: 'binary' }),
        fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean(), fc.constant(null)),
      ),
      fc.uint8Array(),
      (typed, bytes) => {
        const line: JournalLine = {
          database: 'd',
          changes: [{ at: 1, store: 'photos', key: 'k', value: { ...typed, bytes } }],
        }
        expect(valuesOf([revived(encodeLine(line).slice(9))])).toEqual(valuesOf([line]))
        expect(encodeLine(line).indexOf('\n')).toBe(encodeLine(line).length - 1)
      },
    ),
  )
})
