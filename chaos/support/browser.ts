import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { chromium, type BrowserContext } from '@playwright/test'
import { chromiumArgs, ensureChromium } from '../../e2e/chromium.ts'
import { openSmallDisk, type SmallDisk } from './small-disk.ts'

/** A Chromium whose profile outlives it: after a kill, it restarts with the data on its disk. */
export type Browser = {
  /** Increments at each start; windows of an earlier generation are gone. */
  generation: number
  /** Where its profile is. */
  disk: SmallDisk
  context: BrowserContext | undefined
  /** `prepare` runs before anything else uses the context. */
  start(prepare: (context: BrowserContext) => Promise<void>): Promise<void>
  /** SIGKILL to all its processes at once. */
  kill(): Promise<void>
  close(): Promise<void>
}

const startLimitMs = 60_000

export function openBrowser(): Browser {
  const disk = openSmallDisk()
  let child: ChildProcess | undefined
  const kill = async (): Promise<void> => {
    const mine = child
    child = undefined
    browser.context = undefined
    if (!mine?.pid || mine.exitCode !== null || mine.signalCode !== null) return
    const gone = new Promise((done) => mine.once('exit', done))
    killGroup(mine.pid)
    await gone
  }
  process.once('exit', () => child?.pid && killGroup(child.pid))

  const browser: Browser = {
    generation: 0,
    disk,
    context: undefined,
    async start(prepare) {
      // A process group of its own, so that one signal ends all of it.
      child = spawn(
        ensureChromium(),
        [...chromiumArgs, ...ownArgs, `--user-data-dir=${disk.directory}`, 'about:blank'],
        { detached: true, stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, TZ: 'Africa/Porto-Novo' } },
      )
      const connection = await chromium.connectOverCDP(await addressOf(child), { timeout: startLimitMs })
      const context = connection.contexts()[0]!
      await prepare(context)
      browser.generation++
      browser.context = context
    },
    kill,
    async close() {
      await kill()
      disk.close()
    },
  }
  return browser
}

/** A window in the background is a counter like any other: disable throttling. */
const ownArgs = [
  '--headless=new',
  '--remote-debugging-port=0',
  '--window-size=1280,800',
  '--lang=fr-FR',
  '--no-default-browser-check',
  '--disable-breakpad',
  '--hide-crash-restore-bubble',
  '--password-store=basic',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
]

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It ended by itself at the same moment.
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((done, failed) => {
    const tooLate = setTimeout(() => failed(new Error('Chromium did not start in time')), startLimitMs)
    const lines = createInterface({ input: child.stderr! })
    lines.on('line', (line) => {
      const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1]
      if (!address) return
      clearTimeout(tooLate)
      done(address)
    })
    child.once('exit', (code, signal) => {
      clearTimeout(tooLate)
      failed(new Error(`Chromium ended with ${code ?? signal}`))
    })
  })
}
