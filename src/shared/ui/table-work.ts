import type { Currency } from './money-format.ts'
import type { ExportValue } from './table-export.ts'
import type { TableFileReading } from '#shared/domain/files/table-file.ts'

export type XlsxSheet = {
  name: string
  headers: readonly string[]
  rows: readonly (readonly ExportValue[])[]
  currency: Currency
  /** The zone of the pharmacy: the worker does not know it. */
  timeZone: string
}
export type TableQuestion = { do: 'read'; file: File } | { do: 'write'; sheet: XlsxSheet }
export type TableAnswer = { result: TableFileReading | Blob } | { error: string }

/** Timeouts in ms. After it the worker is considered stuck: a file on a lost network drive, or one made to be slow. */
const limitsMs = { read: 60_000, write: 180_000 }

/**
 * Reads or writes a table in a worker of its own, so that the window stays alive, and files need no worker from a blob,
 * which the policy of the windows forbids. Always ends: rejects when the worker fails or dies, after the time limit, and
 * when `signal` aborts.
 */
export function askTableWorker(question: Extract<TableQuestion, { do: 'read' }>): Promise<TableFileReading>
export function askTableWorker(question: Extract<TableQuestion, { do: 'write' }>, signal?: AbortSignal): Promise<Blob>
export async function askTableWorker(question: TableQuestion, signal?: AbortSignal): Promise<TableFileReading | Blob> {
  signal?.throwIfAborted()
  const worker = new Worker(new URL('./table-worker.ts', import.meta.url), { type: 'module' })
  const limit = new AbortController()
  const timer = setTimeout(
    () => limit.abort(new DOMException('the file takes too long', 'TimeoutError')),
    limitsMs[question.do],
  )
  try {
    return await new Promise((resolve, reject) => {
      const fail = (event: Event) => {
        event.preventDefault()
        reject(new Error('the worker of files failed'))
      }
      worker.addEventListener('message', ({ data }: MessageEvent<TableAnswer>) =>
        'error' in data ? reject(new Error(data.error)) : resolve(data.result),
      )
      worker.addEventListener('error', fail)
      worker.addEventListener('messageerror', fail)
      limit.signal.addEventListener('abort', () => reject(limit.signal.reason as Error))
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { signal: limit.signal })
      worker.postMessage(question)
    })
  } finally {
    clearTimeout(timer)
    limit.abort()
    worker.terminate()
  }
}
