import type { Page } from '@playwright/test'
import { expect, noNetwork, test } from './journey.ts'
import { faultsOf, overflowOf, type Size } from './looks.ts'
import { gilles } from './people.ts'

// Its pages come from the terminal itself, without a network.
test.use({ serviceWorkers: 'allow' })

const deskSizes: readonly Size[] = [
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
]

/** How many lists this browser holds whole on its disk. */
function listsOnDisk(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const name = (await indexedDB.databases()).find((database) => database.name?.startsWith('officine-cache-'))?.name
    if (!name) return 0
    const answerOf = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>(
        (resolve, reject) => (
          (request.onsuccess = () => resolve(request.result)),
          (request.onerror = () => reject(request.error))
        ),
      )
    const database = await answerOf(indexedDB.open(name))
    const metas = (await answerOf(database.transaction('meta').objectStore('meta').getAll())) as { live: unknown }[]
    database.close()
    return metas.filter(({ live }) => live !== null).length
  })
}

test(
  'without a network the back-office reads the lists of this terminal, keeps what is typed, and saves it when it is back',
  { tag: ['@axe', '@shared', '@backoffice/clients', '@backoffice/sales', '@server/clients', '@worker'] },
  async ({ backOffice, context, expectErrors }) => {
    expectErrors(noNetwork)
    const { page, clients } = backOffice
    const band = page.getByRole('region', { name: 'Hors ligne' })
    const looks = async (face: string) => {
      expect.soft(await overflowOf(page, deskSizes), `${face}: the page is larger than the screen`).toEqual([])
      expect.soft(await faultsOf(page), `${face}: what axe finds`).toEqual([])
    }
    await backOffice.open(gilles)
    await expect.poll(() => listsOnDisk(page)).toBe(5)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await expect(page.locator('html')).toHaveAttribute('data-files', 'kept')
    await backOffice.goTo('Clients')
    await backOffice.openFirstInsured()
    const identity = clients.sheet('Identité')
    await expect(identity).toBeVisible()
    const opened = await clients.title.innerText()
    await identity.getByRole('button', { name: 'Modifier' }).click()
    const note = `Préfère le matin ${Date.now()}`
    await identity.getByLabel('Note').fill(note)

    await test.step('the network goes while a form is open: it stays, and says why it waits', async () => {
      await context.setOffline(true)
      await expect(band).toContainText(/Hors ligne depuis .+\s: lecture seule\./)
      await expect(identity).toContainText('Votre saisie est conservée ici.')
      await expect(identity.getByRole('button', { name: 'Enregistrer' })).toBeDisabled()
      await expect(identity.getByLabel('Note')).toHaveValue(note)
      await looks('a form that waits')
    })

    await test.step('the network is back: what was typed is saved', async () => {
      await context.setOffline(false)
      await expect(band).toHaveCount(0)
      await identity.getByRole('button', { name: 'Enregistrer' }).click()
      // The field holds the note too: it is saved when the form is closed.
      await expect(identity.getByRole('button', { name: 'Modifier' })).toBeVisible()
      await expect(identity).toContainText(note)
    })

    await test.step('offline again: clients are searched in the list on disk, and one who was never opened has his page', async () => {
      await context.setOffline(true)
      await expect(band).toBeVisible()
      await backOffice.goTo('Clients')
      await expect(page.getByText(/^Liste d’il y a .+ \(\d\d:\d\d\)$/)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Nouveau client' })).toBeDisabled()
      await looks('clients offline')
      await page.getByRole('searchbox', { name: 'Filtrer les clients' }).fill('a')
      await expect(
        page
          .getByRole('group', { name: 'Filtres' })
          .getByRole('status')
          .filter({ hasText: /résultat/ }),
      ).toBeVisible()
      const other = backOffice.rows('Clients').filter({ hasNotText: opened }).first()
      const name = await other.getByRole('gridcell').first().innerText()
      await other.click()
      await expect(clients.title).toHaveText(name)
      await expect(page.getByText(/^Liste d’il y a .+ \(\d\d:\d\d\)$/)).toBeVisible()
      await expect(clients.sheet('Proches')).toContainText('demandent le réseau')
      await looks('patient offline')
    })

    await test.step('what only the server knows says so, and comes back by itself', async () => {
      await backOffice.goTo('Ventes')
      await expect(page.getByText('Les ventes demandent le réseau.')).toBeVisible()
      await looks('sales offline')
      await context.setOffline(false)
      await backOffice.lastWeek()
      await expect(backOffice.rows('Ventes').first()).toBeVisible()
      await expect(band).toHaveCount(0)
    })

    await test.step('locked and cut off, the PIN opens it again', async () => {
      await backOffice.goTo('Clients')
      await backOffice.chooseInMenu('Verrouiller ou changer d’utilisateur')
      await expect(backOffice.entry.question).toBeVisible()
      await context.setOffline(true)
      await expect(page.getByText(/^Hors ligne/).last()).toBeVisible()
      await backOffice.entry.unlock(gilles)
      await expect(band).toBeVisible()
      await expect(backOffice.rows('Clients').first()).toBeVisible()
      await context.setOffline(false)
      await expect(band).toHaveCount(0)
    })
  },
)
