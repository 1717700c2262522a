import type { Page } from '@playwright/test'
import { campGuezo } from '#server/demo/demo-pharmacies.ts'
import { RegisterWindow } from '../e2e/pages/register.ts'
import { dayOfSales, recordDay, type DayOfSales } from './support/day-of-sales.ts'
import { bareSpans } from './support/disk-marks.ts'
import { lengthsOf } from './support/host-time.ts'
import { inKioskOf } from './support/kiosk-of.ts'
import { relieve } from './support/kiosk-page.ts'
import { paintedAfterClick } from './support/painted-clicks.ts'
import { percentilesOf } from './support/percentiles.ts'
import { printTable } from './support/print-table.ts'

const count = Number(process.env.BENCH_SALES ?? 1_500)
const runs = 12
const unmeasured = 2
const ledgerWaitMs = 60_000
const salesDatabase = `officine-sales-${campGuezo.id}`
/** The most likely cause of the difference. */
const firstCause = 'ol > li[data-first]'

type Rows = (readonly [name: string, times: readonly number[]])[]

/**
 * The closing screen of a day: from the touch until the difference and its causes are on the screen, compared with a
 * bare page that shows the same.
 */
export async function measureClosing(): Promise<void> {
  const day = dayOfSales(count)
  await inKioskOf(
    (database) => recordDay(database, day),
    async ({ page, newPage }) => {
      await keepSales(page, day)
      await relieve(page)
      await page.context().setOffline(true)
      await page.getByRole('link', { name: /^Caisse/ }).click()
      await page.getByRole('button', { name: 'Compter la caisse' }).click()
      await typeCount(page, day)
      await page.getByRole('button', { name: 'Voir l’écart' }).click()
      await page.locator(firstCause).waitFor()
      const bare = await openBareDifference(page, await newPage())
      await page.bringToFront()
      const rows: Rows = [...(await timeScreens(page, day, 'the till alone knows the sales'))]
      await page.context().setOffline(false)
      await page.waitForFunction(
        (name) => Object.keys(localStorage).some((key) => key.startsWith(name)),
        'officine.register-ledger.',
        { timeout: ledgerWaitMs },
      )
      rows.push(...(await timeScreens(page, day, 'the server has told them')))
      rows.push(
        ['floor: reading the sales from the disk', await readTimes(page)],
        ['floor: a bare strict transaction', lengthsOf(await bareSpans(page, runs))],
      )
      await bare.bringToFront()
      rows.push(['floor: a bare page that shows the same', await timeBare(bare)])
      print(rows)
    },
  )
}

function print(rows: Rows): void {
  printTable(
    `The closing screen of a day with ${count.toLocaleString('en')} sales, in Chromium`,
    ['from … to the difference with its causes', 'times', 'p50 ms', 'p95 ms', 'max ms'],
    rows.map(([name, times]) => {
      const { count: measured, p50, p95, max } = percentilesOf(times)
      return [name, measured, ...[p50, p95, max].map((ms) => ms.toFixed(1))]
    }),
  )
  console.log('Aim: under 300 ms.')
}

/** Stores the sent sales as a till keeps them. */
async function keepSales(page: Page, { kept }: DayOfSales): Promise<void> {
  await page.evaluate(
    async ({ name, rows }) => {
      const opening = indexedDB.open(name)
      await new Promise((resolve) => (opening.onsuccess = resolve))
      const tx = opening.result.transaction('acknowledged', 'readwrite')
      for (const row of rows) tx.objectStore('acknowledged').put(row)
      await new Promise((resolve) => (tx.oncomplete = resolve))
      opening.result.close()
    },
    { name: salesDatabase, rows: kept },
  )
}

/** Enters the count: the expected amounts, less the most frequent amount of a sale. */
async function typeCount(page: Page, { expected: [drawer, ...others], commonest }: DayOfSales): Promise<void> {
  await new RegisterWindow(page).countCash(drawer!.expected - commonest)
  await page.getByRole('button', { name: 'Compter le reste' }).click()
  const fields = page.getByRole('region', { name: 'Autres moyens de paiement' }).getByRole('textbox')
  for (const [place, { expected }] of others.entries()) await fields.nth(place).fill(String(expected))
}

async function timeScreens(page: Page, day: DayOfSales, knows: string): Promise<Rows> {
  const resumed = await timed(async () => {
    await page.getByRole('link', { name: /^Ventes/ }).click()
    await page.locator(firstCause).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: /^Caisse/ }).click()
    return paintedAfterClick(page, page.getByRole('button', { name: 'Reprendre le comptage' }), firstCause)
  })
  const putDown = await timed(async () => {
    await page.getByRole('button', { name: 'Recompter' }).click()
    await typeCount(page, day)
    return paintedAfterClick(page, page.getByRole('button', { name: 'Voir l’écart' }), firstCause)
  })
  return [
    [`« Reprendre le comptage », ${knows}`, resumed],
    [`« Voir l’écart », ${knows}`, putDown],
  ]
}

async function timed(once: () => Promise<number>): Promise<number[]> {
  const times: number[] = []
  for (let run = -unmeasured; run < runs; run++) {
    const ms = await once()
    if (run >= 0) times.push(ms)
  }
  return times
}

/** The same elements with the same style sheets, inserted by one statement. */
async function openBareDifference(page: Page, bare: Page): Promise<Page> {
  const shown = await page.evaluate(() => ({
    sheets: [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
      .map(({ href }) => `<link rel="stylesheet" href="${href}">`)
      .join(''),
    content: document.querySelector('main')!.outerHTML,
  }))
  await bare.setContent(
    `<!doctype html><html data-mantine-color-scheme="light"><title>floor</title>${shown.sheets}<button>floor</button><div id="shown"></div>`,
  )
  await bare.evaluate(
    (content) =>
      document
        .querySelector('button')!
        .addEventListener('click', () => void (document.querySelector('#shown')!.innerHTML = content)),
    shown.content,
  )
  return bare
}

function timeBare(bare: Page): Promise<number[]> {
  return timed(async () => {
    await bare.evaluate(() => document.querySelector('#shown')!.replaceChildren())
    return paintedAfterClick(bare, bare.getByRole('button', { name: 'floor', exact: true }), firstCause)
  })
}

/** Times of the read that a till makes after each write: all sent sales. */
function readTimes(page: Page): Promise<number[]> {
  return page.evaluate(
    async ({ name, times }) => {
      const opening = indexedDB.open(name)
      await new Promise((resolve) => (opening.onsuccess = resolve))
      const taken: number[] = []
      for (let run = 0; run < times; run++) {
        const startedAt = performance.now()
        const reading = opening.result.transaction('acknowledged').objectStore('acknowledged').getAll()
        await new Promise((resolve) => (reading.onsuccess = resolve))
        taken.push(performance.now() - startedAt)
      }
      opening.result.close()
      return taken
    },
    { name: salesDatabase, times: runs },
  )
}
