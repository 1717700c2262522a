import { Fragment } from 'react'
import { matchedRanges } from '#shared/domain/search/matched-ranges.ts'

/**
 * Prevents line breaks between a number and its unit (« Fl/60 ml ») and after « à » (« …, à l’unité »). Keeps the
 * length, so that positions in the text stay valid.
 */
export function unbroken(label: string): string {
  return label.replaceAll(/(?<=\d|, à) (?=\p{L}|%)/gu, '\u00a0')
}

/** A text with the characters that match the search highlighted. */
export function MarkedLabel({ text: label, search }: { text: string; search: string }) {
  const text = unbroken(label)
  const ranges = matchedRanges(text, search)
  return (
    <>
      {ranges.map(({ from, to }, index) => (
        <Fragment key={from}>
          {text.slice(ranges[index - 1]?.to ?? 0, from)}
          <mark>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(ranges.at(-1)?.to ?? 0)}
    </>
  )
}
