import { countedMs, paces, type WrongPins } from '#shared/domain/pin-attempts.ts'
import type { Tx } from '#server/db/database.ts'

/**
 * A PIN tried for a member. `placeId`: the sign-in of the terminal, or the member whose own token asks. A place is known
 * once a right PIN was typed there.
 */
export type Guess = { id: string; userId: string; placeId: string; isKnownPlace: boolean }

/**
 * The wrong PINs that slow down the next one for this member at this place: those of the member here come first. All
 * unknown places count as one, and what is guessed there slows down no known place: a stranger cannot stop a shop.
 */
export async function wrongPinsFor(
  tx: Tx,
  pharmacyId: string,
  { userId, placeId, isKnownPlace }: Omit<Guess, 'id'>,
): Promise<[memberHere: WrongPins, place: WrongPins, memberAnywhere: WrongPins]> {
  const rows = await tx
    .selectFrom('pin_guesses')
    .select(['user_id', 'place_id', 'is_known_place', 'at'])
    .where('pharmacy_id', '=', pharmacyId)
    .where((is) => is.or([is('user_id', '=', userId), is('place_id', '=', placeId), is('is_known_place', '=', false)]))
    .execute()
  const ofMember = rows.filter((row) => row.user_id === userId)
  const alike = rows.filter((row) => row.is_known_place === isKnownPlace)
  const here = isKnownPlace ? rows.filter((row) => row.place_id === placeId) : alike
  return [
    { at: momentsOf(ofMember.filter((row) => row.place_id === placeId)), pace: paces.memberHere },
    { at: momentsOf(here), pace: paces.terminal },
    { at: momentsOf(alike.filter((row) => row.user_id === userId)), pace: paces.memberAnywhere },
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
    .values({
      pharmacy_id: pharmacyId,
      id: guess.id,
      user_id: guess.userId,
      place_id: guess.placeId,
      is_known_place: guess.isKnownPlace,
      at,
    })
    .execute()
}

/** The PIN was right: this guess, and no other one, does not count. */
export async function deleteGuess(tx: Tx, pharmacyId: string, id: string): Promise<void> {
  await tx.deleteFrom('pin_guesses').where('pharmacy_id', '=', pharmacyId).where('id', '=', id).execute()
}
