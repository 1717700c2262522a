import { atom } from 'jotai'
import { sendFormerAtom } from '#shared/session/former-pharmacies.ts'
import { sendAllAtom } from '#shared/store/outbox/sending-atoms.ts'

/**
 * « Envoyer maintenant »: sends all waiting rows of this terminal, of its pharmacy and former ones, also those whose
 * next attempt is later. Resolves after the attempt.
 */
export const sendNowAtom = atom(null, async (get): Promise<void> => {
  // Triggers the connectivity check, as the browser's own event does.
  window.dispatchEvent(new Event('online'))
  await Promise.all([get(sendAllAtom)?.sendAll(), get(sendFormerAtom)?.send()])
})

/**
 * « Tout renvoyer »: first asks the server which acknowledged sales it has lost, then sends everything. Returns their
 * number. Throws as `call` does, after the sending.
 */
export const sendEverythingAtom = atom(null, async (get, set): Promise<number> => {
  const [lost] = await Promise.allSettled([get(sendAllAtom)?.checkKept() ?? Promise.resolve(0)])
  await set(sendNowAtom)
  if (lost.status === 'rejected') throw lost.reason
  return lost.value
})
