import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { printJobs } from '#shared/contract/print-jobs.ts'
import { AppError } from '#shared/domain/errors.ts'
import { requireRow } from '#server/base/require-row.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { settingsOf } from '#server/pharmacies/settings.service.ts'
import { sendToPrinter, type PrinterAddress } from '#server/print-jobs/send-to-printer.ts'

const rememberedMs = 3_600_000

export type PrintJobs = {
  print(context: Context, job: HandlerInput<typeof printJobs.create>['body']): Promise<{ id: string }>
}

/**
 * Prints each job once within an hour, even when it is requested again during printing. State is kept in memory, per
 * process: after a restart, or behind a load balancer, a job whose reply was lost may be printed twice, which the
 * seller notices at once. A table would not help: it cannot know whether the paper came out.
 */
export function openPrintJobs(): PrintJobs {
  const jobs = new Map<string, { at: number; done: Promise<void> }>()
  const lines = new Map<string, Promise<void>>()

  /** Prints jobs one after the other: most printers accept a single connection and refuse others. */
  const inTurn = (address: PrinterAddress, bytes: Uint8Array): Promise<void> => {
    const key = `${address.host} ${address.port}`
    const done = (lines.get(key) ?? Promise.resolve()).then(() => sendToPrinter(address, bytes))
    const settled = done
      .catch(() => {})
      .finally(() => {
        if (lines.get(key) === settled) lines.delete(key)
      })
    lines.set(key, settled)
    return done
  }
  const forgetBefore = (oldest: number): void => {
    for (const [key, { at }] of jobs) if (at < oldest) jobs.delete(key)
  }

  return {
    /**
     * Throws `requests:notFound` when the pharmacy has no such printer, `printers:unreachable` with its name when the
     * paper may not have come out. A repeated call then tries again.
     */
    async print(context, { id, printerId, data }) {
      const pharmacyId = pharmacyOf(context)
      const { printers } = await settingsOf(context)
      const printer = requireRow(printers.find((one) => one.id === printerId))
      forgetBefore(context.now.getTime() - rememberedMs)
      const key = `${pharmacyId} ${id}`
      const job = jobs.get(key) ?? { at: context.now.getTime(), done: inTurn(printer, Buffer.from(data, 'base64')) }
      jobs.set(key, job)
      try {
        await job.done
      } catch {
        if (jobs.get(key) === job) jobs.delete(key)
        throw new AppError('printers:unreachable', { name: printer.name })
      }
      return { id }
    },
  }
}
