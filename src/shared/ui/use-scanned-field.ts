import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useLatest } from './use-latest.ts'

/** In ms. Longer than the gap that most scanners leave between two keys. */
const scannerGapMs = 40

/** Event: the last keys typed into the field were those of a scan. */
export const keysTaken = 'officine:keys-taken'

/**
 * A text field that scanners may type into. It is uncontrolled then, and reports its text delayed: text that begins
 * with a letter at once; text that begins with a digit, as codes do, when typing pauses. Until then keys are held back,
 * because the keys of a scan must not be searched or written, and each report would delay the Enter key of the scan.
 * `onChange` must make its text the `value`.
 */
export function useScannedField(value: string, onChange: (text: string) => void, isScanned: boolean) {
  const input = useRef<HTMLInputElement>(null)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Characters that came as fast as a scanner's, not written yet. */
  const held = useRef('')
  const keyAt = useRef(-Infinity)
  useLayoutEffect(() => {
    if (isScanned && input.current && input.current.value !== value) input.current.value = value
  }, [isScanned, value])
  useEffect(() => {
    const field = input.current
    const forget = () => void (held.current = '')
    field?.addEventListener(keysTaken, forget)
    return () => {
      clearTimeout(waiting.current)
      field?.removeEventListener(keysTaken, forget)
    }
  }, [])

  const textIn = () => input.current?.value ?? value
  const write = () => {
    const { selectionStart, selectionEnd } = input.current ?? {}
    if (held.current !== '')
      input.current?.setRangeText(
        held.current,
        selectionStart ?? textIn().length,
        selectionEnd ?? textIn().length,
        'end',
      )
    held.current = ''
  }
  /** Writes and reports the held text now. */
  const tell = useLatest(() => {
    clearTimeout(waiting.current)
    write()
    const text = textIn()
    // Rendered before the next key, which would otherwise be overwritten.
    if (text !== value) flushSync(() => onChange(text))
  })
  const wait = () => {
    clearTimeout(waiting.current)
    waiting.current = setTimeout(tell, scannerGapMs)
  }
  const hear = () => {
    if (/^(\p{L}|$)/u.test(textIn())) tell()
    else wait()
  }
  /** Holds back a key that may belong to a scan; false: the field must handle it. */
  const hold = (event: KeyboardEvent<HTMLInputElement>): boolean => {
    const isQuick = event.timeStamp - keyAt.current <= scannerGapMs
    keyAt.current = event.timeStamp
    const isCharacter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    const text = textIn() + held.current
    const mayBeScan = isCharacter && (text === '' ? /\d/.test(event.key) : isQuick && !/^\p{L}/u.test(text))
    if (!isScanned || !mayBeScan) {
      write()
      return false
    }
    event.preventDefault()
    held.current += event.key
    wait()
    return true
  }
  return { input, tell, hold, props: isScanned ? { onChange: hear } : { value, onChange: () => onChange(textIn()) } }
}
