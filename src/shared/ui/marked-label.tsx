import { Fragment } from 'react'
import { matchedRanges } from '#shared/domain/search/matched-ranges.ts'

/** « Fl/60 ml » never breaks between a number and its unit, nor « …, à l’unité » behind « à ». Same length: places in the text stay. */
export function unbroken(label: string): string {
  return label.replaceAll(/(?<=\d|, à) (?=\p{L}|%)/gu, '\u00a0')
}

/** A text with the letters that the search matched. */
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
