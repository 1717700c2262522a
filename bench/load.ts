/**
 * `npm run bench:load` measures the kiosk from navigation to usable, with an empty and a full cache, and its size: the
 * scripts that the browser fetches, gzipped, and their content.
 */
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { campGuezo } from '#server/demo/demo-pharmacies.ts'
import { chromiumArgs, ensureChromium } from '../e2e/chromium.ts'
import { openBenchShop } from './support/bench-shop.ts'
import { buildAndWeigh, withImports, type BuiltFile } from './support/built-windows.ts'
import { catalogue } from './support/catalogue.ts'
import { ifInterrupted } from './support/if-interrupted.ts'
import { kioskScreens, signInTerminal, unlock, unlockAsOwner, waitForProducts } from './support/kiosk-page.ts'
import { percentilesOf } from './support/percentiles.ts'
import { printTable } from './support/print-table.ts'
import { screenTime, watchScreens } from './support/screen-times.ts'
import { stockCatalogue } from './support/stock-catalogue.ts'

const runs = 5
const { products } = catalogue(52_000)
const built = join(import.meta.dirname, '../dist')
const profiles = mkdtempSync(join(tmpdir(), 'officine-bench-profiles-'))

type Screen = keyof typeof kioskScreens
type Case = {
  title: string
  profile: 'fresh' | 'locked' | 'unlocked'
  screen: Screen
  path: string
  isTyping?: boolean
}
const cases: readonly Case[] = [
  { title: 'sign-in form (a new terminal)', profile: 'fresh', screen: 'signIn', path: '/kiosk/' },
  { title: 'lock screen with its members', profile: 'locked', screen: 'lock', path: '/kiosk/' },
  { title: 'counter, search field ready', profile: 'unlocked', screen: 'counter', path: '/kiosk/vente' },
  {
    title: 'counter, first search answered',
    profile: 'unlocked',
    screen: 'found',
    path: '/kiosk/vente',
    isTyping: true,
  },
]

async function open(profile: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await chromium.launchPersistentContext(join(profiles, profile), {
    executablePath: ensureChromium(),
    args: chromiumArgs,
    viewport: { width: 1280, height: 800 },
    handleSIGINT: false,
    handleSIGTERM: false,
  })
  context.once(
    'close',
    ifInterrupted(() => context.close()),
  )
  await watchScreens(context, kioskScreens)
  return { context, page: context.pages()[0] ?? (await context.newPage()) }
}

/** A terminal in the morning, locked, and one left unlocked; both have the whole list on disk. */
async function prepareProfiles(url: string): Promise<void> {
  const { context, page } = await open('unlocked')
  await signInTerminal(page, url)
  await unlock(page)
  await waitForProducts(page)
  await context.close()
  cpSync(join(profiles, 'unlocked'), join(profiles, 'locked'), { recursive: true })
  const locked = await open('locked')
  await locked.page.goto(`${url}/kiosk/`)
  await locked.page.getByRole('button', { name: 'Verrouiller' }).click()
  await locked.page.locator(kioskScreens.lock).waitFor()
  await locked.context.close()
}

/** Cold: a new browser that knows the terminal but has cached no file. Warm: the second load in it. */
async function loadTwice(
  { profile, screen, path, isTyping }: Case,
  url: string,
): Promise<{ cold: number; warm: number }> {
  const copy = `${profile}-copy`
  const isCache = (source: string): boolean => /^(Cache|Code Cache|GPUCache|Singleton.*)$/.test(basename(source))
  if (profile !== 'fresh')
    cpSync(join(profiles, profile), join(profiles, copy), { recursive: true, filter: (source) => !isCache(source) })
  const { context, page } = await open(copy)
  const load = async (): Promise<number> => {
    await page.goto(url + path, { waitUntil: 'commit' })
    if (isTyping) await page.locator(kioskScreens.counter).fill('do')
    return screenTime(page, screen)
  }
  const cold = await load()
  const warm = await load()
  await context.close()
  rmSync(join(profiles, copy), { recursive: true, force: true })
  return { cold, warm }
}

