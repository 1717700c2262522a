import { setTimeout as delay } from 'node:timers/promises'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { printJobs } from '#shared/contract/print-jobs.ts'
import { AppError } from '#shared/domain/errors.ts'
import { checkedAddress, type PrinterNetwork } from '#server/base/printer-network.ts'
import { requireRow } from '#server/base/require-row.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { settingsOf } from '#server/pharmacies/settings.service.ts'
import { sendToPrinter, type PrinterAddress } from '#server/print-jobs/send-to-printer.ts'

const rememberedMs = 3_600_000
/** Twice the printers that a pharmacy can have. More different addresses in an hour are a search for machines. */
const mostAddresses = 40

export type PrintJobs = {
  print(context: Context, job: HandlerInput<typeof printJobs.create>['body']): Promise<{ id: string }>
}

/**
 * Prints each job once within an hour, even when it is requested again during printing. State is kept in memory, per
 * process: after a restart, or behind a load balancer, a job whose reply was lost may be printed twice, which the
 * seller notices at once. A table would not help: it cannot know whether the paper came out.
 */
export function openPrintJobs(network: PrinterNetwork): PrintJobs {
  const countAddress = limitAddresses()
  const jobs = new Map<string, { at: number; done: Promise<void> }>()
  const lines = new Map<string, Promise<void>>()

  /** Prints jobs one after the other: most printers accept a single connection and refuse others. */
  const inTurn = (address: PrinterAddress, bytes: Uint8Array): Promise<void> => {
    const key = `${address.host} ${address.port}`
    const done = (lines.get(key) ?? Promise.resolve()).then(() => send(address, bytes, network))
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
     * paper may not have come out, whatever the reason is. A repeated call then tries again.
     */
    async print(context, { id, printerId, data }) {
      const pharmacyId = pharmacyOf(context)
      const { printers } = await settingsOf(context)
      const printer = requireRow(printers.find((one) => one.id === printerId))
      forgetBefore(context.now.getTime() - rememberedMs)
      countAddress(pharmacyId, printer, context.now)
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

/** Every failure takes the same time: it does not tell a closed port from a missing machine or a forbidden address. */
async function send(address: PrinterAddress, bytes: Uint8Array, network: PrinterNetwork): Promise<void> {
  const startedAt = performance.now()
  try {
    await sendToPrinter(await checkedAddress(address, network), bytes)
  } catch (error) {
    await delay(Math.max(0, startedAt + network.failsAfterMs - performance.now()))
    throw error
  }
}

/** Counts the addresses that a pharmacy prints to within an hour. Throws `requests:tooMany` beyond `mostAddresses`. */
function limitAddresses(): (pharmacyId: string, address: PrinterAddress, now: Date) => void {
  const tried = new Map<string, Map<string, number>>()
  return (pharmacyId, { host, port }, now) => {
    const ofPharmacy = tried.get(pharmacyId) ?? new Map<string, number>()
    tried.set(pharmacyId, ofPharmacy)
    for (const [key, at] of ofPharmacy) if (at < now.getTime() - rememberedMs) ofPharmacy.delete(key)
    const key = `${host} ${port}`
    const oldest = Math.min(...ofPharmacy.values())
    if (!ofPharmacy.has(key) && ofPharmacy.size >= mostAddresses)
      throw new AppError('requests:tooMany', {
        retryAfterSeconds: Math.ceil((oldest + rememberedMs - now.getTime()) / 1000) + 1,
      })
    ofPharmacy.set(key, now.getTime())
  }
}
