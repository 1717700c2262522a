import { expect, test, vi } from 'vitest'
import { applyMutant, mutantsOf } from '../mutation/support/mutants.ts'
import { printReport } from '../mutation/support/report.ts'

const madeOf = (source: string): string[] => mutantsOf('a.ts', source).map((mutant) => applyMutant(source, mutant))

test.each([
  ['a comparison by its boundary', 'const a = b < c', ['const a = b <= c']],
  ['an equality by its opposite', 'const a = b === c', ['const a = b !== c']],
  ['« and » by « or »', 'const a = b && c', ['const a = b || c']],
  ['plus by minus, in numbers only', "const a = b + c; const d = 'e' + f", ["const a = b -  c; const d = 'e' + f"]],
  ['a number by the next one', 'const a = 1_000', ['const a = 1001']],
  ['a condition by true and by false', 'if (a) b', ['if (true) b', 'if (false) b']],
  ['a default by nothing', 'const a = b ?? c', ['const a = b']],
  ['an act by none', 'await a()', [';']],
  ['a filter by all', 'const a = b.filter(c)', ['const a = b']],
  ['a list by an empty one', 'const a = [b]', ['const a = []']],
  ['« some » by « every »', 'const a = b.some(c)', ['const a = b.every(c)']],
  [
    'a condition of a query by none and by its opposite',
    "const a = b.where('id', '=', c)",
    ['const a = b', "const a = b.where('id', '!=', c)"],
  ],
])('a mutant replaces %s', (_, source, mutants) => {
  expect(madeOf(source)).toEqual(mutants)
})

test('the condition that holds a query to its pharmacy is only turned round: row-level security does the same', () => {
  expect(madeOf("const a = b.where('x.pharmacy_id', '=', c)")).toEqual(["const a = b.where('x.pharmacy_id', '!=', c)"])
})

test('the numbers of a table are data', () => {
  expect(madeOf('const a = { b: 1, 2: [3] }')).toEqual(['const a = { b: 1, 2: [] }'])
  expect(madeOf('const a = () => ({ b: 1 })')).toEqual(['const a = () => ({ b: 2 })'])
})

test('types, imports and texts are left alone', () => {
  expect(
    madeOf(
      "import a from 'b'\ntype C = 1 | true\nexport { d } from 'e'\nconst f: Array<2> = g as false\nconst h = 'i'",
    ),
  ).toEqual([])
})

test('a mutant says where it is', () => {
  expect(mutantsOf('a.ts', 'const a = 1\n  const b = c > d')[1]).toMatchObject({
    file: 'a.ts',
    line: 2,
    kind: 'boundary',
    before: '>',
    text: '>=',
    context: 'const b = c > d',
  })
})

test('the score is of those that were judged', () => {
  const [mutant] = mutantsOf('a.ts', 'const a = b < c')
  const judged = (['killed', 'hung', 'survived', 'unjudged'] as const).map((verdict) => ({ mutant: mutant!, verdict }))
  const log = vi.spyOn(console, 'log').mockReturnValue()
  expect(Math.round(printReport(judged))).toBe(67)
  expect(log.mock.lastCall?.[0]).toContain('1 not judged')
  log.mockRestore()
})
