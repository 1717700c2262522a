import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filmOf } from './fake-camera.ts'
import { expect, test } from './journey.ts'
import { faultsOf } from './looks.ts'

const doliprane = '3400935955838'
const folder = mkdtempSync(join(tmpdir(), 'officine-camera-'))
const film = join(folder, 'box.y4m')
filmOf(doliprane, film)
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.use({
  permissions: ['camera'],
  launchOptions: async ({ launchOptions }, give) =>
    give({ ...launchOptions, args: [...(launchOptions.args ?? []), `--use-file-for-fake-video-capture=${film}`] }),
})

test('a box held before the camera is sold once, and nothing comes from elsewhere than our own address', async ({
  till,
}) => {
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
})
