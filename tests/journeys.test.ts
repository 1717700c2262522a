import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** Folders of the windows that no journey enters, and what proves them instead. */
const withoutJourney: Record<string, string> = {
  '@backoffice/assistants':
    'tests/backoffice/assistants.test.tsx, and tests/server/assistants.test.ts by a client over stdio',
  '@backoffice/audit': 'a list that is read: tests/backoffice/audit.test.tsx and the server’s tests of what it writes',
  '@backoffice/backup':
    'tests/backoffice/backup-screen.test.tsx, and the server’s tests of backup, drill, copies, standby and first start',
  '@backoffice/dues': 'tests/backoffice/dues.test.tsx; what is owed is written at the counter (after-sale)',
  '@backoffice/exports': 'tests/backoffice/export.test.tsx',
  '@backoffice/pin-alerts': 'tests/backoffice/pin-alerts.test.tsx; wrong codes are typed at the counter (sellers)',
  '@backoffice/registers': 'tests/backoffice/registers.test.tsx and the server’s tests of register imports',
  '@backoffice/stock-exports': 'tests/backoffice/stock-exports.test.tsx',
  '@backoffice/storages': 'tests/backoffice/storages.test.tsx; products are moved at the counter (storages)',
  '@backoffice/suppliers': 'tests/backoffice/suppliers.test.tsx',
  '@backoffice/unproven-parcels': 'tests/backoffice/unproven-parcels.test.tsx',
}

/** Tags that are no folder: when a journey runs. */
const occasions = ['@deep', '@axe', '@picture', '@looks']

type Journey = { file: string; title: string; tags: readonly string[]; source: string }

/** What a `test('…', { tag: […] }, …)` of a file says; a journey without tags has none. */
function journeysOf(file: string): Journey[] {
  const found: Journey[] = []
  const read = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'test') {
      const [title, details] = node.arguments
      const tag =
        details && ts.isObjectLiteralExpression(details)
          ? details.properties.find((property) => property.name?.getText() === 'tag')
          : undefined
      const list = tag && ts.isPropertyAssignment(tag) ? tag.initializer : undefined
      const tags = list && ts.isArrayLiteralExpression(list) ? list.elements.filter(ts.isStringLiteral) : []
      found.push({ file, title: title!.getText(), tags: tags.map(({ text }) => text), source: node.getText() })
    }
    ts.forEachChild(node, read)
  }
  read(ts.createSourceFile(file, readFileSync(join('e2e', file), 'utf8'), ts.ScriptTarget.Latest, true))
  return found
}

const journeys = readdirSync('e2e')
  .filter((name) => name.endsWith('.spec.ts'))
  .flatMap(journeysOf)
const foldersOf = ({ tags }: Journey): string[] => tags.filter((tag) => !occasions.includes(tag))

test('every journey names the folders whose change runs it, and each of them exists', () => {
  expect(journeys.length).toBeGreaterThan(60)
  expect(journeys.filter((journey) => foldersOf(journey).length === 0).map(({ title }) => title)).toEqual([])
  const lost = journeys.flatMap((journey) =>
    foldersOf(journey)
      .filter((tag) => !existsSync(join('src', tag.replace('@', ''))))
      .map((tag) => `${journey.file}: ${tag}`),
  )
  expect(lost).toEqual([])
})

test('a journey that looks at its screens says so: the gate does not look, the deep run does', () => {
  const looks = /\b(faultsOf|overflowOf|looks?)\(/
  const isRunDeep = ({ tags }: Journey) => ['@deep', '@axe', '@looks'].some((occasion) => tags.includes(occasion))
  const unseen = journeys.filter((journey) => looks.test(journey.source) && !isRunDeep(journey))
  expect(unseen.map(({ title }) => title)).toEqual([])
})

test('every folder of the windows is named by a journey that proves something, or says what proves it instead', () => {
  const named = new Set(journeys.filter(({ tags }) => !tags.includes('@looks')).flatMap(foldersOf))
  const folders = ['kiosk', 'backoffice'].flatMap((window) =>
    readdirSync(join('src', window), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'ui')
      .map(({ name }) => `@${window}/${name}`),
  )
  expect(folders.filter((folder) => !named.has(folder)).toSorted()).toEqual(Object.keys(withoutJourney).toSorted())
})
