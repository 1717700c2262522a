/**
 * `npm run bench:clients` measures the coverage of a sale of 30 lines with 3 payers; opening a patient with 5,000
 * purchases through the API; the search index of 100,000 persons alone; and the time from a key to the result on the
 * screen of the real kiosk that holds them, compared with a bare page in the same browser. `-- --node` omits the
 * browser, `-- --kiosk` runs only the browser.
 */
import type { Page } from '@playwright/test'
import { campGuezo } from '#server/demo/demo-pharmacies.ts'
import { personItem } from '#shared/store/lists/person-list-atoms.ts'
import { startCluster } from '#tests/support/cluster.ts'
import { openBarePage } from './support/bare-page.ts'
import { measureCoverage } from './support/coverage-times.ts'
import { asPerson, crowd, personQueries, personQueryKinds, settleCrowd } from './support/crowd.ts'
import { measureIndexAlone } from './support/index-alone.ts'
import { inKioskOf } from './support/kiosk-of.ts'
import { watchField } from './support/painted-keys.ts'
import { measurePatient } from './support/patient-times.ts'
import { printTable } from './support/print-table.ts'
import { compareTyping, textsOf } from './support/typed-search.ts'

const keyCount = 120
const members = crowd(100_000)
const slowMs = 240_000
const searchField = 'input[aria-label="Chercher un client"]'

function printCoverage(): void {
  const { count, p50, p95, p99, max } = measureCoverage()
  printTable(
    'Coverage of a sale of 30 lines with 3 payers, in Node',
    ['calls', 'p50 ms', 'p95 ms', 'p99 ms', 'max ms'],
    [[count, ...[p50, p95, p99, max].map((ms) => ms.toFixed(3))]],
  )
  console.log('Aim: under 0.2 ms.')
}

async function openPatients(): Promise<void> {
  const cluster = await startCluster({ durable: true })
  try {
    await measurePatient('Opening a patient of 5,000 purchases among 100,000 persons, on the API', cluster.url)
  } finally {
    await cluster.stop()
  }
}

/** Opens the clients of the kiosk; returns the milliseconds until the last person of the crowd is found there. */
async function openClients(page: Page): Promise<number> {
  const startedAt = performance.now()
  const { lastName, firstName } = members.at(-1)!
  await page.getByRole('link', { name: 'Clients' }).click()
  const field = page.locator(searchField)
  for (;;) {
    await field.fill(`${lastName} ${firstName}`)
    if (
      await page
        .getByRole('list', { name: 'Clients trouvés' })
        .getByText(firstName)
        .first()
        .waitFor({ timeout: 2_000 })
        .then(
          () => true,
          () => false,
        )
    )
      break
    if (performance.now() - startedAt > slowMs) throw new Error('the crowd never came')
  }
  const elapsed = performance.now() - startedAt
  await field.press('Escape')
  return elapsed
}

async function searchInKiosk(): Promise<void> {
  await inKioskOf(
    (database) => settleCrowd(database, campGuezo.id, members),
    async ({ page, newPage }) => {
      const bare = await openBarePage(await newPage())
      await page.bringToFront()
      console.log(
        `the list of ${members.length.toLocaleString('en')} persons was searched ${((await openClients(page)) / 1000).toFixed(1)} s after the first unlock`,
      )
      const field = page.locator(searchField)
      await field.focus()
      const ours = await watchField(page, { results: 'main', reset: () => field.press('Escape') })
      await compareTyping('kiosk, search of 100,000 persons', {
        bare,
        ours,
        texts: textsOf(
          personQueries(members, keyCount).map(({ text }) => text),
          keyCount,
        ),
      })
    },
  )
}

if (!process.argv.includes('--kiosk')) {
  printCoverage()
  measureIndexAlone(
    'persons',
    members.map((member) => personItem(asPerson(member))),
    personQueries(members, 1000),
    personQueryKinds,
  )
  await openPatients()
}
if (!process.argv.includes('--node')) await searchInKiosk()
