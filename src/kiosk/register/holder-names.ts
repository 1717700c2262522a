import { displayName, shortName, type PersonName } from '#shared/domain/person.ts'
import { formatHour } from '#shared/ui/date-format.ts'

type Held = { userId: string; openedAt: string }

/** How each holder is called: as shortly as tells him from the others, and by the hour of the opening who is no member any more. */
export function holderNames(registers: readonly Held[], members: readonly (PersonName & { id: string })[]): { id: string; name: string }[] {
  const ways = registers.map(({ userId, openedAt }) => {
    const member = members.find(({ id }) => id === userId)
    const hour = `ouverte à ${formatHour(openedAt)}`
    return member ? [shortName(member), displayName(member), `${displayName(member)}, ${hour}`] : ['Autre vendeur', `Autre vendeur, ${hour}`]
  })
  return registers.map(({ userId }, place) => {
    const own = ways[place]!
    return { id: userId, name: own.find((name) => ways.every((other, at) => at === place || !other.includes(name))) ?? own.at(-1)! }
  })
}
