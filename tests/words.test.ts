import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { percentText } from '#shared/domain/amount-text.ts'
import { wayBack } from '#shared/ui/way-back.ts'

/** Everything that people read: the windows, and the sentences of the domain. */
const sources = ['src/kiosk', 'src/backoffice', 'src/shared/ui', 'src/shared/domain', 'src/shared/session'].flatMap(
  (room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => join(room, file)),
)

/** The lines of code, without comments, that match a pattern. */
function linesWith(pattern: RegExp, except: readonly string[] = []): string[] {
  return sources
    .filter((file) => !except.includes(file))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => !/^\s*(\/\/|\*|\/\*)/.test(line) && pattern.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    )
}

const formatter = ['src/shared/domain/amount-text.ts']
/** Orders of a list, cells of a file and parts of a day have a hyphen before them, which nobody reads. */
const forMachines = [
  'src/backoffice/ui/sort-text.ts',
  'src/shared/ui/table-export.ts',
  'src/shared/domain/typed-day.ts',
]

describe('one formatter writes signs and percentages', () => {
  test('no template writes the percent sign of a figure', () =>
    expect(linesWith(/[}>](?:\\u00a0|\\u202f|&nbsp;|[ \u00a0\u202f])%/, formatter)).toEqual([]))

  test('no template writes a minus or a hyphen before a figure', () =>
    expect(
      linesWith(/(?:^|[\s`'"(>])[-−]\$\{|\? ?['"`][-−]['"`] ?:|: ?['"`][−]['"`]/, [...formatter, ...forMachines]),
    ).toEqual([]))

  test('no sentence has a space before its full stop', () =>
    expect(linesWith(/(?:\\u00a0|\\u202f|&nbsp;|[\p{L}}\u00a0] )\.(?:['"`<]|$)/u)).toEqual([]))
})

test.each([
  [27.4, '27,4\u202f%', '+27,4\u202f%'],
  [-26, '−26\u202f%', '−26\u202f%'],
  [0.4, '0,4\u202f%', '+0,4\u202f%'],
  [-0.02, '0\u202f%', '−0,02\u202f%'],
  [0.004, '0\u202f%', '+0,004\u202f%'],
  [0, '0\u202f%', '0\u202f%'],
  [-0.000_01, '0\u202f%', '0\u202f%'],
])('%s percent: a small difference keeps its sign, nothing is « −0 % »', (percent, plain, signed) => {
  expect(percentText(percent)).toBe(plain)
  expect(percentText(percent, { signed: true })).toBe(signed)
})

test('the two buttons of a question never say the same', () => {
  expect(wayBack('Annuler la facture')).toBe('Retour')
  expect(wayBack('Annuler')).toBe('Retour')
  expect(wayBack('Archiver')).toBe('Annuler')
})
