import type { DueDocument } from '#server/fiscal-life/fiscal-queue.repo.ts'

/**
 * Drafts of a turn, made while another document is confirmed: each at most once, one after the other, so that a later
 * document has no draft before an earlier one. `prepare` says whether the next one is drafted too.
 */
export function openDraftsAhead(prepare: (document: DueDocument) => Promise<boolean>) {
  const begun = new Set<string>()
  const drafting = new Map<string, Promise<boolean>>()
  let last = Promise.resolve(true)

  return {
    begin(due: readonly DueDocument[]): void {
      // After a trouble the drafts begin anew when each that was begun had its turn.
      if (drafting.size === 0) last = Promise.resolve(true)
      for (const each of due) {
        if (hasDraft(each) || begun.has(each.id)) continue
        begun.add(each.id)
        last = last.then(async (goesOn) => goesOn && (await prepare(each)))
        drafting.set(each.id, last)
      }
    },
    /** Waits for the draft of a document that was begun: whether the platform took it; undefined when none was. */
    async end(id: string): Promise<boolean | undefined> {
      const made = await drafting.get(id)
      drafting.delete(id)
      return made
    },
    async endAll(): Promise<void> {
      await Promise.all(drafting.values())
    },
  }
}

function hasDraft({ progress }: DueDocument): boolean {
  return progress !== null && 'uid' in progress
}
