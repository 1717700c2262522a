import type { Page } from '@playwright/test'
import { percentilesOf } from './percentiles.ts'
import { printTable } from './print-table.ts'

/** In ms. */
const scrollMs = 6_000

/** The time between frames while a list is scrolled by wheel, `step` pixels a turn, beside an empty page. */
export async function compareFrames(page: Page, { list, step }: { list: string; step: number }): Promise<void> {
  const rows = [[list, ...(await scrolled(page, step))]]
  const bare = await page.context().newPage()
  await bare.setContent('<body style="height:4000000px">')
  rows.push(['empty page', ...(await scrolled(bare, step))])
  await bare.close()
  await page.bringToFront()
  printTable(
    `Time between frames, ${scrollMs / 1000} s of scrolling`,
    ['page', 'frames', 'p50 ms', 'p95 ms', 'max ms', 'over 33 ms'],
    rows,
  )
  console.log('Aim: none over 33 ms.')
}

async function scrolled(page: Page, step: number): Promise<(string | number)[]> {
  await page.bringToFront()
  await page.mouse.move(720, 600)
  await page.waitForTimeout(500)
  // As a text: the names that the compiler gives to functions do not exist in the page.
  const gaps = page.evaluate<number[]>(`new Promise((done) => {
    const startedAt = performance.now(), times = []
    let last = startedAt
    const next = (now) => {
      times.push(now - last)
      last = now
      if (now - startedAt < ${scrollMs}) requestAnimationFrame(next)
      else done(times.slice(2))
    }
    requestAnimationFrame(next)
  })`)
  const until = Date.now() + scrollMs
  while (Date.now() < until) {
    await page.mouse.wheel(0, step)
    await page.waitForTimeout(30)
  }
  const found = await gaps
  const { count, p50, p95, max } = percentilesOf(found)
  return [count, ...[p50, p95, max].map((ms) => ms.toFixed(1)), found.filter((ms) => ms > 33.4).length]
}
