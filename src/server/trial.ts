import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ledgerDifferences, type LedgerFigures } from '#shared/domain/backup/drill.ts'
import { planTrial, type Step, type Stretch } from '#shared/domain/trial/plan-trial.ts'
import type { TrialFindings } from '#shared/domain/trial/trial-words.ts'
import { buildApp, type AppOptions } from '#server/app.ts'
import { RestoreRefusal } from '#server/backup/choose-base.ts'
import { ledgerFigures, ledgers } from '#server/backup/ledger-figures.repo.ts'
import { basesInOrder, linesOfKey } from '#server/backup/medium.ts'
import type { RecoveryKey } from '#server/backup/recovery-key.ts'
import { fleeting, restore } from '#server/backup/restore.ts'
import { readSealed } from '#server/backup/sealed-file.ts'
import { unpacked } from '#server/backup/write-log.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { openEmbedded } from '#server/db/embedded/embedded-postgres.ts'
import { openHints } from '#server/hints/hints.ts'
import type { App } from '#server/http/route.ts'
import { openIdentity } from '#server/identity/identity.ts'
import type { RecordedCall } from '#server/recording/call-record.ts'
import { keepRecords, readRecords } from '#server/recording/record-files.ts'
import { replay, takeUnlocksOver, trustRecords } from '#server/recording/replay.ts'

export type TrialOrder = {
  /** The medium of the backup. */
  medium: string
  /** The records of calls. */
  recorded: string
  key: RecoveryKey
  /** An empty folder beside the shop, through which the account of PostgreSQL gets; the caller removes it. */
  folder: string
  /** The account that has the copies, when root makes them. */
  owner?: { uid: number; gid: number }
  /** Everything that was committed until then is on the medium. */
  storedUntil: Date
  binaries?: string | undefined
  /** The settings that the shop runs with. */
  settings?: Partial<AppOptions>
  /** Builds the new version; a test builds one with another rule. */
  open?: (options: AppOptions) => Promise<App>
  say?: (sentence: string) => void
}

/** Ledgers whose figures depend on the calls alone; the journal has hours, and entries of what was not made again. */
const compared = ledgers.filter((name) => name !== 'journal')
/** In the numbers: revisions of lists and bytes of photos. */
const unjudged = /"(rev|photo_bytes)": \d+(, )?/g
/** In the registers: the last value of a sequence, which jumps when PostgreSQL recovers. */
const lastSequence = / \d+$/
const requestRate = { perToken: 1_000_000, perAddress: 1_000_000, withinMs: 1000 }

/**
 * Tries this version on copies of the shop: the recorded calls of the last days are made again from the moment before them,
 * and answers and ledgers are compared with those of the shop. Throws `RestoreRefusal` with a French sentence when nothing
 * can be tried.
 */
export async function tryVersion(given: TrialOrder): Promise<TrialFindings> {
  // The shop goes on writing its records, and removes the oldest.
  const order = { ...given, recorded: join(given.folder, 'recorded') }
  if (given.owner) await makeOwned(order.recorded, given.owner)
  await keepRecords(given.recorded, order.recorded)
  const { say = () => undefined } = order
  const { steps, recorded } = await stepsOf(order)
  const stretch = planTrial(steps, { notBefore: await firstBaseAt(order), notAfter: order.storedUntil.getTime() })
  if (!stretch)
    throw new RestoreRefusal(
      'Aucun appel enregistré ne peut être rejoué : rien n’est à comparer. « officine update --without-trial » met à jour sans essai.',
    )
  say(`Restauration de deux copies, du ${atText(stretch.startsAt)} et du ${atText(stretch.endsAt)}…`)
  return onCopy(order, 'end', stretch.endsAt, (end) =>
    onCopy(order, 'start', stretch.startsAt, async (start) => {
      say(`${stretch.calls} appels sont rejoués…`)
      const copies = { start, end }
      await takeUnlocksOver(copies)
      const clock = { now: new Date(stretch.startsAt) }
      const hints = await openHints()
      const identity = trustRecords(
        openIdentity({ database: start, projectId: 'demo-trial', emulatorHost: '127.0.0.1:9', pinSecret: 'none' }),
      )
      const app = await (order.open ?? buildApp)({
        ...order.settings,
        database: start,
        identity,
        hints,
        requestRate,
        now: () => clock.now,
        // Nothing leaves the house: no jobs run, and these would refuse.
        runsJobs: false,
        opensDocs: false,
      })
      try {
        const { calls, ...found } = await replay(callsOf(order, stretch), { app, identity, clock, copies })
        const differences = ledgerDifferences(await figuresOf(end), await figuresOf(start))
        const different = new Set(differences.map(({ ledger }) => ledger))
        const equal = compared.filter((name) => !different.has(name))
        return { recorded, replayed: calls, ...found, ledgers: equal, ledgerDifferences: differences }
      } finally {
        await app.close()
        await hints.close()
      }
    }),
  )
}

