import { PrinterFault, type OpenDevice, type PrinterWay } from './printer-way.ts'

/** Small chunks, so that a missing printer or paper is found before the last byte was sent. */
const chunkBytes = 256
const chunkLimitMs = 10_000
const answerLimitMs = 300
const closeLimitMs = 2_000

/**
 * DLE EOT 4 asks for the paper sensor, DLE EOT 2 for the cause of being offline. The printer answers at once, even
 * within a line.
 */
const questions = [
  { ask: [0x10, 0x04, 4], bits: 0x60, reason: 'no-paper' },
  { ask: [0x10, 0x04, 2], bits: 0x04, reason: 'cover-open' },
] as const

/** A printer connected to this terminal. `find` opens the chosen device, or returns null if it is not there. */
export function deviceWay(find: () => Promise<OpenDevice | null>): PrinterWay {
  let device: OpenDevice | null = null
  let answered: ((bytes: Uint8Array) => void) | null = null
  let isMute = false

  const close = async () => {
    const closing = device
    device = null
    if (closing) await within(closeLimitMs, closing.close()).catch(() => undefined)
  }
  const open = async () => {
    if (device?.isOpen()) return device
    await close()
    device = await find().catch((error: unknown) => {
      throw new PrinterFault('absent', { cause: error })
    })
    if (!device) throw new PrinterFault('absent')
    isMute = device.language !== null && device.language !== 'esc-pos'
    device.onData((bytes) => answered?.(bytes))
    return device
  }
  /** The first byte of the answer. Null if the printer does not answer. */
  const ask = async (printer: OpenDevice, question: readonly number[]): Promise<number | null> => {
    const answer = new Promise<number | null>((resolve) => {
      answered = (bytes) => resolve(bytes[0] ?? null)
      setTimeout(() => resolve(null), answerLimitMs)
    })
    await within(chunkLimitMs, printer.send(Uint8Array.from(question)))
    return answer.finally(() => {
      answered = null
    })
  }
  const demandPaper = async (printer: OpenDevice) => {
    for (const { ask: question, bits, reason } of questions) {
      if (isMute) return
      const status = await ask(printer, question)
      if (status === null) isMute = true
      else if ((status & bits) !== 0) throw new PrinterFault(reason)
    }
  }

  return {
    isRepeatable: false,
    async open() {
      const { language, codepageMapping } = await open()
      return { language, codepageMapping }
    },
    async write(bytes) {
      const printer = await open()
      await demandPaper(printer).catch(async (error: unknown) => {
        if (error instanceof PrinterFault) throw error
        await close()
        throw new PrinterFault('absent', { cause: error })
      })
      for (let from = 0; from < bytes.length; from += chunkBytes) {
        const isLast = from + chunkBytes >= bytes.length
        const wasThere = printer.isOpen()
        try {
          await within(chunkLimitMs, printer.send(bytes.slice(from, from + chunkBytes)))
        } catch (error) {
          // Closing the device aborts a write that hangs. A ticket without its end was not printed; one whose last
          // bytes were sent is in doubt.
          await close()
          throw new PrinterFault(isLast && wasThere ? 'in-doubt' : 'absent', { cause: error })
        }
      }
    },
    close,
  }
}

function within(limitMs: number, work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), limitMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
