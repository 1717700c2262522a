import { isGtin } from '#shared/domain/product-code.ts'

/**
 * Tells a keyboard-wedge scanner from a person by the times between keys, wherever the focus is: a scan is a burst of
 * characters a few ms apart, ended by Enter or Tab. Keys that a person could have typed are a scan only when they are a
 * code, so that a slow scanner types no amount. Pure; call it for each key.
 */
export type WedgeKey = { key: string; atMs: number; ctrl?: boolean }
/** `run`: the characters without a pause longer than a slow scanner's; `text` is its end, or all of it. */
export type WedgeState = { text: string; run: string; startedAtMs: number; lastAtMs: number }
export type WedgeStep = {
  state: WedgeState
  /** The scanned text when this key ended a burst. */
  scan: string | null
  /** The keys so far are faster than typing: a focused field should remove the characters it received. */
  isBurst: boolean
  /** This key ended the code of a slow scanner, whose keys were taken for typing. */
  isSlow: boolean
}

export type WedgeLimits = {
  minLength: number
  meanGapMs: number
  maxGapMs: number
  endGapMs: number
  slowGapMs: number
}
/**
 * Shorter than any product code; a mean gap too fast for a person; a maximum gap that allows for slow wireless
 * scanners; the longest pause of a slow one. Gaps in ms.
 */
const wedgeLimits: WedgeLimits = { minLength: 6, meanGapMs: 35, maxGapMs: 100, endGapMs: 150, slowGapMs: 150 }

export const noKeys: WedgeState = { text: '', run: '', startedAtMs: 0, lastAtMs: 0 }

/** Digits that are the code of a box whatever typed them: as long as no amount, with their check digit. */
export function isLongCode(text: string): boolean {
  return text.length >= 12 && isGtin(text)
}

/**
 * Processes one key. `atMs` must be the event's time, not the time of its handling, so that a busy page does not slow a
 * scan down. `isCode`: whether keys at the speed of a person are a code.
 */
export function wedgeKey(
  state: WedgeState,
  event: WedgeKey,
  isCode: (text: string) => boolean = isLongCode,
  limits: WedgeLimits = wedgeLimits,
): WedgeStep {
  const going = { scan: null, isSlow: false }
  if (holdKeys.has(event.key)) return { ...going, state, isBurst: isFast(state, limits) }
  const gap = event.atMs - state.lastAtMs
  if (event.key === 'Enter' || event.key === 'Tab') {
    if (isFast(state, limits) && gap <= limits.endGapMs)
      return { state: noKeys, scan: fromAzerty(state.text), isBurst: true, isSlow: false }
    const run = fromAzerty(state.run)
    const isSlow = gap <= limits.slowGapMs && isCode(run)
    return { state: noKeys, scan: isSlow ? run : null, isBurst: isSlow, isSlow }
  }
  const character = characterOf(event)
  if (character === null) return { ...going, state: noKeys, isBurst: false }
  const goesOn = state.text !== '' && gap <= limits.maxGapMs
  const run = state.run !== '' && gap <= limits.slowGapMs ? state.run + character : character
  const next = goesOn
    ? { ...state, run, text: state.text + character, lastAtMs: event.atMs }
    : { run, text: character, startedAtMs: event.atMs, lastAtMs: event.atMs }
  return { ...going, state: next, isBurst: isFast(next, limits) }
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