/** Until when the medium has everything: what its newest log says of itself. */
export async function heldUntil(medium: string, key: RecoveryKey): Promise<Date> {
  const lines = await linesOfKey(medium, key.recipient)
  const base = basesInOrder(lines).at(-1)
  if (!base) throw new RestoreRefusal(`${medium} ne contient pas de sauvegarde complète d’Officine.`)
  let held = new Date(base.finishedAt)
  const logs = lines.find(({ name }) => name === base.line)?.logs ?? []
  for (const { path } of logs.toSorted((one, other) => Number(one.start - other.start)).slice(-2))
    for (const record of (await readSealed(path, key.identity)).records) {
      const { until } = unpacked(record)
      if (until && until > held) held = until
    }
  return held
}

async function stepsOf({ recorded: folder, key }: TrialOrder): Promise<{ steps: Step[]; recorded: number }> {
  const steps: Step[] = []
  let isEnded = true
  let recorded = 0
  for await (const { kind, at, endedAt } of readRecords(folder, key.identity)) {
    // What a killed process had not stored is missing.
    const isGap = kind === 'gap' || kind === 'lost' || (kind === 'begin' && !isEnded)
    if (kind === 'call') recorded++
    if (kind === 'begin' || kind === 'end') isEnded = kind === 'end'
    steps.push({ from: Date.parse(at), until: Date.parse(endedAt), isGap, isCall: kind === 'call' })
  }
  return { steps, recorded }
}

async function* callsOf({ recorded, key }: TrialOrder, { first, last }: Stretch): AsyncGenerator<RecordedCall> {
  let index = 0
  for await (const record of readRecords(recorded, key.identity)) {
    if (index >= first && index <= last && record.kind === 'call') yield record
    if (++index > last) return
  }
}

async function firstBaseAt({ medium, key }: TrialOrder): Promise<number> {
  const [oldest] = basesInOrder(await linesOfKey(medium, key.recipient))
  if (!oldest) throw new RestoreRefusal(`${medium} ne contient pas de sauvegarde complète d’Officine.`)
  return Date.parse(oldest.finishedAt)
}

/** A folder that the service can remove when this process is killed. */
async function makeOwned(folder: string, { uid, gid }: NonNullable<TrialOrder['owner']>): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chown(folder, uid, gid)
}

/** Restores the shop as it was at a moment, and works on it. */
async function onCopy<T>(
  { medium: from, key, folder, owner, binaries }: TrialOrder,
  name: string,
  at: number,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const to = join(folder, name)
  if (owner) await makeOwned(to, owner)
  await restore({ from, to, at: new Date(at), key, kind: null, binaries })
  const engine = await openEmbedded({ directory: join(to, 'postgresql'), binaries, settings: fleeting })
  try {
    const database = await openDatabase({ url: engine.url })
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  } finally {
    await engine.stop('immediate')
  }
}

async function figuresOf(database: Database): Promise<LedgerFigures[]> {
  const found = await database.platform(ledgerFigures)
  return found
    .filter(({ ledger }) => ledger !== 'journal')
    .map(({ figures, ...one }) => ({
      ...one,
      figures: one.ledger === 'caisse' ? figures.replace(lastSequence, '') : figures.replaceAll(unjudged, ''),
    }))
}

function atText(at: number): string {
  return new Date(at).toISOString()
}
