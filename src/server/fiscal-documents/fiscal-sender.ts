import { accountAt } from '#shared/domain/fiscal/fiscal-account.ts'
import { platformDifferences } from '#shared/domain/fiscal/platform-differences.ts'
import { withCodes, fiscalProfile } from '#shared/domain/fiscal/profiles.ts'
import type { FiscalSimulators } from '#server/base/config.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { Database } from '#server/db/database.ts'
import {
  insertExchange,
  keepProgress,
  readCheck,
  storeCheck,
  type DueDocument,
  type Lease,
} from '#server/fiscal-life/fiscal-queue.repo.ts'
import type { FiscalFamilyPort, FiscalJob, FiscalResult } from '#server/fiscal/fiscal-family.ts'
import { openAsk } from '#server/fiscal/fiscal-http.ts'
import { addressesOf, openFiscalPort } from '#server/fiscal/fiscal-port.ts'
import { fiscalSeller, ratesOf } from '#server/pharmacies/fiscal-token.service.ts'

const dayMs = 86_400_000

export type Sent<Result> = { result: Result; isSimulated: boolean }

/** The document is another process’s, or it waits no more. */
export class NotOurs extends Error {}

type Options = {
  database: Database
  secrets: Secrets | undefined
  simulators: FiscalSimulators
  now: () => Date
}

/** Asks the platform of a pharmacy; what is asked about a document, and how far it is, is written before and after. */
export function openSender({ database, secrets, simulators, now }: Options) {
  /** The port of a pharmacy, null without a token. `document`: the calls about it are kept. */
  async function openPort(pharmacyId: string, document: DueDocument | null) {
    const { pharmacy, token } = await database.read(pharmacyId, (tx) => fiscalSeller(tx, pharmacyId, secrets))
    const profile = fiscalProfile(pharmacy.country.fiscalPlatform)
    const { fiscalAccount, fiscalCodes } = pharmacy.settings
    const seller = {
      taxId: pharmacy.taxId ?? '',
      addresses: addressesOf(profile, { nim: pharmacy.fiscalNim ?? null, simulators }),
      account: document && fiscalAccount && accountAt(fiscalAccount, pharmacy, document.terminalId),
    }
    const ask = openAsk(async (exchange) => {
      if (document) await database.read(pharmacyId, (tx) => insertExchange(tx, pharmacyId, document.id, exchange))
    }, now)
    return {
      pharmacy,
      profile,
      isSimulated: simulators[profile.family] !== undefined,
      port: token === null ? null : openFiscalPort(withCodes(profile, fiscalCodes), { ...seller, token }, ask),
    }
  }

  /** Compares the rates and codes of the platform with ours once a day, when nothing waits. */
  async function compareDaily({ pharmacyId }: Lease): Promise<void> {
    const { checkedAt } = await database.read(pharmacyId, (tx) => readCheck(tx, pharmacyId))
    if (checkedAt && now().getTime() - checkedAt.getTime() < dayMs) return
    const { port, profile, pharmacy } = await openPort(pharmacyId, null)
    const facts = await port?.facts()
    if (!facts) return
    const differences = platformDifferences(profile, ratesOf(pharmacy, now()), facts)
    await database.read(pharmacyId, (tx) => storeCheck(tx, pharmacyId, differences, now()))
  }

  async function send<Result>(
    lease: Lease,
    document: DueDocument,
    ask: (port: FiscalFamilyPort, job: FiscalJob) => Promise<Result>,
  ): Promise<Sent<Result | FiscalResult>> {
    const { pharmacyId } = lease
    const { port, isSimulated } = await openPort(pharmacyId, document)
    if (!port) return { result: withoutToken, isSimulated }
    const result = await ask(port, {
      document: document.content,
      number: document.number,
      original: document.original,
      refunded: document.refunded,
      progress: document.progress,
      keep: async (progress) => {
        const isOurs = await database.read(pharmacyId, (tx) =>
          keepProgress(tx, lease, { id: document.id, progress, now: now() }),
        )
        if (!isOurs) throw new NotOurs(document.id)
      },
    })
    return { result, isSimulated }
  }

  return { send, compareDaily }
}

const withoutToken: FiscalResult = {
  kind: 'retry',
  why: 'token',
  message: 'aucun jeton n’est enregistré',
  soon: false,
}
