/**
 * A scanner types like a very fast hand. This tells the two apart by the times between keys, wherever the focus is: pure, fed key by key.
 * What no hand does: a burst of characters, each a few milliseconds after the other, closed by Enter or Tab.
 */
export type WedgeKey = { key: string; atMs: number; ctrl?: boolean }
export type WedgeState = { text: string; startedAtMs: number; lastAtMs: number }
export type WedgeStep = {
  state: WedgeState
  /** What was scanned, when this key closed a burst. */
  scan: string | null
  /** The keys so far come faster than a hand types: a field under the focus should take back what it got of them. */
  isBurst: boolean
}

export type WedgeLimits = { minLength: number; meanGapMs: number; maxGapMs: number; endGapMs: number }
/** Shorter than any product code; a mean no hand keeps up; a single gap that a slow wireless scanner may leave. */
const wedgeLimits: WedgeLimits = { minLength: 6, meanGapMs: 35, maxGapMs: 100, endGapMs: 150 }

export const noKeys: WedgeState = { text: '', startedAtMs: 0, lastAtMs: 0 }

/** Takes one key. Times are those of the events, not of their handling: a busy page does not make a scan look slow. */
export function wedgeKey(state: WedgeState, event: WedgeKey, limits: WedgeLimits = wedgeLimits): WedgeStep {
  if (holdKeys.has(event.key)) return { state, scan: null, isBurst: isFast(state, limits) }
  const gap = event.atMs - state.lastAtMs
  if (event.key === 'Enter' || event.key === 'Tab') {
    const isScan = isFast(state, limits) && gap <= limits.endGapMs
    return { state: noKeys, scan: isScan ? fromAzerty(state.text) : null, isBurst: isScan }
  }
  const character = characterOf(event)
  if (character === null) return { state: noKeys, scan: null, isBurst: false }
  const goesOn = state.text !== '' && gap <= limits.maxGapMs
  const next = goesOn
    ? { ...state, text: state.text + character, lastAtMs: event.atMs }
    : { text: character, startedAtMs: event.atMs, lastAtMs: event.atMs }
  return { state: next, scan: null, isBurst: isFast(next, limits) }
}

const holdKeys = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'CapsLock', 'Meta'])

function isFast({ text, startedAtMs, lastAtMs }: WedgeState, limits: WedgeLimits): boolean {
  return text.length >= limits.minLength && (lastAtMs - startedAtMs) / (text.length - 1) <= limits.meanGapMs
}

/** The separator of GS1 (0x1D) comes as itself, as Ctrl+] or as F8, by the scanner's settings. null for a key that writes nothing. */
function characterOf({ key, ctrl }: WedgeKey): string | null {
  if (key === 'F8' || (ctrl && key === ']')) return '\u001D'
  if (ctrl) return null
  return Array.from(key).length === 1 ? key : null
}

const azertyDigits = new Map(Array.from('à&é"\'(-è_ç').map((key, digit) => [key, String(digit)]))

/** A scanner set for an English keyboard writes digits as `&é"'(-è_çà` on a French one: such a text is a number in disguise. */
function fromAzerty(text: string): string {
  const digits = Array.from(text).map((key) => azertyDigits.get(key))
  return digits.every((digit) => digit !== undefined) ? digits.join('') : text
}
