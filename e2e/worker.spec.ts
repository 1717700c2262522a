import { Gateway } from './gateway.ts'
import { expect, test as base } from './journey.ts'
import type { BackOffice } from './pages/back-office.ts'
import type { Till } from './pages/till.ts'
import { gilles } from './people.ts'
import { Printer } from './printer.ts'

/** A browser whose service worker is let in, at an address whose line can be pulled out. */
const test = base.extend<{ gateway: Gateway }>({
  gateway: async ({}, give) => {
    const gateway = await Gateway.open()
    await give(gateway)
    await gateway.close()
  },
  baseURL: async ({ gateway }, give) => give(gateway.address),
})
test.use({ serviceWorkers: 'allow' })

/** What the browser writes for each request that nobody answers. */
const nobodyAnswers =
  /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_SOCKET_NOT_CONNECTED/

/** All files of the windows are on the terminal, and this window is served from there. */
async function isPutAside({ page }: Till | BackOffice): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  await expect(page.locator('html')).toHaveAttribute('data-files', 'kept')
}

test(
  'after one visit of the counter both windows open at any address without a network, and what is sold there is sent once',
  { tag: ['@kiosk/unlock', '@server/http', '@worker'] },
  async ({ till, backOffice, gateway, shop, expectErrors }) => {
    expectErrors(nobodyAnswers)
    const printer = await Printer.install(till.page)
    await till.open(gilles)
    await isPutAside(till)
    await till.add('coartem 20/120')
    const address = till.page.url()
    expect(address).toMatch(/\/kiosk\/vente\/[\da-f-]{36}$/)
    await gateway.cut()

    await test.step('the sale at its own address, as it was left', async () => {
      await till.page.goto(address)
      await expect(till.lines).toHaveCount(1)
      await expect(till.network).toHaveText(/^Hors ligne/)
      expect(till.page.url()).toBe(address)
    })

    await test.step('a screen of the back-office where nobody ever was', async () => {
      await backOffice.page.goto('/backoffice/clients')
      await backOffice.isReady()
      await expect(backOffice.title).toHaveText(/Clients/)
      await backOffice.page.goto('/backoffice/ventes')
      await backOffice.isReady()
    })

    const identifier = await test.step('locked, opened by PIN, sold with its receipt', async () => {
      await till.lock()
      await till.page.reload()
      await till.unlock(gilles)
      const sold = await till.sell('doliprane 1000')
      await till.done.getByRole('button', { name: 'Imprimer le ticket' }).click()
      await expect.poll(() => printer.tickets()).toHaveLength(1)
      expect(await shop.sales(sold)).toEqual([])
      return sold
    })

    await gateway.connect()
    const number = await till.finalNumber()
    expect(await shop.sales(identifier)).toHaveLength(1)
    await expect(backOffice.rows('Ventes').getByRole('gridcell', { name: String(number), exact: true })).toBeVisible()
  },
)

