/**
 * Hasty updates: two builds replace each other while the counter, a second counter, the customer's screen and the
 * back-office are open in one browser; « Mettre à jour » is touched in the moment in which « Verrouiller » has locked,
 * while all windows ask the server something: a request that wakes the old worker makes Chromium forget the activation.
 * No window may stay blank. `-- --rounds 50 --debugger` counts them, with a debugger on the service worker.
 * `npm run test:deep -- updates updates-debugged` runs it without and with. The windows must be built.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { BareBrowser, type BareWindow } from './bare-browser.ts'
import { gilles, terminalAccount } from './people.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '50' }, debugger: { type: 'boolean', default: false } },
})
const rounds = Number(values.rounds)
/** A window that shows nothing of the new version after this is blank: Chromium held such pages for over a minute. */
const blankAfterMs = 90_000
const answerMs = 5_000

// One shop, on a port of its own unless one is kept.
const startsShop = !process.env.OFFICINE_E2E_REUSE
process.env.OFFICINE_E2E_REUSE = '1'
const { Gateway } = await import('./gateway.ts')
const { allShopsAreOpen } = await import('./shop.ts')

const button = (name: string): string =>
  `[...document.querySelectorAll('button')].find((each) => (each.ariaLabel ?? each.innerText).includes(${JSON.stringify(name)}))`
const files = `[...document.querySelectorAll('script[type=module]')].map(({ src }) => src).join()`
const isDrawn = `!document.querySelector('.opening') && document.querySelector('#root')?.childElementCount > 0`

async function openShop(): Promise<ChildProcess> {
  const shop = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'serve.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => shop.kill())
  for await (const line of createInterface({ input: shop.stdout })) if (line === allShopsAreOpen) return shop
  throw new Error('The shop did not open.')
}

/** The files without a hash in their names: putting them back is an update to the other build. */
const named = ['kiosk.html', 'backoffice.html', 'sw.js', 'build-note.json']

class Builds {
  private shown = 0
  private constructor(readonly gateway: InstanceType<typeof Gateway>) {}

  static async make(): Promise<Builds> {
    const builds = new Builds(await Gateway.open())
    builds.keep(0)
    await builds.gateway.rebuild({ VITE_HELP_URL: 'https://aide.officine.example/suite' })
    builds.keep(1)
    builds.show(0)
    return builds
  }
  private folder(build: number): string {
    return join(this.gateway.dist, `build-${build}`)
  }
  private keep(build: number): void {
    mkdirSync(this.folder(build))
    for (const name of named) copyFileSync(join(this.gateway.dist, name), join(this.folder(build), name))
  }
  private show(build: number): void {
    this.shown = build
    for (const name of named) copyFileSync(join(this.folder(build), name), join(this.gateway.dist, name))
  }
  next(): void {
    this.show(1 - this.shown)
  }
}

async function unlock(till: BareWindow): Promise<void> {
  await till.until(`!!${button(gilles.lastName)}`)
  await till.read(`${button(gilles.lastName)}.click()`)
  await till.until(`!!document.querySelector('[aria-label="Pavé du code"]')`)
  await till.press(gilles.pin)
  await till.until(`!!document.querySelector('[aria-label="Scanner ou chercher"]')`)
}

async function signIn(till: BareWindow): Promise<void> {
  await till.until(`!!${button('Se connecter')}`)
  const [email, password] = [
    `document.querySelector('input[type=email]')`,
    `document.querySelector('input[type=password]')`,
  ]
  await till.read(`${email}.focus()`)
  await till.type(terminalAccount.email)
  await till.read(`${password}.focus()`)
  await till.type(terminalAccount.password)
  await till.read(`${button('Se connecter')}.click()`)
  await unlock(till)
}

/** Both touches in one task of the page: the lock's requests and the acceptance meet in the worker. */
const lockAndAccept = `new Promise((done) => {
  ${button('Verrouiller')}.click()
  const touch = () => {
    const offer = ${button('Nouvelle version prête')}
    const isLocked = !${button('Verrouiller')}
    if (!offer || !isLocked) return requestAnimationFrame(touch)
    offer.click()
    done(true)
  }
  touch()
})`

