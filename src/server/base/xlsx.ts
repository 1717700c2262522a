import { Worker } from 'node:worker_threads'

/** A Date is a day, at midnight UTC. */
export type XlsxCell = string | number | Date | null
type XlsxSheet = {
  /** At most 31 characters. */
  name: string
  /** `width` in characters; `format` of its numbers, as Excel writes it. */
  columns: readonly { title: string; width: number; format?: string }[]
  /** Rows above the titles; their numbers have the format of the last column. */
  head?: readonly (readonly XlsxCell[])[]
  pages: AsyncIterable<readonly (readonly XlsxCell[])[]>
}

/**
 * An Excel file. Writing 78,000 rows takes seconds of computing, which would stop every till: a thread of its own does
 * it. The signal ends the thread and rejects.
 */
export async function xlsxOf({ name, columns, head = [], pages }: XlsxSheet, signal: AbortSignal): Promise<Buffer> {
  const worker = new Worker(new URL('./xlsx-worker.mjs', import.meta.url), {
    execArgv: [],
    workerData: {
      sheet: name,
      head,
      columns: columns.map(({ title, width, format = '#,##0' }) => ({ title, width, format })),
    },
  })
  const abort = (): void => void worker.terminate()
  signal.addEventListener('abort', abort)
  try {
    const made = new Promise<Uint8Array>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('the thread of the Excel file ended early')))
    })
    // Awaited below. Without this line, a thread that ends while pages are read would be an unhandled rejection.
    made.catch(() => {})
    for await (const page of pages) worker.postMessage(page)
    worker.postMessage(null)
    return Buffer.from(await made)
  } finally {
    signal.removeEventListener('abort', abort)
    await worker.terminate()
  }
}
