import { atom } from 'jotai'
import { sendFormerAtom } from '#shared/session/former-pharmacies.ts'
import { sendAllAtom } from '#shared/store/outbox/sending-atoms.ts'

/** « Envoyer maintenant »: whatever waits on this terminal, of its pharmacy and of former ones, whenever its next attempt was. Resolves when it was tried. */
export const sendNowAtom = atom(null, async (get): Promise<void> => {
  // The watch of the network looks when the browser says so; a touch says so too.
  window.dispatchEvent(new Event('online'))
  await Promise.all([get(sendAllAtom)?.sendAll(), get(sendFormerAtom)?.send()])
})

/** « Tout renvoyer »: the same, after asking the server whether it still has what it took. Answers how many of the kept copies it had lost. Throws as `call` does; what waits is sent all the same. */
export const sendEverythingAtom = atom(null, async (get, set): Promise<number> => {
  const [lost] = await Promise.allSettled([get(sendAllAtom)?.checkKept() ?? Promise.resolve(0)])
  await set(sendNowAtom)
  if (lost.status === 'rejected') throw lost.reason
  return lost.value
})
