import type { CSSProperties } from 'react'

/**
 * How many digits are as wide as a text with its amount, at most: a stylesheet fits it into its container with
 * `calc(100cqi / (var(--length) * 0.54))`, as a digit is 0.54 em wide. `unit`: a smaller text after it, of half its size.
 */
export function fitted(text: string, unit = ''): CSSProperties {
  return { '--length': widthOf(text) + widthOf(unit) / 2 } as CSSProperties
}

function widthOf(text: string): number {
  const spaces = text.match(/\s/g)?.length ?? 0
  return text.length - spaces + spaces * 0.4
}
