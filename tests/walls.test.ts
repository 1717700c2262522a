import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/**
 * The walls stand only if the tool sees the house: with a compiler it cannot use it checks no module at all and says that all is well.
 * So each wall is broken once, in a copy of the folders with the real configuration, and must be red; and the real tree must be green.
 */
const CONFIG = '.dependency-cruiser.cjs'
const walls = (createRequire(import.meta.url)(resolve(CONFIG)) as { forbidden: { name: string }[] }).forbidden.map(
  ({ name }) => name,
)

/** For each wall: a file that breaks it. */
const breaches: Record<string, [file: string, source: string]> = {
  // Reported once, from the end that comes first.
  'no-cycles': [
    'src/shared/domain/egg.ts',
    `import { hen } from '#shared/domain/hen.ts'\nexport const egg = () => hen`,
  ],
  'no-unresolvable': [
    'src/shared/domain/lost.ts',
    `import { nowhere } from '#shared/domain/nowhere.ts'\nexport const lost = nowhere`,
  ],
  'domain-is-pure': ['src/shared/domain/impure.ts', `import type { ZodType } from 'zod'\nexport type Impure = ZodType`],
  'contract-is-plain': [
    'src/shared/contract/thick.ts',
    `import { button } from '#shared/ui/button.ts'\nexport const thick = button`,
  ],
  'client-knows-the-contract': [
    'src/shared/client/curious.ts',
    `import { store } from '#shared/store/store.ts'\nexport const curious = store`,
  ],
  'shared-stands-alone': [
    'src/shared/ui/leaning.ts',
    `import { sale } from '#kiosk/sale/sale.ts'\nexport const leaning = sale`,
  ],
  'windows-below-store': [
    'src/shared/windows/high.ts',
    `import { store } from '#shared/store/store.ts'\nexport const high = store`,
  ],
  'store-below-session': [
    'src/shared/store/high.ts',
    `import { session } from '#shared/session/session.ts'\nexport const high = session`,
  ],
  'ui-knows-no-nouns': [
    'src/shared/ui/noun.ts',
    `import type { Sale } from '#shared/contract/sales.ts'\nexport type Noun = Sale`,
  ],
  'server-is-not-a-browser': [
    'src/server/browser.ts',
    `import { button } from '#shared/ui/button.ts'\nexport const browser = button`,
  ],
  'apps-do-not-meet': [
    'src/kiosk/sale/meeting.ts',
    `import { server } from '#server/server.ts'\nexport const meeting = server`,
  ],
  'features-do-not-meet': [
    'src/kiosk/sale/neighbour.ts',
    `import { unlock } from '#kiosk/unlock/unlock.ts'\nexport const neighbour = unlock`,
  ],
  'counter-knows-no-feature': [
    'src/kiosk/counter/sale/leaning.ts',
    `import { unlock } from '#kiosk/unlock/unlock.ts'\nexport const leaning = unlock`,
  ],
  'kiosk-ui-knows-no-nouns': [
    'src/kiosk/ui/noun.ts',
    `import { edit } from '#kiosk/counter/sale/edit.ts'\nexport const noun = edit`,
  ],
  'first-files-of-the-kiosk': [
    'src/kiosk/shelf.tsx',
    `import { screen } from '#kiosk/register/screen.ts'\nexport const shelf = screen`,
  ],
  'routes-use-services': [
    'src/server/sales/sale.routes.ts',
    `import { repo } from '#server/sales/sale.repo.ts'\nexport const routes = repo`,
  ],
  'only-repos-know-sql': [
    'src/server/sales/sale.service.ts',
    `import { Kysely } from 'kysely'\nexport const service = Kysely`,
  ],
  // Reported as the folder of this file.
  'server-stands-in-floors': [
    'src/server/banks/ring.ts',
    `import { tag } from '#server/tags/tag.ts'\nexport const ring = tag`,
  ],
  'server-composes-at-the-top': [
    'src/server/sales/rooted.ts',
    `import { server } from '#server/server.ts'\nexport const rooted = server`,
  ],
  'floors-know-no-noun': [
    'src/server/lists/knowing.ts',
    `import { bank } from '#server/banks/bank.ts'\nexport const knowing = bank`,
  ],
  'repos-stay-in-their-noun': [
    'src/server/banks/peeking.ts',
    `import { repo } from '#server/sales/sale.repo.ts'\nexport const peeking = repo`,
  ],
  'only-client-fetches': [
    'src/kiosk/sale/fetching.ts',
    `import { ofetch } from 'ofetch'\nexport const fetching = ofetch`,
  ],
  'only-store-opens-indexeddb': [
    'src/kiosk/sale/opening.ts',
    `import { openDB } from 'idb'\nexport const opening = openDB`,
  ],
  'worker-stands-alone': [
    'src/worker/knowing.ts',
    `import { store } from '#shared/store/store.ts'\nexport const knowing = store`,
  ],
  'windows-do-not-import-the-worker': [
    'src/shared/windows/working.ts',
    `import { worker } from '../../worker/worker.ts'\nexport const working = worker`,
  ],
  'simulators-know-the-domain': [
    'src/simulators/curious.ts',
    `import { server } from '#server/server.ts'\nexport const curious = server`,
  ],
  'tests-stay-outside': [
    'src/kiosk/sale/tested.ts',
    `import { aSale } from '#tests/a-sale.ts'\nexport const tested = aSale`,
  ],
}

