import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** The theme: the only stylesheets that write a size or a colour as a value. */
const themeFiles = ['src/shared/ui/tokens.css']
const maxLines = 300

type Declaration = { property: string; value: string }

function declarationsOf(css: string): Declaration[] {
  const plain = css.replaceAll(/\/\*[\s\S]*?\*\//g, '')
  return [...plain.matchAll(/([\w-]+)\s*:\s*([^;{}]+);/g)].map(([, property, value]) => ({
    property: property!,
    value: value!.trim(),
  }))
}

/** What a stylesheet writes by itself and should take from the theme. */
function ownValuesOf(css: string): string[] {
  return declarationsOf(css)
    .filter(({ property, value }) => {
      if (/^(font|font-size)$/.test(property) && /\d(px|rem)\b/.test(value)) return true
      if (/^(gap|row-gap|column-gap|padding|margin)(-[a-z-]+)?$/.test(property) && spacesOf(value).length > 0)
        return true
      return /#[\da-f]{3,8}\b|\b(rgb|hsl)a?\(/i.test(value)
    })
    .map(({ property, value }) => `${property}: ${value}`)
}

/** Spaces in px. Up to 1.5 px is the width of a border; above 45 px room is kept for a neighbour whose width is known. */
function spacesOf(value: string): number[] {
  return [...value.matchAll(/(?<![\w.-])-?([\d.]+)px/g)]
    .map(([, size]) => Number(size))
    .filter((size) => size > 1.5 && size <= 45)
}

const stylesheets = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => join('src', file))
  // The page of a first start is served before there are windows, without their theme.
  .filter((file) => file.endsWith('.css') && !themeFiles.includes(file) && !file.startsWith('src/server/'))

test.each([
  ['.planted { font-size: 17px; }', 'font-size: 17px'],
  ['.planted { font: 600 17px sans-serif; }', 'font: 600 17px sans-serif'],
  ['.planted { color: #6f7d75; }', 'color: #6f7d75'],
  ['.planted { background: rgba(18, 27, 22, 0.5); }', 'background: rgba(18, 27, 22, 0.5)'],
  ['.planted { padding: 0 13px; }', 'padding: 0 13px'],
  ['.planted { margin-top: -6px; }', 'margin-top: -6px'],
])('%s is refused', (css, named) => {
  expect(ownValuesOf(css)).toEqual([named])
})

test('what comes from the theme, and the geometry of a component, is allowed', () => {
  const css =
    '.fine { font-size: var(--text-body); padding: 1px var(--space-8) 0 66px; height: 34px; border: 1px solid; }'
  expect(ownValuesOf(css)).toEqual([])
})

describe('every stylesheet', () => {
  test('takes type sizes, spaces and colours from the theme', () => {
    expect(stylesheets.length).toBeGreaterThan(90)
    const own = stylesheets.flatMap((file) =>
      ownValuesOf(readFileSync(file, 'utf8')).map((value) => `${file}: ${value}`),
    )
    expect(own).toEqual([])
  })

  test('names only properties that exist: a misspelt one would draw nothing', () => {
    const all = [...stylesheets, ...themeFiles].map((file) => readFileSync(file, 'utf8')).join('\n')
    const used = [...all.matchAll(/var\((--(?:text|space|on-dark|camera|tag|control)[\w-]*)\)/g)].map(
      ([, name]) => name!,
    )
    const defined = new Set(declarationsOf(all).map(({ property }) => property))
    expect([...new Set(used)].filter((name) => !defined.has(name))).toEqual([])
  })

  test(`has at most ${maxLines} lines, so that it stands beside the components that use it`, () => {
    const long = stylesheets.filter((file) => readFileSync(file, 'utf8').split('\n').length > maxLines)
    expect(long).toEqual([])
  })

  test('leaves `.quiet` to text.module.css', () => {
    const own = stylesheets.filter((file) => /\.quiet\b/.test(readFileSync(file, 'utf8')))
    expect(own).toEqual(['src/shared/ui/text.module.css'])
  })
})
