import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { chromiumArgs, ensureChromium } from './chromium.ts'

type Message = { id?: number; sessionId?: string; method?: string; params?: unknown; result?: unknown; error?: unknown }
type Send = (method: string, params?: object, sessionId?: string) => Promise<unknown>

/**
 * A Chromium driven without Playwright, which attaches a debugger to every service worker: a worker under a debugger is
 * stopped and started otherwise than the worker of a pharmacy.
 */
export class BareBrowser {
  private constructor(
    private readonly send: Send,
    readonly close: () => Promise<void>,
  ) {}

  static async open({ debugsWorkers }: { debugsWorkers: boolean }): Promise<BareBrowser> {
    const profile = mkdtempSync(join(tmpdir(), 'officine-profile-'))
    const child = spawn(ensureChromium(), [...chromiumArgs, ...ownArgs, `--user-data-dir=${profile}`, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
      detached: true,
    })
    const gone = new Promise<void>((done) => child.once('exit', () => done()))
    const killAll = () => {
      try {
        if (child.pid) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It has ended already.
      }
    }
    process.once('exit', killAll)
    const listeners: ((message: Message) => void)[] = []
    const send = talk(child.stdio[3] as Writable, child.stdio[4] as Readable, (message) =>
      listeners.forEach((hear) => hear(message)),
    )
    if (debugsWorkers) {
      listeners.push(({ method, params }) => {
        if (method !== 'Target.attachedToTarget') return
        const { sessionId, targetInfo } = params as { sessionId: string; targetInfo: { type: string } }
        if (targetInfo.type !== 'service_worker') return
        for (const domain of ['Runtime', 'Debugger']) send(`${domain}.enable`, {}, sessionId).catch(() => undefined)
      })
      const filter = [{ type: 'service_worker' }, { exclude: true }]
      await send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true, filter })
    }
    return new BareBrowser(send, async () => {
      killAll()
      await gone
      process.off('exit', killAll)
      rmSync(profile, { recursive: true, force: true, maxRetries: 10 })
    })
  }

  async openWindow(url: string): Promise<BareWindow> {
    const { targetId } = (await this.send('Target.createTarget', { url, newWindow: true })) as { targetId: string }
    const attached = await this.send('Target.attachToTarget', { targetId, flatten: true })
    const { sessionId } = attached as { sessionId: string }
    return new BareWindow((method, params) => this.send(method, params, sessionId))
  }
}

export class BareWindow {
  constructor(private readonly send: Send) {}

  /** The value of an expression of the page; undefined while the page is being replaced. */
  async read<T>(expression: string): Promise<T | undefined> {
    const asked = this.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
    const answer = (await asked.catch(() => undefined)) as { result?: { value?: T } } | undefined
    return answer?.result?.value
  }

  /** Whether the expression becomes true within the time. */
  async isSoon(expression: string, limitMs: number): Promise<boolean> {
    for (const until = Date.now() + limitMs; Date.now() < until;)
      if ((await Promise.race([this.read<boolean>(expression), later(1_000)])) === true) return true
      else await later(100)
    return false
  }

  async until(expression: string): Promise<void> {
    if (await this.isSoon(expression, 90_000)) return
    throw new Error(`never true: ${expression}\n${await this.read<string>('document.body.innerText')}`)
  }

  async type(text: string): Promise<void> {
    await this.send('Input.insertText', { text })
  }

  async press(keys: string): Promise<void> {
    for (const key of keys) {
      await this.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key })
      await this.send('Input.dispatchKeyEvent', { type: 'keyUp', key })
    }
  }
}

const later = (ms: number): Promise<undefined> => new Promise((done) => setTimeout(() => done(undefined), ms))

const ownArgs = [
  '--headless=new',
  '--remote-debugging-pipe',
  '--window-size=1280,800',
  '--lang=fr-FR',
  '--no-default-browser-check',
  '--password-store=basic',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
]

/** The DevTools protocol over a pipe: messages end with a zero byte. */
function talk(output: Writable, input: Readable, onEvent: (message: Message) => void): Send {
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()
  let last = 0
  let rest = ''
  input.setEncoding('utf8')
  input.on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\0')
    rest = parts.pop()!
    for (const part of parts) {
      const message = JSON.parse(part) as Message
      const asked = message.id === undefined ? undefined : waiting.get(message.id)
      if (!asked) {
        onEvent(message)
        continue
      }
      waiting.delete(message.id!)
      if (message.error) asked.reject(new Error(JSON.stringify(message.error)))
      else asked.resolve(message.result)
    }
  })
  output.on('error', () => undefined)
  return (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject })
      output.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`)
    })
}