/** What they import, and files that break nothing. */
const lawful: Record<string, string> = {
  'src/shared/domain/hen.ts': `import { egg } from '#shared/domain/egg.ts'\nexport const hen = () => egg`,
  'src/shared/ui/button.ts': `export const button = 1`,
  'src/shared/store/store.ts': `import { openDB } from 'idb'\nexport const store = openDB`,
  'src/shared/session/session.ts': `import { store } from '#shared/store/store.ts'\nexport const session = store`,
  'src/shared/contract/sales.ts': `import type { ZodType } from 'zod'\nexport type Sale = ZodType`,
  'src/shared/client/call.ts': `import { ofetch } from 'ofetch'\nimport type { Sale } from '#shared/contract/sales.ts'\nexport const call = (_: Sale) => ofetch`,
  'src/kiosk/sale/sale.ts': `import { edit } from '#kiosk/counter/sale/edit.ts'\nexport const sale = edit`,
  'src/kiosk/ui/part.ts': `import { button } from '#shared/ui/button.ts'\nexport const part = button`,
  'src/kiosk/counter/sale/edit.ts': `import { part } from '#kiosk/ui/part.ts'\nexport const edit = part`,
  'src/kiosk/unlock/unlock.ts': `export const unlock = 1`,
  'src/kiosk/register/screen.ts': `export const screen = 1`,
  'src/kiosk/late-parts.ts': `export const load = () => import('#kiosk/register/screen.ts')`,
  'src/server/server.ts': `export const server = 1`,
  'src/server/banks/bank.ts': `export const bank = 1`,
  'src/server/tags/tag.ts': `import { bank } from '#server/banks/bank.ts'\nexport const tag = bank`,
  'src/worker/worker.ts': `export const worker = 1`,
  'src/server/sales/sale.repo.ts': `import { Kysely } from 'kysely'\nexport const repo = Kysely`,
  'tests/a-sale.ts': `export const aSale = 1`,
}

const packages = ['zod', 'ofetch', 'idb', 'kysely']

type Cruise = { violations: { rule: { name: string }; from: string }[]; totalCruised: number }

function cruise(directory: string): Promise<Cruise> {
  const tool = resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  return new Promise((done, fail) => {
    execFile(
      process.execPath,
      [tool, 'src', '--config', CONFIG, '--output-type', 'json'],
      { cwd: directory, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout) => {
        // Violations make it leave with their number; only an answer that is none is a failure.
        try {
          done((JSON.parse(stdout) as { summary: Cruise }).summary)
        } catch {
          fail(error ?? new Error('no answer'))
        }
      },
    )
  })
}

