import { Worker } from 'node:worker_threads'

/** A list on A4, with who sends it to whom, its sums and its signatures. Texts are drawn as they are. */
export type PdfPaper = {
  /** The sender; the first line is its name. */
  from: readonly string[]
  to: readonly string[]
  title: string
  /** Lines under the title. */
  facts: readonly string[]
  /**
   * `width` in characters: a share of what figures and days (`isTight`) leave of the page, which is in landscape when
   * they are many. A text that is not `isWhole` is cut after three lines.
   */
  columns: readonly { title: string; width: number; align?: 'right'; isTight?: true; isWhole?: true }[]
  rows: readonly (readonly string[])[]
  /**
   * The sums after each row, '' where a column has none: carried from page to page (« À reporter », « Report ») and
   * below the last row. Empty: no sums.
   */
  sums: readonly (readonly string[])[]
  /** Name, value, and whether it is the main one. */
  totals: readonly (readonly [string, string, boolean])[]
  closing: readonly string[]
  signatures: readonly string[]
  /** At the foot of each page, before its number. */
  footer: string
  madeAt: Date
}

/**
 * The papers as one PDF, each on pages of its own with their numbers. Drawing hundreds of lines takes a second of computing, which would stop every till: a thread of
 * its own does it. The signal ends the thread and rejects. `onDrawn` is told the number of rows that are drawn.
 */
export async function pdfOf(
  papers: readonly PdfPaper[],
  { signal, onDrawn }: { signal: AbortSignal; onDrawn?: (rows: number) => void },
): Promise<Buffer> {
  const worker = new Worker(new URL('./pdf-worker.mjs', import.meta.url), { execArgv: [], workerData: { papers } })
  const abort = (): void => void worker.terminate()
  signal.addEventListener('abort', abort)
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      worker.on('message', (message: { drawn: number } | { file: Uint8Array }) => {
        if ('file' in message) resolve(Buffer.from(message.file))
        else onDrawn?.(message.drawn)
      })
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('the thread of the PDF ended early')))
    })
  } finally {
    signal.removeEventListener('abort', abort)
    await worker.terminate()
  }
}
