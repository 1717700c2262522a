import { waitingWork } from '#shared/contract/waiting-work.ts'
import { keptAnswerAtom } from '#shared/store/lists/kept-answer.ts'

const minute = 60_000

/**
 * How many rows wait in the lists of the server; offline the last answer, null before the first. No hint makes it stale:
 * the menu stands on every screen, and it would be asked again after each sale. `useSend` asks again after a gesture here.
 */
export const waitingCountsAtom = keptAnswerAtom({
  name: 'waiting-work',
  endpoint: waitingWork.read,
  inputOf: () => ({}),
  staleMs: 3 * minute,
})
