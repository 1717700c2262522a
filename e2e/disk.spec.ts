import { expect, noNetwork, test } from './journey.ts'
import { openWindow } from './open-window.ts'
import { gilles, rachelle } from './people.ts'
import { Till } from './pages/till.ts'
import { printedCodes } from './printed-codes.ts'
import { Printer } from './printer.ts'

// Its pages come from the terminal itself, without a network.
test.use({ serviceWorkers: 'allow' })

test(
  'the sales database is gone: what was ended without a network comes back from the copy, and is sent once',
  { tag: ['@kiosk/counter', '@kiosk/health', '@server/sales'] },
  async ({ till, shop, context, expectErrors }) => {
    expectErrors(noNetwork)
    await till.open(gilles)
    // A page that comes after the cut would be online, and one moment online sends the sale.
    const blank = await openWindow(context)
    await blank.route('**/nothing', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>nothing</title>' }),
    )
    // Until the page's files are on the terminal, no page opens without a network.
    await expect(till.page.locator('html')).toHaveAttribute('data-files', 'kept')
    await context.setOffline(true)
    await expect(till.network).toHaveText(/^Hors ligne/)
    const identifier = await till.sell('coartem 20/120')
    await till.add('doliprane 1000')
    const open = await till.identifier()

    await till.page.close()
    await blank.goto('/nothing')
    const lost = await blank.evaluate(async () => {
      const names = (await indexedDB.databases()).flatMap(({ name }) =>
        name?.startsWith('officine-sales-') ? [name] : [],
      )
      await Promise.all(
        names.map(
          (name) =>
            new Promise((resolve, reject) => {
              const asked = indexedDB.deleteDatabase(name)
              asked.onsuccess = resolve
              asked.onerror = reject
            }),
        ),
      )
      return names.length
    })
    expect(lost).toBe(1)

    const again = new Till(blank)
    await again.openAgain()
    const band = blank.getByRole('region', { name: 'État de ce poste' })
    await expect(band).toContainText('2 ventes ont été reprises de la copie de secours')
    await again.network.click()
    await expect(again.queue.getByRole('listitem')).toHaveText([new RegExp(`Vente ${identifier}`)])
    await expect(again.tabs.filter({ hasText: open })).toHaveCount(1)
    await band.getByRole('button', { name: 'J’ai compris' }).click()
    await expect(band).toHaveCount(0)
    expect(await shop.sales(identifier)).toEqual([])

    await context.setOffline(false)
    await again.hasSentAll()
    await expect(again.queue).toContainText('Tout est envoyé')
    expect(await shop.sales(identifier)).toHaveLength(1)
  },
)

test(
  'a till is lost with its whole disk: what it sold without a network is read from the receipt on another one, and stands once however often it is read',
  { tag: ['@kiosk/retype', '@kiosk/receipt', '@server/sales'] },
  async ({ till, shop, browser, watch, expectErrors }) => {
    expectErrors(noNetwork)
    const { identifier, picture } =
      await test.step('sold and printed without a network, then the browser with all it kept is gone', async () => {
        // As sharp as a receipt printer's dots.
        const context = watch(await browser.newContext({ deviceScaleFactor: 3 }))
        const lost = new Till(await context.newPage())
        const printer = await Printer.install(lost.page)
        await lost.open(gilles)
        await context.setOffline(true)
        await expect(lost.network).toHaveText(/^Hors ligne/)
        await lost.add('doliprane 1000')
        const identifier = await lost.sell('coartem 20/120')
        await lost.done.getByRole('button', { name: 'Imprimer le ticket' }).click()
        await expect.poll(() => printer.tickets()).toHaveLength(1)
        const picture = await printer.photograph()
        await context.close()
        return { identifier, picture }
      })
    const [digits, ...others] = await printedCodes(picture)
    expect(others).toEqual([])
    expect(await shop.sales(identifier)).toEqual([])

    const { page } = till
    const row = page.getByRole('listitem', { name: `Ticket ${identifier}` })
    await till.open(rachelle)
    await till.goTo('Poste')
    await page.getByRole('button', { name: 'Ressaisir des tickets' }).click()
    await expect(page.getByText('Aucun ticket lu')).toBeVisible()
    await till.scan(digits!)
    await expect(row).toContainText(/Enregistrée, n°\s\d+/)
    const stored = await shop.soldAs(identifier)
    await expect(row).toContainText(`n°\u00a0${stored.number}`)
    expect(stored.records).toHaveLength(2)

    await test.step('typed again, by hand: once', async () => {
      await page.getByLabel('Ou collez ici les chiffres du code').fill(digits!.replaceAll(/(\d{5})/g, '$1 '))
      await page.getByRole('button', { name: 'Reprendre' }).click()
      await expect(till.notice).toContainText('déjà lu')
      await expect(row).toHaveCount(1)
    })

    await test.step('from its photo, in a window that has not read it: once', async () => {
      await page.reload()
      await expect(page.getByText('Aucun ticket lu')).toBeVisible()
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Lire une photo' }).click(),
      ])
      await chooser.setFiles({ name: 'ticket.png', mimeType: 'image/png', buffer: picture })
      await expect(row).toContainText(`n°\u00a0${stored.number}`)
    })
    expect(await shop.soldAs(identifier)).toEqual(stored)
  },
)
