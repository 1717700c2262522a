import { buildSearchIndex, finish, type SearchIndex, type SearchItem } from '#shared/domain/search/search-index.ts'
import { percentilesOf } from './percentiles.ts'
import { printTable } from './print-table.ts'

type Query = { kind: string; text: string }

/** Measures the index without a browser: every prefix of every query, as the counter searches at each key. */
export function measureIndexAlone(
  noun: string,
  items: readonly SearchItem[],
  queries: readonly Query[],
  kinds: readonly string[],
): void {
  const startedAt = performance.now()
  const index = finish(buildSearchIndex(items))
  const builtMs = performance.now() - startedAt
  const searches = queries.flatMap(({ kind, text }) =>
    Array.from(text, (_, at) => ({ kind, text: text.slice(0, at + 1) })),
  )
  // a warm-up that is not measured
  for (const { text } of searches) index.find(text)
  const measured = searches.map(({ kind, text }) => ({ kind, text, ...timed(index, text) }))

  const rowOf = (title: string, of: typeof measured) => {
    const { p50, p95, p99, max, count } = percentilesOf(of.map(({ ms }) => ms))
    return [title, count, ...[p50, p95, p99, max].map((ms) => ms.toFixed(3))]
  }
  printTable(
    `The index alone, in Node: ${items.length.toLocaleString('en')} ${noun}, built in ${builtMs.toFixed(0)} ms; each search the median of 5`,
    ['searches', 'count', 'p50 ms', 'p95 ms', 'p99 ms', 'max ms'],
    [
      ...kinds.map((kind) =>
        rowOf(
          kind,
          measured.filter((each) => each.kind === kind),
        ),
      ),
      rowOf('all', measured),
    ],
  )
  const found = queries.filter(({ text }) => index.find(text).total > 0).length
  const slowest = measured.toSorted((a, b) => b.ms - a.ms)[0]
  console.log(
    `${found} of ${queries.length} queries find something; slowest: « ${slowest?.text} », ${slowest?.total} hits. Aim: p99 under 1 ms.`,
  )
}

/** The median of several runs: a single one would include other load of the machine. */
function timed(index: SearchIndex, text: string): { ms: number; total: number } {
  let total = 0
  const runs = Array.from({ length: 5 }, () => {
    const startedAt = performance.now()
    total = index.find(text).total
    return performance.now() - startedAt
  })
  return { ms: percentilesOf(runs).p50, total }
}
