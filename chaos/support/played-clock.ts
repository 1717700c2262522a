import type { BrowserContext } from '@playwright/test'
import { within } from './within.ts'

const answerLimitMs = 5_000

declare global {
  interface Window {
    /** How far the clock of this machine is shifted ahead (negative: behind), in milliseconds. */
    officineClock?: { aheadMs: number }
  }
}

/** Shifts the clock of every open window at once, and of every window opened later. */
export async function playClock(context: BrowserContext, aheadMs: number): Promise<void> {
  await context.addInitScript(install, aheadMs)
  await Promise.all(
    context.pages().map((page) => within(answerLimitMs, page.evaluate(install, aheadMs)).catch(() => undefined)),
  )
}

/**
 * How many windows report the shifted clock, and which ones report another; a crashed or frozen window reports nothing.
 */
export async function askClocks(context: BrowserContext, aheadMs: number): Promise<{ right: number; wrong: string[] }> {
  const said = { right: 0, wrong: new Array<string>() }
  await Promise.all(
    context
      .pages()
      .filter((page) => page.url().startsWith('http'))
      .map(async (page) => {
        const askedAt = Date.now()
        const now = await within(
          answerLimitMs,
          page.evaluate(() => Date.now()),
        ).catch(() => undefined)
        if (now === undefined) return
        if (now >= askedAt + aheadMs - 1_000 && now <= Date.now() + aheadMs + 1_000) said.right++
        else said.wrong.push(`${now - askedAt} ms`)
      }),
  )
  return said
}

/** Runs in the page. Must not name any function: the compiler marks names with a helper that the page does not have. */
function install(aheadMs: number): void {
  if (window.officineClock) {
    window.officineClock.aheadMs = aheadMs
    return
  }
  const clock = (window.officineClock = { aheadMs })
  const Real = Date
  window.Date = class extends Real {
    constructor(...given: unknown[]) {
      if (given.length === 0) super(Real.now() + clock.aheadMs)
      else super(...(given as [number]))
    }
    static override now(): number {
      return Real.now() + clock.aheadMs
    }
  } as DateConstructor
}
