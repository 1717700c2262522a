import { Worker } from 'node:worker_threads'
import type { TableFileReading } from '#shared/domain/files/table-file.ts'
import type { TableReader } from '#shared/tables/read-table.ts'

/** Time with the wait for a free thread. What `tableBounds` allows needs less of both. */
const usualLimits = { ms: 45_000, memoryMb: 1_024 }
/** Threads that read at once; other files wait. */
const mostThreads = 1

let free = mostThreads
const waiting: (() => void)[] = []

/**
 * Reads a stranger's CSV or XLSX file in a thread of its own, with a limit of memory and time, so that no till waits for
 * a file. Problems of the file are part of the result. `bytes` are handed over and empty afterwards.
 */
export async function readTableApart(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  reader: TableReader = {},
  limits = usualLimits,
): Promise<TableFileReading> {
  const limit = AbortSignal.timeout(limits.ms)
  if (!(await takeThread(limit))) return { ok: false, trouble: 'tooHeavy' }
  const worker = new Worker(new URL('./table-worker.mjs', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
    workerData: { name, bytes, reader },
    transferList: [bytes.buffer],
  })
  try {
    return await new Promise((resolve, reject) => {
      const stop = () => resolve({ ok: false, trouble: 'tooHeavy' })
      worker.once('message', resolve)
      worker.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? stop() : reject(error),
      )
      worker.once('exit', () => reject(new Error('the thread of the file ended early')))
      limit.addEventListener('abort', stop)
    })
  } finally {
    await worker.terminate()
    const next = waiting.shift()
    if (next) next()
    else free++
  }
}

/** False when no thread became free in time. */
function takeThread(limit: AbortSignal): Promise<boolean> {
  if (free > 0) {
    free--
    return Promise.resolve(true)
  }
  return new Promise((resolve) => {
    const take = () => resolve(true)
    waiting.push(take)
    limit.addEventListener('abort', () => {
      const at = waiting.indexOf(take)
      if (at < 0) return
      waiting.splice(at, 1)
      resolve(false)
    })
  })
}
