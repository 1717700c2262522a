import { expect, noNetwork, test } from './journey.ts'
import { gilles } from './people.ts'
import { Till } from './pages/till.ts'

// Its pages come from the post itself, without a network.
test.use({ serviceWorkers: 'allow' })

test('the sales database is gone: what was ended without a network comes back from the copy, and is sent once', async ({ till, shop, context, expectErrors }) => {
  expectErrors(noNetwork)
  await till.open(gilles)
  // Until the page's files are on the post, no page opens without a network.
  await till.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await context.setOffline(true)
  await expect(till.network).toHaveText(/^Hors ligne/)
  const identifier = await till.sell('coartem 20/120')
  await till.add('doliprane 1000')
  const open = await till.identifier()

  await context.setOffline(false)
  const blank = await context.newPage()
  await blank.route('**/nothing', (route) => route.fulfill({ contentType: 'text/html', body: '<title>nothing</title>' }))
  await context.setOffline(true)
  await till.page.close()
  await blank.goto('/nothing')
  const lost = await blank.evaluate(async () => {
    const names = (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('officine-sales-') ? [name] : []))
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
  await expect(again.network).toHaveText(/^En ligne$/)
  await expect(again.queue).toContainText('Tout est envoyé')
  expect(await shop.sales(identifier)).toHaveLength(1)
})