/** Requests of every window meet the moment in which the new version takes over. */
const ask = `(() => {
  const asking = setInterval(() => fetch('/api/').catch(() => 0), 20)
  setTimeout(() => clearInterval(asking), 4_000)
})()`

const state = `navigator.serviceWorker.getRegistration().then((known) => JSON.stringify({
  files: ${files}, active: known?.active?.state, waiting: known?.waiting?.state, controller: navigator.serviceWorker.controller?.state,
  text: document.body.innerText.slice(0, 200) }))`

/**
 * `blank`: windows that show nothing, or do not answer. `late`: windows that still work as the old version, because the
 * browser has not activated the new one in time; they say so.
 */
type Outcome = { blank: string[]; late: string[] }

async function round(builds: Builds, windows: Record<string, BareWindow>): Promise<Outcome> {
  const till = windows['first counter']!
  const former = await Promise.all(Object.values(windows).map((each) => each.read<string>(files)))
  builds.next()
  await till.until(
    `navigator.serviceWorker.getRegistration().then((known) => !!known.waiting || (known.update().catch(() => 0), false))`,
  )
  for (const window of Object.values(windows)) await window.read(ask)
  await till.read(lockAndAccept)
  const outcome: Outcome = { blank: [], late: [] }
  const look = async ([name, window]: [string, BareWindow], at: number) => {
    if (await window.isSoon(`${isDrawn} && ${files} !== ${JSON.stringify(former[at])}`, blankAfterMs)) return
    const kind = (await window.isSoon(isDrawn, answerMs)) ? 'late' : 'blank'
    outcome[kind].push(`${name}: ${await Promise.race([window.read<string>(state), later(2_000)])}`)
  }
  await Promise.all(Object.entries(windows).map(look))
  return outcome
}

const later = (ms: number) => new Promise<string>((done) => setTimeout(() => done('does not answer'), ms))

const shop = startsShop ? await openShop() : undefined
const builds = await Builds.make()
const open = () => BareBrowser.open({ debugsWorkers: values.debugger })
async function windowsOf(browser: BareBrowser): Promise<Record<string, BareWindow>> {
  const { address } = builds.gateway
  const till = await browser.openWindow(`${address}/kiosk/`)
  await signIn(till)
  await till.until(`document.documentElement.dataset.files === 'kept'`)
  const windows = {
    'first counter': till,
    'second counter': await browser.openWindow(`${address}/kiosk/stock`),
    'customer’s screen': await browser.openWindow(`${address}/kiosk/afficheur`),
    'back-office': await browser.openWindow(`${address}/backoffice/`),
  }
  for (const window of Object.values(windows)) await window.until(isDrawn)
  return windows
}

const report = (line: string) => process.stdout.write(`${line}\n`)
const count = { new: 0, late: 0, blank: 0 }
let browser = await open()
let windows = await windowsOf(browser)
try {
  for (let at = 1; at <= rounds; at++) {
    const startedAt = Date.now()
    const { blank, late } = await round(builds, windows)
    const kind = blank.length > 0 ? 'blank' : late.length > 0 ? 'late' : 'new'
    count[kind]++
    report(`round ${at}: ${kind} after ${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
    for (const line of [...blank, ...late]) report(`  ${line}`)
    if (kind === 'new') await unlock(windows['first counter']!)
    else if (at < rounds) {
      await browser.close()
      browser = await open()
      windows = await windowsOf(browser)
    }
  }
} finally {
  await browser.close()
  await builds.gateway.close()
  shop?.kill()
}
report(
  `${rounds} hasty updates${values.debugger ? ' with a debugger on the worker' : ''}: ${count.new} new, ${count.late} late, ${count.blank} with a blank window`,
)
// A worker under a debugger does not stop by itself: its update may come minutes later, the windows work meanwhile.
process.exit(count.blank === 0 && (values.debugger || count.late === 0) ? 0 : 1)
