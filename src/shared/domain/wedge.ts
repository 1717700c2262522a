/**
 * Tells a keyboard-wedge scanner from a person by the times between keys, wherever the focus is: a scan is a burst of
 * characters a few ms apart, ended by Enter or Tab. Pure; call it for each key.
 */
export type WedgeKey = { key: string; atMs: number; ctrl?: boolean }
export type WedgeState = { text: string; startedAtMs: number; lastAtMs: number }
export type WedgeStep = {
  state: WedgeState
  /** The scanned text when this key ended a burst. */
  scan: string | null
  /** The keys so far are faster than typing: a focused field should remove the characters it received. */
  isBurst: boolean
}

export type WedgeLimits = { minLength: number; meanGapMs: number; maxGapMs: number; endGapMs: number }
/**
 * Shorter than any product code; a mean gap too fast for a person; a maximum gap that allows for slow wireless
 * scanners. Gaps in ms.
 */
const wedgeLimits: WedgeLimits = { minLength: 6, meanGapMs: 35, maxGapMs: 100, endGapMs: 150 }

export const noKeys: WedgeState = { text: '', startedAtMs: 0, lastAtMs: 0 }

/**
 * Processes one key. `atMs` must be the event's time, not the time of its handling, so that a busy page does not slow a
 * scan down.
 */
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

/**
 * The GS1 separator (0x1D) arrives as itself, as Ctrl+] or as F8, depending on the scanner. Null for a key without a
 * character.
 */
function characterOf({ key, ctrl }: WedgeKey): string | null {
  if (key === 'F8' || (ctrl && key === ']')) return '\u001D'
  if (ctrl) return null
  return Array.from(key).length === 1 ? key : null
}

const azertyDigits = new Map(Array.from('à&é"\'(-è_ç').map((key, digit) => [key, String(digit)]))

/**
 * A scanner set to an English layout types digits as `&é"'(-è_çà` on a French keyboard: such a text is converted back
 * to digits.
 */
function fromAzerty(text: string): string {
  const digits = Array.from(text).map((key) => azertyDigits.get(key))
  return digits.every((digit) => digit !== undefined) ? digits.join('') : text
}
