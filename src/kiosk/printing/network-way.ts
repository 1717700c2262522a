import { call, NoAnswer } from '#shared/client/call.ts'
import { printJobs } from '#shared/contract/print-jobs.ts'
import { AppError } from '#shared/domain/errors.ts'
import { PrinterFault, type PrinterWay } from './printer-way.ts'

const limitMs = 20_000

/** A printer of the shop's network, through the server. The job id makes retries print once. */
export function networkWay(printerId: string, token: () => Promise<string | undefined>): PrinterWay {
  return {
    isRepeatable: true,
    open: () => Promise.resolve({ language: 'esc-pos', codepageMapping: 'epson' }),
    async write(bytes, jobId) {
      try {
        await call(
          printJobs.create,
          { body: { id: jobId, printerId, data: base64(bytes) } },
          { token: await token(), timeoutMs: limitMs },
        )
      } catch (error) {
        if (error instanceof NoAnswer || error instanceof AppError) throw new PrinterFault('absent', { cause: error })
        throw error
      }
    },
    close: () => Promise.resolve(),
  }
}

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
