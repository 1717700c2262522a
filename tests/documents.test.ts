import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'docs/operations.md',
  ...readdirSync('docs/decisions').map((name) => join('docs/decisions', name)),
]
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

test.each(documents)('%s names only commands and files that exist', (document) => {
  const text = readFileSync(document, 'utf8')
  const commands = [...text.matchAll(/npm run ([a-z][a-z0-9:-]*[a-z0-9])/g)].map(([, name]) => name!)
  expect(commands.filter((name) => !(name in scripts))).toEqual([])
  // `…` in a path is a place for a name; a link or a path in code is a promise.
  const links = [...text.matchAll(/\]\(([\w./-]+)\)/g)].map(([, path]) => join(dirname(document), path!))
  const paths = [...text.matchAll(/`((?:src|tests|e2e|docs|bench)\/[\w./-]+)`/g)].map(([, path]) => path!)
  expect([...links, ...paths].filter((path) => !existsSync(path))).toEqual([])
})

test('every setting of the windows is explained in .env.example, and no other', () => {
  const known = [...readFileSync('src/shared/settings.ts', 'utf8').matchAll(/\b(VITE_[A-Z_]+):/g)].map(
    ([, name]) => name!,
  )
  const explained = [...readFileSync('.env.example', 'utf8').matchAll(/^(VITE_[A-Z_]+)=/gm)].map(([, name]) => name!)
  expect(explained.toSorted()).toEqual(known.toSorted())
  expect(known.length).toBeGreaterThan(5)
})

const headings = ['Counter', 'Stock', 'Purchasing', 'Billing', 'Invoices', 'Register', 'Platform', 'Mended']

test('the changelog has dated sections, the newest first, with known headings and short lines', () => {
  const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m).slice(1)
  const days = sections.map((section) => section.split('\n')[0]!)
  expect(days.length).toBeGreaterThan(5)
  expect(days.filter((day) => !/^\d{4}-\d{2}-\d{2}$/.test(day))).toEqual([])
  expect(days).toEqual([...new Set(days)].toSorted().toReversed())
  for (const section of sections) {
    const [day, ...parts] = section.split(/^### /m)
    expect(day!.trim()).toMatch(/^\S+$/)
    expect(parts.length).toBeGreaterThan(0)
    const named = parts.map((part) => part.split('\n')[0]!)
    // Each heading stands once, in the order of the list.
    expect(named).toEqual(headings.filter((heading) => named.includes(heading)))
    for (const part of parts) {
      const lines = part.split('\n').slice(1).filter(Boolean)
      expect(lines.length).toBeGreaterThan(0)
      expect(lines.filter((line) => !line.startsWith('- ') || line.length > 160)).toEqual([])
    }
  }
})

test('the list of decisions has each number once, with title and state', () => {
  const lines = readFileSync('docs/decisions/README.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('- '))
  const files = readdirSync('docs/decisions').filter((name) => name !== 'README.md')
  const fileOf = new Map(files.map((name) => [name.slice(0, 4), name]))
  const numbers = lines.map((line) => /^- \[?(\d{4}) — /.exec(line)?.[1])
  const highest = Math.max(...files.map((name) => Number(name.slice(0, 4))))
  expect(fileOf.size).toBe(files.length)
  expect(numbers).toEqual(Array.from({ length: highest }, (_, index) => String(index + 1).padStart(4, '0')))
  for (const [index, line] of lines.entries()) {
    const number = numbers[index]!
    const file = fileOf.get(number)
    if (file === undefined) {
      expect(line).toMatch(/^- \d{4} — (Never used|Withdrawn)\.$/)
      continue
    }
    const text = readFileSync(join('docs/decisions', file), 'utf8')
    const title = text.split('\n')[0]!.replace(/^# /, '')
    expect(line.startsWith(`- [${title}](${file}): `), line).toBe(true)
    expect(line).toMatch(/\. (In force|In force; [^.]+ superseded by \d{4}|Superseded by \d{4}|Withdrawn)\.$/)
    // What the file says of later decisions and what the list says are the same.
    const later = (words: string) => [...words.matchAll(/superseded by (\d{4})/gi)].map(([, by]) => by!)
    expect(later(line), number).toEqual(later(text))
    expect(later(line).filter((by) => !fileOf.has(by) || by <= number)).toEqual([])
  }
})
