import { ifInterrupted } from '../../bench/support/if-interrupted.ts'
import { printTable } from '../../bench/support/print-table.ts'
import { accidentsOf, type Accident, type World } from './accidents.ts'
import { openBrowser } from './browser.ts'
import { chanceOf, type Chance } from './chance.ts'
import { openCounters, pause } from './counters.ts'
import { isAllAtServer, judge, readHeld, type Held, type Law } from './laws.ts'
import { openNotebook } from './notebook.ts'
import { openProxy } from './proxy.ts'
import { openShop } from './shop.ts'

type Run = {
  /** Mean of the sales between two accidents. */ every: number
  seed: number
  sales: number
  windows: number
  isAloud: boolean
}
/** How often each accident was tried, and how often it had an effect. */
type Befallen = Map<string, { times: number; took: number }>
type Outcome = { laws: Law[]; figures: Record<string, number> }

/** Or this much time passes: when no sale is possible, the next accident may repair the cause. */
const longestQuietMs = 20_000
/** After everything is repaired, no sale for this long means a broken counter. */
const deadlockMs = 300_000
/** The longest pause of the queue is a minute. */
const drainLimitMs = 240_000

/** Opens a shop, breaks it during sales, repairs it, and checks the laws. */
export async function runChaos({ seed, every, sales, windows, isAloud }: Run): Promise<Outcome> {
  console.log(`chaos: seed ${seed}, ${sales} sales, ${windows} windows`)
  // Accidents and sales use separate random generators: the order of accidents depends only on the seed.
  const chance = chanceOf(seed)
  const notebook = openNotebook({ aloud: isAloud })
  const shop = await openShop()
  const browser = openBrowser()
  if (!browser.disk.canFill) console.log('  no disk can be mounted here: the storage is not filled')
  const proxy = await openProxy(shop.port, chanceOf(seed + 1))
  const clearUp = async (): Promise<void> => {
    await browser.close()
    await proxy.close()
    await shop.close()
  }
  const callOff = ifInterrupted(clearUp)
  try {
    await shop.start()
    notebook.tell('the shop is open')
    const counters = openCounters({
      browser,
      notebook,
      chance: chanceOf(seed + 2),
      url: proxy.url,
      windows,
      shelf: shop.shelf,
    })
    const world: World = { chance, shop, proxy, browser, counters, notebook }
    await counters.startBrowser()
    await counters.openAll()
    notebook.tell('every window stands at the counter')
    const startedAt = Date.now()
    const selling = counters.sell()
    const befallen = await breakThings(world, { accidents: accidentsOf(browser.disk.canFill), sales, every })
    await counters.stopSelling()
    await selling
    const soldMs = Date.now() - startedAt
    const held = await settle(world)
    await shop.kill()
    const judged = await readShop(world, held)
    const { counts } = judged
    const laws = [
      ...judged.laws,
      enough(notebook.shownCount(), sales),
      { name: 'every accident that was tried takes effect', broken: idle(befallen) },
    ]
    const figures = {
      ...counts,
      shown: notebook.shownCount(),
      ended: notebook.sales.size,
      accidents: [...befallen.values()].reduce((total, { times }) => total + times, 0),
      refusedByDisk: notebook.refusedCount(),
      refusedClosings: notebook.refusedClosings.size,
      seconds: Math.round(soldMs / 1000),
      salesPerMinute: Math.round((notebook.shownCount() * 60_000) / soldMs),
      recoveries: counters.recoveries(),
    }
    tellOutcome(world, { laws, figures, befallen })
    return { laws, figures }
  } catch (error) {
    console.log(notebook.story().join('\n'))
    throw error
  } finally {
    callOff()
    await clearUp()
  }
}

