import { openJournalFiles, type SalesJournal } from '#shared/store/disk/journal-files.ts'
import type { JournalAnswer, JournalQuestion } from '#shared/store/disk/worker-journal.ts'

/** Entry of the dedicated worker: only there can a file be appended to and flushed without rewriting it. */
const journals = new Map<string, Promise<SalesJournal>>()

const open = async (pharmacyId: string): Promise<SalesJournal> => {
  const root = await navigator.storage.getDirectory()
  return openJournalFiles(await root.getDirectoryHandle('sales-journal', { create: true }), pharmacyId)
}
const journalOf = (pharmacyId: string): Promise<SalesJournal> => {
  const journal = journals.get(pharmacyId) ?? open(pharmacyId)
  journals.set(pharmacyId, journal)
  journal.catch(() => journals.delete(pharmacyId))
  return journal
}

const answer = async ({ pharmacyId, ask }: JournalQuestion): Promise<unknown> => {
  const journal = await journalOf(pharmacyId)
  if (ask.do === 'append') return journal.append(ask.line)
  if (ask.do === 'replace') return journal.replace(ask.line, ask.at)
  return journal[ask.do]()
}

addEventListener('message', ({ data }: MessageEvent<JournalQuestion>) => {
  const post = (reply: JournalAnswer) => postMessage(reply)
  answer(data).then(
    (result) => post({ id: data.id, result }),
    (error: unknown) => post({ id: data.id, error: error instanceof Error ? error.name : 'Error' }),
  )
})
