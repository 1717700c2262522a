import { Fragment } from 'react'
import { matchedRanges } from '#shared/domain/search/matched-ranges.ts'

/** A text with the letters that the search matched. */
export function MarkedLabel({ text, search }: { text: string; search: string }) {
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