async function measureTimes(url: string): Promise<void> {
  const rows: string[][] = []
  for (const each of cases) {
    const times = { cold: [] as number[], warm: [] as number[] }
    for (let run = 0; run < runs; run++) {
      const { cold, warm } = await loadTwice(each, url)
      times.cold.push(cold)
      times.warm.push(warm)
    }
    rows.push([
      each.title,
      ...[times.cold, times.warm].flatMap((all) => [
        percentilesOf(all).p50.toFixed(0),
        `${Math.min(...all).toFixed(0)}–${Math.max(...all).toFixed(0)}`,
      ]),
    ])
  }
  printTable(
    `From navigation to usable in ms, ${runs} runs; ${products.length.toLocaleString('en')} products on the terminal’s disk`,
    ['screen', 'cold, median', 'range', 'warm, median', 'range'],
    rows,
  )
}

/** The files that a window fetches from an empty cache until somebody works in it. */
async function fetchedFiles(url: string, path: '/kiosk/' | '/backoffice/'): Promise<string[]> {
  const { context, page } = await open('weighing')
  const fetched = new Set<string>()
  page.on(
    'response',
    (response) =>
      ['script', 'stylesheet'].includes(response.request().resourceType()) &&
      fetched.add(new URL(response.url()).pathname.slice(1)),
  )
  await signInTerminal(page, url)
  fetched.clear()
  await page.goto(url + path)
  await page.locator(kioskScreens.lock).waitFor()
  await (path === '/kiosk/' ? unlock(page) : unlockAsOwner(page))
  // files fetched afterwards: the network is never idle, because it carries the stream of hints
  await page.waitForTimeout(3000)
  await context.close()
  rmSync(join(profiles, 'weighing'), { recursive: true, force: true })
  return [...fetched]
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}

function printWeights(title: string, files: ReadonlyMap<string, BuiltFile>, fetched: readonly string[]): void {
  const scripts = fetched.flatMap((path) => files.get(path) ?? [])
  const styles = fetched.filter((path) => path.endsWith('.css'))
  const entry = scripts.find(({ path }) => /\/(kiosk|backoffice)-/.test(path))
  const first = entry ? withImports(files, entry.path) : new Set<string>()
  const sum = (some: readonly BuiltFile[]): number => some.reduce((total, { gzBytes }) => total + gzBytes, 0)
  const [needed, later] = [
    scripts.filter(({ path }) => first.has(path)),
    scripts.filter(({ path }) => !first.has(path)),
  ]
  printTable(
    title,
    ['script', 'kB gz'],
    [
      ...needed.map(({ path, gzBytes }) => [path, kilobytes(gzBytes)]),
      ['= the entry and what it cannot run without', kilobytes(sum(needed))],
      ...later.map(({ path, gzBytes }) => [`${path} (fetched afterwards)`, kilobytes(gzBytes)]),
      ['= all scripts that were fetched', kilobytes(sum(scripts))],
      [
        'style sheets, besides',
        kilobytes(styles.reduce((total, sheet) => total + gzipSync(readFileSync(join(built, sheet))).length, 0)),
      ],
    ],
  )
  const parts = new Map<string, number>()
  for (const { parts: own } of scripts) for (const [part, bytes] of own) parts.set(part, (parts.get(part) ?? 0) + bytes)
  printTable(
    'made of',
    ['part', 'kB gz, about'],
    [...parts]
      .sort(([, a], [, b]) => b - a)
      .slice(0, 22)
      .map(([part, bytes]) => [part, kilobytes(bytes)]),
  )
}

ifInterrupted(() => rmSync(profiles, { recursive: true, force: true }))
try {
  console.log('building the windows and stocking the shop…')
  const files = await buildAndWeigh()
  const shop = await openBenchShop((database) => stockCatalogue(database, campGuezo.id, products, products.length))
  try {
    printWeights('The kiosk, lock screen and counter', files, await fetchedFiles(shop.url, '/kiosk/'))
    console.log('Aim: under 250 kB for what the lock screen and the counter need.')
    printWeights('The back-office, lock screen and dashboard', files, await fetchedFiles(shop.url, '/backoffice/'))
    await prepareProfiles(shop.url)
    await measureTimes(shop.url)
  } finally {
    await shop.stop()
  }
} finally {
  rmSync(profiles, { recursive: true, force: true })
}
