import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inertText } from '#shared/domain/inert-text.ts'
import { runs } from '#tests/support/extent.ts'

test.each(['=1+1', '+229 01 96', '-5', '@SUM(A1)', '＝1', '＋1', '－1', '＠A', '\t=1', '\r=1', '\n=1'])(
  '%j would run in a spreadsheet: an apostrophe makes it text',
  (text) => expect(inertText(text)).toBe(`'${text}`),
)

test.each(['', 'Doliprane', '5 - 3', ' =1', '1=1', "'=1", '−5', 'a\n=1'])('%j runs nowhere and stays', (text) =>
  expect(inertText(text)).toBe(text),
)

test('no cell runs, nothing of a text is lost, and what is inert stays', () => {
  const anyText = fc
    .tuple(fc.constantFrom('', '=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n', "'"), fc.string())
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(anyText, (text) => {
      const inert = inertText(text)
      expect('=+-@＝＋－＠\t\r\n'.includes(inert.charAt(0)) && inert !== '').toBe(false)
      expect(inert.endsWith(text) && inert.length - text.length <= 1).toBe(true)
      expect(inertText(inert)).toBe(inert)
    }),
    { numRuns: runs(300) },
  )
})