test(
  'a page that is loaded again before its files are on the terminal says that it loads, without a network too',
  { tag: ['@kiosk/unlock', '@server/http', '@worker'] },
  async ({ till, gateway, expectErrors }) => {
    const { page } = till
    expectErrors(nobodyAnswers, /ERR_FAILED/)
    gateway.withholdsFilesOfWorker = true
    await page.goto('/kiosk/')
    await expect(till.entry.connect).toBeVisible()
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
    await expect(page.locator('html')).not.toHaveAttribute('data-files')
    // Chromium may have the scripts of this visit in its own cache.
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.clearBrowserCache')
    await gateway.cut()
    await page.reload()
    await expect(page.getByText('Officine se charge…')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Recharger la page' })).toBeVisible()

    await test.step('nor does the browser’s error show when the page itself is gone', async () => {
      await page.evaluate(async () => {
        for (const name of await caches.keys()) await caches.delete(name)
      })
      await page.reload()
      await expect(page.getByText('Officine se charge…')).toBeVisible()
    })

    gateway.withholdsFilesOfWorker = false
    await gateway.connect()
    await page.getByRole('link', { name: 'Recharger la page' }).click()
    await expect(till.entry.connect).toBeVisible()
    await isPutAside(till)
  },
)

test(
  'a new version waits for the open sale: accepted in the back-office it takes over at the lock of the counter, and can be taken away',
  { tag: ['@deep', '@kiosk/unlock', '@server/http', '@worker'] },
  async ({ till, backOffice, gateway, expectErrors, context }) => {
    // It builds the windows a second time.
    test.slow()
    // What a window asks while the counter locks is refused: the session has ended.
    expectErrors(nobodyAnswers, /401 .*\/api\//)
    const offer = (page: Till['page']) => page.getByRole('button', { name: 'Nouvelle version prête · Mettre à jour' })
    /** One that is under way already may have read the former file, and another one is not begun beside it: look until it shows. */
    const look = (page: Till['page']) =>
      page.evaluate(
        async () =>
          void (await navigator.serviceWorker
            .getRegistration()
            .then((worker) => worker?.update())
            .catch(() => undefined)),
      )
    const putAside = (page: Till['page']) =>
      page.evaluate(
        async () => (await navigator.serviceWorker.getRegistrations()).length + (await caches.keys()).length,
      )
    /** A mark that no reload survives. */
    const mark = (page: Till['page']) => page.evaluate(() => void Object.assign(window, { isTheOldPage: true }))
    const isOld = (page: Till['page']) => page.evaluate(() => 'isTheOldPage' in window)
    const versions = new Set<string>()
    context.on('request', (request) => {
      // The sign-in service has a header of that name too.
      const version = new URL(request.url()).pathname.startsWith('/api/')
        ? request.headers()['x-client-version']
        : undefined
      if (version) versions.add(version)
    })

    const printer = await Printer.install(till.page)
    await till.open(gilles)
    await isPutAside(till)
    await backOffice.openAgain('/clients')
    await till.add('coartem 20/120')
    await mark(till.page)
    await mark(backOffice.page)
    const former = await till.page.evaluate(() =>
      [...document.querySelectorAll<HTMLScriptElement>('script[type=module]')].map(({ src }) => src),
    )

    await test.step('it is offered, and accepted while the counter shows a sale', async () => {
      await gateway.rebuild({ VITE_HELP_URL: 'https://aide.officine.example/suite' })
      await expect.poll(() => look(backOffice.page).then(() => offer(backOffice.page).isVisible())).toBe(true)
      await offer(backOffice.page).click()
      await expect(backOffice.page.getByRole('status').filter({ hasText: 'Mise à jour après la vente' })).toBeVisible()
      expect(await isOld(backOffice.page)).toBe(true)
    })

    await test.step('the sale goes on to its receipt', async () => {
      await till.payExactly()
      await till.done.getByRole('button', { name: 'Imprimer le ticket' }).click()
      await expect.poll(() => printer.tickets()).toHaveLength(1)
      await till.finalNumber()
      expect(await isOld(till.page)).toBe(true)
    })

    await test.step('at its place without a sale the counter stays, while the back-office comes back as the new one', async () => {
      await till.goTo('Stock')
      await expect.poll(() => isOld(backOffice.page).catch(() => true)).toBe(false)
      await backOffice.isReady()
      await expect(offer(backOffice.page)).toHaveCount(0)
      expect(await isOld(till.page)).toBe(true)
    })

    await test.step('the old page, after the new version took over, sells and prints, without a network too', async () => {
      await gateway.cut()
      await till.goTo('Vente')
      await till.sell('doliprane 1000')
      await till.done.getByRole('button', { name: 'Imprimer le ticket' }).click()
      await expect.poll(() => printer.tickets()).toHaveLength(2)
      // Its own files are still here, and on the server.
      for (const file of former)
        expect(await till.page.evaluate(async (url) => (await fetch(url)).status, file)).toBe(200)
      expect(await isOld(till.page)).toBe(true)
      await gateway.connect()
      for (const file of former) expect((await fetch(file)).status).toBe(200)
      await till.finalNumber()
    })

    await test.step('at the lock screen it becomes the new one', async () => {
      await till.page.getByRole('button', { name: 'Verrouiller' }).click()
      await expect.poll(() => isOld(till.page).catch(() => true)).toBe(false)
      await expect(till.entry.question).toBeVisible()
      await till.unlock(gilles)
      await till.sell('efferalgan 500')
      await till.finalNumber()
      expect([...versions]).toHaveLength(2)
      // With nobody left on the former build its files are forgotten here.
      await till.page.evaluate(async () => (await navigator.serviceWorker.ready).active?.postMessage({ type: 'tidy' }))
      await expect
        .poll(() =>
          till.page.evaluate(
            async (urls) => (await Promise.all(urls.map((url) => caches.match(url)))).filter(Boolean).length,
            former,
          ),
        )
        .toBe(0)
    })

    await test.step('the way out: the worker takes itself away, and no window notices', async () => {
      gateway.takeWorkerAway()
      await mark(till.page)
      await expect.poll(() => look(till.page).then(() => putAside(till.page))).toBe(0)
      expect(await isOld(till.page)).toBe(true)
      await till.sell('doliprane 1000')
      await till.finalNumber()
    })
  },
)
