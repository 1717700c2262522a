import { useEffect, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useLatest } from './use-latest.ts'

/** Longer than most scanners leave between two keys. */
const scannerGapMs = 40

/**
 * A text field that scanners may type into. Where they do it writes by itself and tells what it holds: letters at once; what begins otherwise, as codes
 * do, when the keys leave time. The keys of a scan, which are given back, are then never searched for nor drawn. `onChange` must make its text the `value`.
 */
export function useScannedField(value: string, onChange: (text: string) => void, isScanned: boolean) {
  const input = useRef<HTMLInputElement>(null)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLayoutEffect(() => {
    if (isScanned && input.current && input.current.value !== value) input.current.value = value
  }, [isScanned, value])
  useEffect(() => () => clearTimeout(waiting.current), [])

  const textIn = () => input.current?.value ?? value
  /** What waits is told now. */
  const tell = useLatest(() => {
    clearTimeout(waiting.current)
    const text = textIn()
    // Drawn before the next key: what it writes would be overwritten.
    if (text !== value) flushSync(() => onChange(text))
  })
  const hear = () => {
    clearTimeout(waiting.current)
    if (/^(\p{L}|$)/u.test(textIn())) tell()
    else waiting.current = setTimeout(tell, scannerGapMs)
  }
  return { input, tell, props: isScanned ? { onChange: hear } : { value, onChange: () => onChange(textIn()) } }
}
