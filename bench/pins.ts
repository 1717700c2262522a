/**
 * `npm run bench:pins` counts how many PINs somebody can try in an hour and in a day, by the rule that the server and the
 * terminal share (`domain/pin-attempts`). He never waits longer than he must; time is counted, not measured.
 */
import { countedMs, paces, slowDown, type WrongPins } from '#shared/domain/pin-attempts.ts'
import { printTable } from './support/print-table.ts'

const members = 6
const pins = 9_970

/** `place`: a sign-in of a terminal; one at which nobody unlocked before is unknown. */
type Guess = { at: number; member: number; place: number; isUnknown?: true }
/** Who tries next, and where; `round`: how many he tried before. */
type Guesser = { who: string; next: (round: number) => Omit<Guess, 'at'>; isOffline?: true }

const guessers: readonly Guesser[] = [
  { who: 'one member, at one terminal', next: () => ({ member: 0, place: 0 }) },
  { who: 'all members, at one terminal', next: (round) => ({ member: round % members, place: 0 }) },
  { who: 'the same, without a network', next: (round) => ({ member: round % members, place: 0 }), isOffline: true },
  { who: 'one member, a new sign-in each time', next: (round) => ({ member: 0, place: round, isUnknown: true }) },
  {
    who: 'all members, a new sign-in each time',
    next: (round) => ({ member: round % members, place: round, isUnknown: true }),
  },
  { who: 'all members, from till to till of three', next: (round) => ({ member: round % members, place: round % 3 }) },
]

/** How many PINs were tried before `endMs`. */
function triesUntil(endMs: number, { next, isOffline }: Guesser): number {
  const tried: Guess[] = []
  let now = 0
  for (;;) {
    const guess = next(tried.length)
    const recent = tried.filter(({ at }) => at > now - countedMs)
    const of = (fits: (one: Guess) => boolean) => recent.filter(fits).map(({ at }) => at)
    const counts: WrongPins[] = [
      { at: of(({ member, place }) => member === guess.member && place === guess.place), pace: paces.memberHere },
      {
        at: of(({ place, isUnknown }) => (guess.isUnknown ? isUnknown === true : place === guess.place)),
        pace: paces.terminal,
      },
      ...(isOffline ? [] : [{ at: of(({ member }) => member === guess.member), pace: paces.memberAnywhere }]),
    ]
    now = Math.max(now, slowDown(counts, now).until)
    if (now >= endMs) return tried.length
    tried.push({ ...guess, at: now })
  }
}

const hour = 3_600_000
printTable(
  `PINs that can be tried, of ${pins} that may be chosen, ${members} members (aim: under 60 an hour)`,
  ['who is guessed, and where', 'in the first hour', 'in a day'],
  guessers.map((guesser) => [guesser.who, String(triesUntil(hour, guesser)), String(triesUntil(24 * hour, guesser))]),
)
