import { expect } from './journey.ts'
import type { Look } from './kiosk-walk.ts'
import { openWindow } from './open-window.ts'
import type { Till } from './pages/till.ts'
import { gilles } from './people.ts'
import { blockStorage, damageSales, fillDisk, raiseSales } from './refusing-disk.ts'

/** Every face of a disk in trouble. It ends with a newer version in this browser: nothing can be sold there afterwards. */
export async function walkDisk(till: Till, look: Look): Promise<void> {
  const { page } = till
  const context = page.context()
  const band = page.getByRole('region', { name: 'État de ce poste' })
  await till.openAgain()
  await fillDisk(page, 'officine-cache-')
  await till.sell('coartem 20/120')
  await expect(band).toContainText('les listes ne se mettent plus à jour')
  await look('disk: no room for the lists', page)
  await band.getByRole('button', { name: 'Libérer de la place' }).click()
  await expect(page.getByRole('dialog', { name: 'Retirer les listes de ce poste' })).toBeVisible()
  await look('disk: lists to be taken away', page)
  await page.getByRole('button', { name: 'Garder les listes' }).click()
  await till.lock()
  await expect(band).toBeVisible()
  await look('disk: no room, locked', page)
  await till.unlock(gilles)
  await fillDisk(page, 'officine-sales-')
  await till.search.fill('doliprane 1000')
  await till.hits
    .first()
    .getByRole('button', { name: /^Ajouter/ })
    .click()
  await expect(band).toContainText('la dernière action n’est pas enregistrée')
  await look('disk: no room for the sales', page)

  const damaged = await openWindow(context)
  await damageSales(damaged)
  await damaged.goto('/kiosk/')
  await expect(damaged.getByRole('heading', { name: 'Les données de ce poste ne se lisent plus' })).toBeVisible()
  await expect(damaged.getByRole('button', { name: 'Reprendre la copie de secours' })).toBeVisible()
  await look('disk: unreadable', damaged)
  await damaged.close()

  const blocked = await openWindow(context)
  await blockStorage(blocked)
  await blocked.goto('/kiosk/')
  await expect(blocked.getByRole('heading', { name: 'Ce navigateur ne garde rien sur ce poste' })).toBeVisible()
  await look('disk: private', blocked)
  await blocked.close()

  await page.reload()
  await till.isReady()
  await raiseSales(page)
  await expect(page.getByRole('heading', { name: 'Cette fenêtre est d’une ancienne version' })).toBeVisible()
  await look('disk: a newer version', page)
}
