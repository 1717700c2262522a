import { displayName, shortName, type PersonName } from '#shared/domain/person.ts'
import { openedInstant, type TillRegister } from '#shared/domain/register/till-ledger.ts'
import { knownSkewMs, pharmacyNow } from '#shared/pharmacy-time.ts'
import { openedWords, whenOf } from './when.ts'

type Held = Pick<TillRegister, 'userId' | 'openedAt' | 'isDated'>

/**
 * The shortest name of each holder that is unique among them. A holder who is no longer a member is named by the time
 * of opening.
 */
export function holderNames(
  registers: readonly Held[],
  members: readonly (PersonName & { id: string })[],
  now = pharmacyNow(),
): { id: string; name: string }[] {
  const ways = registers.map((register) => {
    const { userId } = register
    const member = members.find(({ id }) => id === userId)
    const opened = openedWords(whenOf(openedInstant(register, knownSkewMs() ?? 0), now)).toLocaleLowerCase('fr')
    return member
      ? [shortName(member), displayName(member), `${displayName(member)}, ${opened}`]
      : ['Autre vendeur', `Autre vendeur, ${opened}`]
  })
  return registers.map(({ userId }, place) => {
    const own = ways[place]!
    return {
      id: userId,
      name: own.find((name) => ways.every((other, at) => at === place || !other.includes(name))) ?? own.at(-1)!,
    }
  })
}