/** Runs accidents until enough was sold, several at a time when their lanes differ. Returns how often each occurred. */
async function breakThings(
  world: World,
  { accidents, sales, every }: { accidents: readonly Accident[]; sales: number; every: number },
): Promise<Befallen> {
  const { chance, counters, notebook } = world
  const befallen: Befallen = new Map()
  const dealt = dealtFirst(chance, accidents)
  const lanes = new Map<string, Promise<void>>()
  let failure: unknown
  const isOver = (): boolean => notebook.shownCount() >= sales || failure !== undefined
  let said = 0
  while (!isOver()) {
    const due = notebook.shownCount() + chance.between(Math.ceil(every / 2), Math.floor(every * 1.5))
    const quietUntil = Date.now() + longestQuietMs
    while (!isOver() && notebook.shownCount() < due && Date.now() < quietUntil) await pause(20)
    if (isOver()) break
    const accident = dealt.shift() ?? chance.weighted(accidents)
    await lanes.get(accident.lane)
    const count = befallen.get(accident.name) ?? { times: 0, took: 0 }
    befallen.set(accident.name, count)
    count.times++
    notebook.tell(`— ${accident.name}`)
    lanes.set(
      accident.lane,
      accident
        .befall(
          world,
          onceOnly(() => void count.took++),
        )
        .then(
          () => notebook.tell(`— over: ${accident.name}`),
          (error: unknown) => {
            // A window or a browser that is gone meanwhile is not a failure of an accident; a shop that does not start
            // is.
            notebook.tell(`— ${accident.name}: ${String(error).split('\n')[0]}`)
            if (accident.lane === 'shop') failure = error
          },
        ),
    )
    if (Date.now() - counters.lastShownAt() > deadlockMs)
      failure = new Error(`nothing was sold for ${deadlockMs / 1000} s`)
    if (notebook.shownCount() - said >= 50)
      console.log(
        `  ${(said = notebook.shownCount())} sales shown, ${[...befallen.values()].reduce((total, { times }) => total + times, 0)} accidents`,
      )
  }
  await Promise.all(lanes.values())
  if (failure) throw failure
  return befallen
}

/** Repairs everything and waits until the terminal has nothing to send. Returns what it holds. */
async function settle({ shop, proxy, browser, counters, notebook }: World): Promise<Held> {
  notebook.tell('— everything is mended')
  proxy.setNetwork('whole')
  if (!shop.isUp()) await shop.start()
  if (!browser.context) await counters.startBrowser()
  await counters.openAll()
  const until = Date.now() + drainLimitMs
  let last: Held | undefined
  let told = ''
  for (;;) {
    // A window that does not answer may have crashed: another one sees the same disk.
    for (const page of counters.pages().values())
      last = (await Promise.race([readHeld(page), pause(5_000).then(() => undefined)]).catch(() => undefined)) ?? last
    const now = last ? `${last.rows} rows wait: ${last.waiting.join(', ')} (${last.why})` : 'no window answers'
    if (now !== told) notebook.tell((told = now))
    if (last?.rows === 0 && last.waiting.length === 0 && (await isAllAtServer(shop, last))) return last
    if (Date.now() > until) {
      if (last) return last
      throw new Error('no window answers when everything is mended')
    }
    await counters.openAll()
    await pause(500)
  }
}

async function readShop({ shop, notebook }: World, held: Held): Promise<Awaited<ReturnType<typeof judge>>> {
  const database = await shop.openDatabase()
  try {
    return await judge(database, { notebook, held, soldBefore: shop.soldBefore })
  } finally {
    await database.close()
  }
}

function tellOutcome({ proxy, notebook }: World, { laws, figures, befallen }: Outcome & { befallen: Befallen }): void {
  printTable(
    'What befell',
    ['accident', 'times', 'took effect'],
    [...befallen]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, { times, took }]) => [name, times, took]),
  )
  printTable('What the disk refused', ['writing', 'times'], [...notebook.refusals])
  printTable('What was done to sales on their way', ['fault', 'sales'], [...proxy.faults])
  printTable('What became of the sales', ['', ''], Object.entries(figures))
  printTable(
    'Laws',
    ['law', 'broken'],
    laws.map(({ name, broken }) => [name, broken.length === 0 ? 'holds' : broken.length]),
  )
  const isBroken = laws.some(({ broken }) => broken.length > 0)
  if (isBroken) console.log(`\nThe story:\n${notebook.story(400).join('\n')}`)
  for (const { name, broken } of laws) for (const what of broken.slice(0, 20)) console.log(`broken: ${name}: ${what}`)
}

/**
 * First the accidents marked `isFirst`, then one of each kind in the order of the seed; later ones are random.
 */
function dealtFirst(chance: Chance, accidents: readonly Accident[]): Accident[] {
  const possible = chance.shuffled(accidents.filter(({ weight }) => weight > 0))
  return [...possible.filter(({ isFirst }) => isFirst), ...possible.filter(({ isFirst }) => !isFirst)]
}

/**
 * An accident tried this often without effect is broken itself; after one or two tries, the moment may not have come.
 */
const triesEnough = 3

function idle(befallen: Befallen): string[] {
  return [...befallen].flatMap(([name, { times, took }]) =>
    times >= triesEnough && took === 0 ? [`${name}: tried ${times} times`] : [],
  )
}

function onceOnly(work: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) work()
    isDone = true
  }
}

function enough(shown: number, sales: number): Law {
  return { name: `${sales} sales were shown`, broken: shown < sales ? [`${shown} were`] : [] }
}
