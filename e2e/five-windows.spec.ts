import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { openWindow } from './open-window.ts'
import { Till } from './pages/till.ts'
import { gilles } from './people.ts'

/** Does this window lead? The browser says which window holds a lock: one of our own tells our name. */
function leads(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    navigator.locks.request(`who:${crypto.randomUUID()}`, async (own) => {
      const { held = [] } = await navigator.locks.query()
      const me = held.find(({ name }) => name === own?.name)?.clientId
      return held.some(({ name, clientId }) => name === 'leader' && clientId === me)
    }),
  )
}

/** From then on, `isDeaf` makes a window miss what the others say and take no lock, as in the back-forward cache: it would hear no answer, and take the leader for dead. */
function mayBeDeaf(): void {
  const native = Object.getOwnPropertyDescriptor(BroadcastChannel.prototype, 'onmessage')!
  Object.defineProperty(BroadcastChannel.prototype, 'onmessage', {
    set(this: BroadcastChannel, hear: (event: MessageEvent) => void) {
      native.set!.call(this, (event: MessageEvent) => 'isDeaf' in window || hear(event))
    },
  })
  // A blank page has none.
  if (typeof LockManager === 'undefined') return
  const request = Object.getOwnPropertyDescriptor(LockManager.prototype, 'request')!.value as (
    ...given: unknown[]
  ) => Promise<unknown>
  Reflect.set(LockManager.prototype, 'request', function (this: LockManager, ...given: unknown[]): Promise<unknown> {
    if (!('isDeaf' in window)) return request.apply(this, given)
    return new Promise((resolve) => {
      const waiting = setInterval(() => {
        if ('isDeaf' in window) return
        clearInterval(waiting)
        resolve(request.apply(this, given))
      }, 100)
    })
  })
}

/** Nothing of this window runs until it may go on: however long the others take to notice. */
async function hang(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Debugger.enable')
  const hung = new Promise((paused) => devtools.once('Debugger.paused', paused))
  await devtools.send('Debugger.pause')
  // It stops at the first line that runs, which is this one if nothing else does; it answers when the window goes on.
  devtools.send('Runtime.evaluate', { expression: 'void 0' }).catch(() => undefined)
  await hung
  return async () => {
    await devtools.send('Debugger.resume')
    await devtools.detach()
  }
}

/** A figure in the report, and no assertion: on a busy machine slow is not wrong. */
function noteMs(what: string, since: number): void {
  test.info().annotations.push({ type: `${what}, another leads after (ms)`, description: String(Date.now() - since) })
}

async function leaderOf(tills: readonly Till[]): Promise<Till | undefined> {
  for (const till of tills) if (await leads(till.page)) return till
  return undefined
}

test(
  'five windows of one user sell at once; one that leads is killed, another one hangs, a third one comes back: nothing is shared, nothing is lost',
  { tag: ['@deep', '@kiosk/sale', '@kiosk/counter', '@server/sales'] },
  async ({ till, context, shop }) => {
    await context.addInitScript(mayBeDeaf)
    await till.open(gilles)
    const others: Till[] = []
    for (let windows = 1; windows < 5; windows++) others.push(new Till(await openWindow(context)))
    // One after the other: each takes the sale that stands open and shown nowhere, or begins its own.
    for (const other of others) await other.openAgain()
    let tills = [till, ...others]

    await test.step('each has a cart of its own, and all end in the same moment', async () => {
      for (const each of tills) await each.add('coartem 20/120')
      const identifiers = await Promise.all(tills.map((each) => each.identifier()))
      expect(new Set(identifiers).size).toBe(5)
      for (const each of tills) await expect(each.lines).toHaveCount(1)
      for (const each of tills) {
        await each.page.bringToFront()
        await each.notes.first().click()
      }
      await Promise.all(tills.map((each) => each.end.click()))
      const numbers = await Promise.all(tills.map((each) => each.finalNumber()))
      expect(new Set(numbers).size).toBe(5)
      // Without a gap: five sales are five numbers in a row.
      expect(Math.max(...numbers) - Math.min(...numbers)).toBe(4)
      for (const identifier of identifiers) expect(await shop.sales(identifier)).toHaveLength(1)
    })

    await test.step('the leading window is killed in the middle of its work: another one leads', async () => {
      const leader = (await leaderOf(tills))!
      tills = tills.filter((each) => each !== leader)
      const devtools = await context.newCDPSession(leader.page)
      const killed = leader.page.waitForEvent('crash')
      // It never answers: who would is dead.
      devtools.send('Page.crash').catch(() => undefined)
      await killed
      const since = Date.now()
      await expect.poll(async () => (await leaderOf(tills)) !== undefined, { intervals: [50] }).toBe(true)
      noteMs('leader killed', since)
      await leader.page.close()
    })

    await test.step('the leading window hangs: another one takes its place, and it notices when it goes on', async () => {
      const hung = (await leaderOf(tills))!
      const rest = tills.filter((each) => each !== hung)
      const since = Date.now()
      const goOn = await hang(hung.page)
      await expect.poll(async () => (await leaderOf(rest)) !== undefined, { intervals: [50] }).toBe(true)
      noteMs('leader hung', since)
      await goOn()
      await expect.poll(() => leads(hung.page)).toBe(false)
      const heldAs = (page: Page) =>
        page.evaluate(async () => (await navigator.locks.query()).held!.filter(({ name }) => name === 'leader').length)
      expect(await heldAs(hung.page)).toBe(1)
    })

    await test.step('a window that heard nothing for a while shows on its return what was sold meanwhile', async () => {
      const leader = await leaderOf(tills)
      const stale = tills.find((each) => each !== leader)!
      const seller = tills.find((each) => each !== stale)!
      await stale.goTo('Ventes')
      await stale.page.evaluate(() => Object.assign(window, { isDeaf: true }))
      await seller.startSale()
      const identifier = await seller.sell('coartem 20/120')
      const number = await seller.finalNumber()
      const row = stale.page.getByText(new RegExp(`n°\\s${number}(?!\\d)`)).first()
      await expect(row).toBeHidden()
      await stale.page.evaluate(() => {
        Reflect.deleteProperty(window, 'isDeaf')
        window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      })
      await expect(row).toBeVisible()
      expect(await shop.sales(identifier)).toHaveLength(1)
    })
  },
)
