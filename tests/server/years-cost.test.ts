import { expect, test } from 'vitest'
import { openYearsApi } from '#tests/server/support/years/ask-years.ts'
import { fillYears } from '#tests/server/support/years/fill-years.ts'
import { growing, growingInWhole } from '#tests/server/support/years/growing.ts'
import { testDatabase } from '#tests/server/support/test-database.ts'

/**
 * The laws of what a question costs, in rows and never in time: about a day, a record or an open thing it reads no more
 * in year three than in month two, and a page of a list does not read the list. `npm test` compares two small shops, in
 * which PostgreSQL uses an index where there is one; `npm run test:deep -- years` compares whole ones, with the plans
 * that it chooses.
 */
const isWhole = process.env.OFFICINE_YEARS === 'whole'
const [daily, days] = isWhole ? [200, 1095] : [3, 730]
/**
 * A little more is no growth: the other record may be larger, and PostgreSQL reads a table of some thousand rows whole
 * where that is the quickest.
 */
const isMore = (before: number, after: number) => after > 1.5 * before + (isWhole ? 5_000 : 115)
/** A call of the list stays there while it may grow: what is read differs a little from run to run. */
const mayGrow = (before: number, after: number) => after > 1.2 * before + 20

/** The rows that each question reads in a shop of so many days. */
async function readsIn(length: number): Promise<Map<string, number>> {
  const database = await testDatabase()
  const years = await fillYears(database, { days: length, daily, seed: 1 })
  const api = await openYearsApi(database, years, { counts: true, byIndex: !isWhole })
  const reads = new Map<string, number>()
  for (const { call, variant, ask } of api.questions) {
    // The first records of a table have the most to them: they are enough where the test must be short.
    if (!isWhole && /middle|newest/.test(variant)) continue
    const { status, text } = await ask()
    if (status >= 500) throw new Error(`${call} ${variant}: ${status} ${text}`)
    // Not every record of a table has every answer.
    if (status < 400) reads.set(`${call} ${variant}`, api.reads().rows)
  }
  await api.close()
  await database.close()
  return reads
}

test('what a question reads does not grow with the years', { timeout: isWhole ? 3_600_000 : 180_000 }, async () => {
  const [early, late] = await Promise.all([readsIn(60), readsIn(days)])
  const grown = [...late].filter(([question, rows]) => isMore(early.get(question) ?? rows, rows))
  const namesOf = (question: string) => [question.split(' ')[0]!, question.split(',')[0]!]
  const expected = new Map([...growing, ...growingInWhole])
  const unexpected = grown.filter(([question]) => !namesOf(question).some((name) => expected.has(name)))
  expect(unexpected.map(([question, rows]) => `${question}: ${early.get(question)} → ${rows} rows`)).toEqual([])
  const near = [...late].filter(([question, rows]) => mayGrow(early.get(question) ?? rows, rows))
  const shown = new Set(near.flatMap(([question]) => namesOf(question)))
  expect([...(isWhole ? growingInWhole : growing).keys()].filter((name) => !shown.has(name))).toEqual([])
})
