import type { SalesJournal } from '#shared/store/disk/journal-files.ts'
import type { JournalLine } from '#shared/store/disk/journal-lines.ts'

type Ask =
  | { do: 'append'; line: JournalLine }
  | { do: 'replace'; line: JournalLine; at: number }
  | { do: 'read' | 'survey' | 'compact' }
export type JournalQuestion = { id: number; pharmacyId: string; ask: Ask }
export type JournalAnswer = { id: number; result: unknown } | { id: number; error: string }

/**
 * Timeout in ms. After it the worker is considered stuck, or a suspended window holds its lock. Calls that read or
 * write the whole journal take longer with its size.
 */
const limitMs = ({ do: what }: Ask) => (what === 'append' ? 10_000 : 300_000)

/**
 * The journal of one pharmacy, written by this window's worker; undefined where the browser has no origin-private file
 * system.
 */
export function workerJournal(pharmacyId: string): SalesJournal | undefined {
  if (
    typeof Worker === 'undefined' ||
    typeof (navigator.storage as StorageManager | undefined)?.getDirectory !== 'function'
  )
    return undefined
  const ask = <T>(question: Ask) => askWorker(pharmacyId, question) as Promise<T>
  return {
    append: (line) => ask({ do: 'append', line }),
    read: () => ask({ do: 'read' }),
    survey: () => ask({ do: 'survey' }),
    replace: (line, at) => ask({ do: 'replace', line, at }),
    compact: () => ask({ do: 'compact' }),
  }
}

type Waiting = { resolve: (result: unknown) => void; reject: (error: Error) => void }
let worker: Worker | undefined
let asked = 0
const waiting = new Map<number, Waiting>()

function askWorker(pharmacyId: string, ask: Ask): Promise<unknown> {
  const id = ++asked
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => settle(id, (each) => each.reject(new DOMException('the copy does not answer', 'TimeoutError'))),
      limitMs(ask),
    )
    const once = (act: () => void) => {
      clearTimeout(timer)
      act()
    }
    waiting.set(id, { resolve: (result) => once(() => resolve(result)), reject: (error) => once(() => reject(error)) })
    worker ??= startWorker()
    worker.postMessage({ id, pharmacyId, ask } satisfies JournalQuestion)
  })
}

function startWorker(): Worker {
  const started = new Worker(new URL('./journal-worker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('message', ({ data }: MessageEvent<JournalAnswer>) => {
    settle(data.id, ({ resolve, reject }) =>
      'error' in data ? reject(new DOMException('the copy was not written', data.error)) : resolve(data.result),
    )
  })
  started.addEventListener('error', (event) => {
    // The worker could not be loaded or crashed: the next call starts a new one.
    event.preventDefault()
    started.terminate()
    worker = undefined
    for (const id of waiting.keys())
      settle(id, ({ reject }) => reject(new DOMException('the copy could not be started', 'NotSupportedError')))
  })
  return started
}

function settle(id: number, act: (each: Waiting) => void): void {
  const each = waiting.get(id)
  waiting.delete(id)
  if (each) act(each)
}
