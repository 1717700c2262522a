import type { Person } from '#shared/contract/persons.ts'
import type { Tx } from '#server/db/database.ts'
import { restoreAccepted } from '#server/inbox/inbox.repo.ts'
import type { EntryOf } from '#server/inbox/journal-entry.ts'
import { acceptedAnswer } from '#server/inbox/replay.repo.ts'
import type { Restored, Restorer } from '#server/inbox/restorer.ts'
import { insertQuickPatient, personIdsHeld, readCounter, type Counter } from '#server/persons/quick-patient.repo.ts'
import { quickPerson, type KeptPatient } from '#server/persons/quick-person.ts'

/** A patient made at the counter comes back under his own id, with the card he showed. */
export const patientRestorer: Restorer<EntryOf<'patient'>> = {
  name: ({ payload: { id } }) => ({ kind: 'patient', id }),
  held: personIdsHeld,
  restore: restorePatient,
  async entryOf(tx, pharmacyId, id) {
    const accepted = await acceptedAnswer(tx, pharmacyId, id)
    if (!accepted) return undefined
    const { person, payload } = accepted.answer as KeptPatient
    return {
      pharmacyId,
      userId: payload.sellerId,
      kind: 'patient',
      payload,
      answer: person,
      at: accepted.at.toISOString(),
    }
  },
}

async function restorePatient(
  tx: Tx,
  { pharmacyId, payload, answer, at, kind }: EntryOf<'patient'>,
): Promise<Restored> {
  const counter = await readCounter(tx, pharmacyId, payload)
  const { person, note } = withoutLost(answer, quickPerson(payload, counter.countryCode).note, counter)
  await insertQuickPatient(tx, {
    pharmacyId,
    person,
    note,
    createdAt: new Date(Math.min(Date.parse(payload.createdAt), Date.parse(at))),
  })
  await restoreAccepted(tx, { pharmacyId, kind, payload, answer: { person, payload } satisfies KeptPatient, at })
  return { kind: 'patient', id: payload.id }
}

/**
 * Contracts and the persons of the back-office have no journal: what a lost database took with it cannot hold a card. The patient comes back all the
 * same, as his sales name him, and the number of his card stands in his note.
 */
function withoutLost(
  person: Person,
  note: string | null,
  { contractExists, holderExists, policyExists }: Counter,
): { person: Person; note: string | null } {
  const [policy] = person.policies
  if (!policy) return { person, note }
  if (contractExists && !policyExists)
    return { person: { ...person, policies: [{ ...policy, holderId: holderExists ? policy.holderId : null }] }, note }
  return {
    person: { ...person, policies: [] },
    note: [note, `Numéro de police noté au comptoir\u202f: ${policy.number}`].filter(Boolean).join('\n'),
  }
}
