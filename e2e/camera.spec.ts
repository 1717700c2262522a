import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isGtin } from '#shared/domain/product-code.ts'
import { ean13Of, sellableLots } from './boxes.ts'
import { filmOf } from './fake-camera.ts'
import { expect, test } from './journey.ts'
import { faultsOf } from './looks.ts'
import { gilles } from './people.ts'

const doliprane = '3400935955838'
const folder = mkdtempSync(join(tmpdir(), 'officine-camera-'))
const film = join(folder, 'box.y4m')
filmOf(doliprane, film)
// Not `afterAll`: it may run between two journeys of one worker.
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

test.use({
  permissions: ['camera'],
  launchOptions: async ({ launchOptions }, give) =>
    give({ ...launchOptions, args: [...(launchOptions.args ?? []), `--use-file-for-fake-video-capture=${film}`] }),
})

test(
  'a box held before the camera is sold once, and nothing comes from elsewhere than our own address',
  { tag: ['@axe', '@kiosk/scanners', '@kiosk/terminal'] },
  async ({ till }) => {
    const foreign: string[] = []
    const readers: string[] = []
    till.page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname.endsWith('.wasm')) readers.push(url.pathname)
      if (url.protocol.startsWith('http') && url.hostname !== '127.0.0.1') foreign.push(request.url())
    })
    await till.open()
    // Whoever has no camera never loads its reader.
    expect(readers).toEqual([])
    const panel = till.page.getByRole('region', { name: 'Caméra' })
    const button = till.page.getByRole('button', { name: 'Scanner avec la caméra' })
    await button.click()
    await expect(till.line(/Doliprane/)).toHaveCount(1)
    await expect(panel).toContainText(`Lu : ${doliprane}`)
    expect(readers).toHaveLength(1)
    // It stays in the picture: still one box, while the scanner goes on beside it.
    await till.scan('3400932570010')
    await expect(till.lines).toHaveCount(2)
    await expect(till.line(/Doliprane/)).not.toContainText('×')
    expect(await faultsOf(till.page), 'what axe finds beside an open camera').toEqual([])
    await till.search.press('Escape')
    await expect(panel).toHaveCount(0)
    await till.payExactly()
    await till.finalNumber()
    expect(foreign).toEqual([])
    await till.goTo('Poste')
    await expect(till.page.getByRole('heading', { name: 'Afficheur client' })).toBeVisible()
    expect(await faultsOf(till.page), 'what axe finds where devices are set up').toEqual([])
  },
)

test(
  'a phone that counts an inventory finds the lots of the box before its camera',
  { tag: ['@deep', '@backoffice/inventories', '@server/inventories'] },
  async ({ till, backOffice, shop, browser, watch }) => {
    // Other journeys sell from this shop: a product that still stands on its shelf.
    const product = (await shop.products()).find(
      (each) =>
        each.storage !== null &&
        isGtin(ean13Of(each) ?? '') &&
        sellableLots(each).some(({ quantity, storage }) => quantity > 0 && (storage ?? each.storage) === each.storage),
    )!
    filmOf(ean13Of(product)!, film)
    const { page } = backOffice
    await till.open(gilles)
    await backOffice.openAgain('/inventaires?nouveau=oui&portee=storages')
    const panel = page.getByRole('complementary', { name: 'Nouvel inventaire' })
    await panel.getByRole('combobox', { name: 'Rangements' }).click()
    await page.getByRole('option', { name: product.storage!, exact: true }).click()
    await page.keyboard.press('Escape')
    await panel.getByRole('button', { name: 'Commencer' }).click()
    await expect(page.getByRole('button', { name: 'Compter au téléphone' })).toBeVisible()
    const made = page.waitForResponse((response) => response.url().endsWith('/counting-link'))
    await page.getByRole('button', { name: 'Compter au téléphone' }).click()
    const { token } = (await (await made).json()) as { token: string }

    const phone = await watch(
      await browser.newContext({ viewport: { width: 390, height: 844 }, permissions: ['camera'] }),
    ).newPage()
    await phone.goto(`${new URL(page.url()).pathname}/compter#${token}`)
    await phone.getByRole('button', { name: 'Scanner avec la caméra' }).click()
    const pad = phone.getByRole('dialog', { name: `Compter ${product.label.slice(0, 8)}` })
    const several = phone.getByRole('alert').filter({ hasText: 'Plusieurs lots de ce produit' })
    await expect(pad.or(several)).toBeVisible()
    // The box was read: the camera is closed.
    await expect(phone.getByRole('region', { name: 'Caméra' })).toHaveCount(0)
    // One lot opens its pad above the whole list; several are chosen from.
    if (await several.isVisible())
      for (const line of await phone.getByRole('listitem').all())
        await expect(line).toContainText(product.label.slice(0, 8), { ignoreCase: true })
  },
)
