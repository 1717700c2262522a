import { randomUUID } from 'node:crypto'

/** A valid e-mail of a request. */
export function aMail() {
  return { id: randomUUID(), to: 'cde@ubipharm.example', subject: 'Commande', text: 'Bonjour,\nMerci.' }
}