const write = (path: string, text: string) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

test('each wall has its breach here', () => {
  expect(Object.keys(breaches)).toEqual(walls)
})

describe('a house with every wall broken once', () => {
  const house = mkdtempSync(join(tmpdir(), 'officine-walls-'))
  let found: Cruise

  beforeAll(async () => {
    for (const file of [CONFIG, 'tsconfig.json', 'package.json']) cpSync(file, join(house, file))
    for (const name of packages) {
      write(
        join(house, 'node_modules', name, 'package.json'),
        JSON.stringify({ name, version: '1.0.0', type: 'module', main: 'index.js' }),
      )
      write(join(house, 'node_modules', name, 'index.js'), '')
    }
    for (const [file, source] of [...Object.entries(lawful), ...Object.values(breaches)])
      write(join(house, file), source)
    found = await cruise(house)
  })
  afterAll(() => rmSync(house, { recursive: true, force: true }))

  test.each(walls)('%s is red', (wall) => {
    const [file] = breaches[wall]!
    const blamed = found.violations.filter(({ rule }) => rule.name === wall).map(({ from }) => from)
    expect(blamed).toContain(wall === 'server-stands-in-floors' ? dirname(file) : file)
  })

  test('what keeps the walls is not', () => {
    const blamed = new Set(found.violations.map(({ from }) => from))
    expect(Object.keys(lawful).filter((file) => blamed.has(file))).toEqual([])
  })
})

describe('what the browser itself stores in', () => {
  const house = mkdtempSync(join(tmpdir(), 'officine-storage-'))
  afterAll(() => rmSync(house, { recursive: true, force: true }))
  const uses = [
    `export const opened = indexedDB.open('a')`,
    `export const opened = globalThis.indexedDB.open('a')`,
    `export const opened = window.indexedDB.deleteDatabase('a')`,
    `export const opened = await navigator.storage.getDirectory()`,
    `const { getDirectory } = navigator.storage\nexport const opened = getDirectory`,
  ]
  const rooms = ['src/kiosk/sale', 'src/backoffice/sales', 'src/shared/windows', 'src/shared/session', 'src/worker']

  test('is opened by the store alone', async () => {
    cpSync('.oxlintrc.json', join(house, '.oxlintrc.json'))
    for (const room of [...rooms, 'src/shared/store'])
      uses.forEach((source, at) => write(join(house, room, `opening-${at}.ts`), `${source}\n`))
    const blamed = await lint(house)
    expect(blamed.filter((file) => file.startsWith('src/shared/store/'))).toEqual([])
    expect(blamed).toEqual(rooms.flatMap((room) => uses.map((_, at) => `${room}/opening-${at}.ts`)).toSorted())
  })
})

/** The files that the linter, with the configuration of the house, blames for storing. */
function lint(directory: string): Promise<string[]> {
  return new Promise((done, fail) => {
    execFile(
      process.execPath,
      [resolve('node_modules/oxlint/bin/oxlint'), '--format', 'json', 'src'],
      { cwd: directory, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout) => {
        try {
          const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] }
          done(
            [
              ...new Set(
                diagnostics
                  .filter(({ code }) => /no-restricted-(globals|properties)/.test(code))
                  .map(({ filename }) => filename),
              ),
            ].toSorted(),
          )
        } catch {
          fail(error ?? new Error('no answer'))
        }
      },
    )
  })
}

test('the real house is green, and the tool has seen all of it', async () => {
  const { violations, totalCruised } = await cruise('.')
  expect(violations.map(({ rule, from }) => `${rule.name} ${from}`)).toEqual([])
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  expect(files.length).toBeGreaterThan(0)
  expect(totalCruised).toBeGreaterThanOrEqual(files.length)
})
