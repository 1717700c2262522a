import { randomUUID } from 'node:crypto'
import { expect, noNetwork, test } from './journey.ts'
import { openWindow } from './open-window.ts'
import { gilles, koffi, rachelle } from './people.ts'
import { Printer } from './printer.ts'
import { lettersOf } from './shop-api.ts'

test(
  'what is sold and noted without a network waits in sight and is sent once: when it is back, when its answer was lost, at the next start',
  { tag: ['@shared', '@kiosk/counter', '@kiosk/help', '@kiosk/receipt', '@server/sales', '@server/missed-sales'] },
  async ({ till, shop, context, expectErrors }) => {
    expectErrors(noNetwork, /ERR_FAILED .*\/api\/sales$/)
    const printer = await Printer.install(till.page)
    await till.open(gilles)

    await test.step('two sales without a network are sent once each when it is back', async () => {
      await context.setOffline(true)
      await expect(till.network).toHaveText(/^Hors ligne/)
      const first = await till.sell('coartem 20/120')
      await expect(till.done).toContainText(`Vente ${first} enregistrée sur ce poste`)
      await till.done.getByRole('button', { name: 'Imprimer le ticket' }).click()
      await expect.poll(() => printer.tickets()).toHaveLength(1)
      expect((await printer.tickets())[0]).toContain('PROVISOIRE')
      const second = await till.sell('doliprane 1000')
      await expect(till.network).toHaveText(/2\sà envoyer/)

      await till.network.click()
      await expect(till.queue).toContainText('Continuez à vendre.')
      await expect(till.queue.getByRole('listitem')).toHaveText([
        new RegExp(`Vente ${first}`),
        new RegExp(`Vente ${second}`),
      ])
      expect([...(await shop.sales(first)), ...(await shop.sales(second))]).toEqual([])

      await context.setOffline(false)
      await till.hasSentAll()
      await expect(till.queue).toContainText('Tout est envoyé')
      for (const identifier of [first, second]) expect(await shop.sales(identifier)).toHaveLength(1)
      await till.queue.getByRole('button', { name: 'Voir les ventes du jour' }).click()

      const [accepted] = await shop.sales(first)
      await till.page.getByRole('button', { name: new RegExp(`n°\\s${accepted!.number}\\b`) }).click()
      await till.page.getByRole('button', { name: 'Réimprimer le ticket' }).click()
      await expect.poll(() => printer.tickets()).toHaveLength(2)
      const [, reprint] = await printer.tickets()
      expect(reprint).toMatch(new RegExp(`Vente n°\\s${accepted!.number}\\b`))
      expect(reprint).not.toContain('PROVISOIRE')
      await till.goTo('Vente')
    })

    await test.step('the answer is lost after the sale was written: it is sent again and exists once', async () => {
      const numbers: number[] = []
      await till.page.route('**/api/sales', async (route) => {
        const reply = await route.fetch()
        numbers.push(((await reply.json()) as { number: number }).number)
        await (numbers.length === 1 ? route.abort() : route.fulfill({ response: reply }))
      })
      const identifier = await till.sell('efferalgan 500')
      expect(await till.finalNumber()).toBe(numbers[0])
      expect(numbers).toHaveLength(2)
      expect(new Set(numbers).size).toBe(1)
      expect(await shop.sales(identifier)).toMatchObject([{ number: numbers[0] }])
      await till.page.unroute('**/api/sales')
    })

    await test.step('who leaves without is noted, counted at once, and sent once it is back', async () => {
      const asked = `Sirop ${lettersOf(randomUUID())}`
      await context.setOffline(true)
      await expect(till.network).toHaveText(/^Hors ligne/)
      await till.search.fill(asked)
      await till.page.keyboard.press('F1')
      const panel = till.page.getByRole('dialog', { name: 'Vente manquée' })
      await panel.getByRole('button', { name: /^Une de plus/ }).click()
      // Twice under the finger is once.
      await panel.getByRole('button', { name: 'Trop cher' }).dblclick()
      await expect(panel).toHaveCount(0)
      await till.network.click()
      await expect(till.queue).toContainText(asked)
      expect(await shop.missed(asked)).toEqual([])

      await context.setOffline(false)
      await till.hasSentAll()
      await expect(till.queue).toContainText('Tout est envoyé')
      expect(await shop.missed(asked)).toMatchObject([{ label: asked, quantity: 2, reason: 'too-dear' }])
    })

    await test.step('the page is closed with a sale unsent: the next start sends it', async () => {
      await context.setOffline(true)
      await expect(till.network).toHaveText(/^Hors ligne/)
      const identifier = await till.sell('coartem 20/120')
      await till.page.close()
      await context.setOffline(false)

      const page = await openWindow(context)
      await page.goto('/kiosk/')
      await expect.poll(() => shop.sales(identifier)).toHaveLength(1)
    })
  },
)

test(
  'without a network who unlocked here before unlocks again, nobody else, and five wrong codes make the next one wait',
  { tag: ['@deep', '@kiosk/unlock', '@server/tokens'] },
  async ({ till, shop, context, expectErrors }) => {
    expectErrors(noNetwork)
    await till.page.clock.install()
    await till.open(rachelle)
    await till.lock()
    await till.unlock(koffi)
    await till.lock()
    await context.setOffline(true)
    await expect(till.page.getByText(/^Hors ligne/).last()).toBeVisible()

    await test.step('five wrong codes', async () => {
      await till.entry.member(koffi).click()
      for (const attemptsLeft of [4, 3, 2, 1]) {
        await till.entry.type('0000')
        await expect(till.entry.message).toHaveText(
          `Code incorrect, encore ${attemptsLeft} ${attemptsLeft === 1 ? 'essai' : 'essais'}`,
        )
      }
      // From here on its clock stands, however long the codes take to compare.
      await till.page.clock.pauseAt((await till.page.evaluate(() => Date.now())) + 1_000)
      await till.entry.type('0000')
      await expect(till.entry.message).toHaveText(/^Trop d’essais\s: réessayez dans 2\ss\.$/)
      await expect(till.entry.pad.getByRole('button', { name: '1', exact: true })).toBeDisabled()
      await till.page.clock.fastForward(2_000)
      await expect(till.entry.message).toHaveText('Vous pouvez réessayer')
      await till.page.clock.resume()
      await till.entry.type(koffi.pin)
      await till.isReady()
      await till.lock()
    })

    await test.step('who was never here, then who was', async () => {
      await till.entry.unlock(gilles)
      await expect(till.entry.message).toHaveText(/^Hors ligne\s: ouvrez d’abord ce poste une fois avec le réseau$/)
      await till.unlock(rachelle)
      const identifier = await till.sell('coartem 20/120')
      await expect(till.network).toHaveText(/1\sà envoyer/)

      await context.setOffline(false)
      await till.finalNumber()
      const [sale] = await shop.sales(identifier)
      expect(sale?.sellerName).toContain(rachelle.lastName)
    })
  },
)
