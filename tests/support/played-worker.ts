import { onTestFinished, vi } from 'vitest'
import { openJournalFiles, type SalesJournal } from '#shared/store/disk/journal-files.ts'
import type { JournalLine } from '#shared/store/disk/journal-lines.ts'
import type { MemoryDirectory } from '#tests/support/memory-directory.ts'

type Question = { id: number; pharmacyId: string; ask: { do: keyof SalesJournal; line: JournalLine; at: number } }

/** A window keeps its worker for good: each test plays with files of its own. */
const played: { directory: MemoryDirectory | null; answering: () => Promise<void> } = {
  directory: null,
  answering: () => Promise.resolve(),
}

class PlayedWorker extends EventTarget {
  postMessage({ id, pharmacyId, ask }: Question) {
    const say = (answer: object) => this.dispatchEvent(Object.assign(new Event('message'), { data: { id, ...answer } }))
    const journal = openJournalFiles(played.directory!.handle, pharmacyId)
    const work = async () => {
      await played.answering()
      if (ask.do === 'append') return journal.append(ask.line)
      return ask.do === 'replace' ? journal.replace(ask.line, ask.at) : journal[ask.do]()
    }
    void work().then(
      (result) => say({ result }),
      () => say({ error: 'NotAllowedError' }),
    )
  }
  terminate() {}
}

/** The browser's worker, played: it answers from a journal in memory, when `answering` lets it. */
export function playWorker(directory: MemoryDirectory, answering: () => Promise<void> = () => Promise.resolve()): void {
  Object.assign(played, { directory, answering })
  vi.stubGlobal('Worker', PlayedWorker)
  Object.assign(navigator, { storage: { getDirectory: () => Promise.resolve(directory.handle) } })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    Object.assign(navigator, { storage: undefined })
  })
}
