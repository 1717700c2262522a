import { countedMs, paces, type WrongPins } from '#shared/domain/pin-attempts.ts'
import type { Tx } from '#server/db/database.ts'

/** A PIN tried for a member. `placeId`: the terminal, or the member whose own token asks. */
export type Guess = { id: string; userId: string; placeId: string }

/** The wrong PINs that slow down the next one for this member at this place: those of the member here come first. */
export async function wrongPinsFor(
  tx: Tx,
  pharmacyId: string,
  { userId, placeId }: Omit<Guess, 'id'>,
): Promise<[memberHere: WrongPins, terminal: WrongPins, memberAnywhere: WrongPins]> {
  const rows = await tx
    .selectFrom('pin_guesses')
    .select(['user_id', 'place_id', 'at'])
    .where('pharmacy_id', '=', pharmacyId)
    .where((is) => is.or([is('user_id', '=', userId), is('place_id', '=', placeId)]))
    .execute()
  const ofMember = rows.filter((row) => row.user_id === userId)
  const here = rows.filter((row) => row.place_id === placeId)
  return [
    { at: momentsOf(ofMember.filter((row) => row.place_id === placeId)), pace: paces.memberHere },
    { at: momentsOf(here), pace: paces.terminal },
    { at: momentsOf(ofMember), pace: paces.memberAnywhere },
  ]
}

function momentsOf(rows: readonly { at: Date }[]): number[] {
  return rows.map(({ at }) => at.getTime())
}

/** Stores a guess, and deletes those that no longer count. */
export async function insertGuess(tx: Tx, pharmacyId: string, guess: Guess, at: Date): Promise<void> {
  await tx
    .deleteFrom('pin_guesses')
    .where('pharmacy_id', '=', pharmacyId)
    .where('at', '<=', new Date(at.getTime() - countedMs))
    .execute()
  await tx
    .insertInto('pin_guesses')
    .values({ pharmacy_id: pharmacyId, id: guess.id, user_id: guess.userId, place_id: guess.placeId, at })
    .execute()
}

/** The PIN was right: this guess, and no other one, does not count. */
export async function deleteGuess(tx: Tx, pharmacyId: string, id: string): Promise<void> {
  await tx.deleteFrom('pin_guesses').where('pharmacy_id', '=', pharmacyId).where('id', '=', id).execute()
}
