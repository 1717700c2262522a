import type { AccountingExport, AccountingSummary, accounting } from '#shared/contract/accounting.ts'
import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import { ledgerLines, type BookedPiece } from '#shared/domain/accounting/booked.ts'
import { accountOf } from '#shared/domain/accounting/chart.ts'
import { lateSales } from '#shared/domain/accounting/late-sales.ts'
import { columnProfiles, type ProfileName } from '#shared/domain/accounting/column-profiles.ts'
import { fieldsOf, fileText } from '#shared/domain/accounting/ledger-file.ts'
import { journalCodes } from '#shared/domain/accounting/pieces.ts'
import { vatStatement } from '#shared/domain/accounting/vat.ts'
import { localDayOf } from '#shared/domain/dates.ts'
import { AppError } from '#shared/domain/errors.ts'
import { sum } from '#shared/domain/money.ts'
import { ledgerXlsx, windows1252 } from '#server/accounting/ledger-bytes.ts'
import { barrierOf, checkMonth, draftExport, monthAfter, monthBefore } from '#server/accounting/draft-export.ts'
import { bookkeepingOf, findExports, insertExport, piecesOfExport } from '#server/accounting/export.repo.ts'
import { salesBefore } from '#server/accounting/opening.repo.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { KeptFile } from '#server/export-traces/file-route.ts'
import { invoicedIn } from '#server/fiscal-documents/fiscal-report.service.ts'
import { checkAccess } from '#server/http/access.ts'
import type { Tx } from '#server/db/database.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'

/** The months that were exported, and the one that comes next. */
export function listAccountingExports(context: Context): Promise<CallReply<typeof accounting.list>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const items = await findExports(tx, pharmacyId)
    const { timeZone } = await bookkeepingOf(tx, pharmacyId)
    const next = items[0] ? monthAfter(items[0].month) : monthBefore(localDayOf(context.now, timeZone))
    return {
      items: items.map((made) => shownTo(context, made)),
      next,
      barrier: await barrierOf(tx, context, { month: next, timeZone }),
    }
  })
}

/**
 * What the export of a month will hold. Throws as `draftExport`, and `auth:forbidden` for members who may not see costs.
 */
export async function readAccountingSummary(
  context: Context,
  { month, format }: HandlerInput<typeof accounting.summary>['query'],
): Promise<AccountingSummary> {
  checkCosts(context)
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const draft = await draftExport(tx, context, month)
    const { pieces, books, settings, changes, days, number, opening } = draft
    const profile = columnProfiles[format]
    const validatedOn = localDayOf(context.now, settings.timeZone)
    const lines = linesOf(pieces, { number, validatedOn, currency: settings.currency })
    const facts = changes.flatMap(({ fact }) => (fact && fact.day >= days.from ? [fact] : []))
    const {
      groups,
      aib: invoicedAib,
      documents,
    } = await invoicedIn(tx, pharmacyId, { ...days, timeZone: settings.timeZone })
    const vat = vatStatement(facts)
    const groupsSeen = [...new Set([...vat.lines.map(({ group }) => group), ...groups.map(({ group }) => group)])]
    const reasons = new Set(
      facts.flatMap(({ content }) =>
        content.kind === 'disbursement' && !content.supplier && !content.payer ? [content.reasonId] : [],
      ),
    )
    return {
      month,
      number,
      pieces: pieces.length,
      late: pieces.filter(({ way }) => way === 'late').length,
      reversals: pieces.filter(({ way }) => way === 'reversal').length,
      lateSales: lateSales(changes, { month, opening }),
      opening: number === 1 ? await salesBefore(tx, pharmacyId, { month, timeZone: settings.timeZone }) : null,
      debit: sum(lines.map(({ debit }) => debit)),
      credit: sum(lines.map(({ credit }) => credit)),
      journals: journalCodes.flatMap((code) => {
        const own = pieces.filter(({ journal }) => journal === code)
        return own.length === 0 ? [] : [{ code, pieces: own.length, debit: debitOf(own) }]
      }),
      accounts: balanceOf(pieces),
      reasonsWithoutAccount: [...reasons].flatMap((id) =>
        accountOf(`reason.${id}`, books.chart, books.own, books.names).isMissing ? [books.names.get(id) ?? ''] : [],
      ),
      unexplained: draft.unexplained,
      isChartPrescribed: books.chart.isPrescribed,
      vat: {
        lines: groupsSeen.map((group) => {
          const sold = vat.lines.find((line) => line.group === group)
          const own = groups.filter((line) => line.group === group)
          return {
            group,
            net: sold?.net ?? 0,
            tax: sold?.tax ?? 0,
            invoiced: { net: sum(own.map(({ net }) => net)), tax: sum(own.map(({ tax }) => tax)) },
          }
        }),
        aib: vat.aib,
        invoicedAib,
        purchaseVat: vat.purchaseVat,
        aibSuffered: vat.aibSuffered,
        due: vat.due,
        documents,
      },
      preview: {
        format,
        titles: profile.columns.map(({ title }) => title),
        rows: lines.slice(0, 10).map((line) => fieldsOf(line, { profile, decimals: settings.decimals })),
        lines: lines.length,
        validatedOn,
        currency: settings.currency,
      },
    }
  })
}

/**
 * Exports a month and closes it. The same id again answers the same export. Throws as the summary does, and
 * `requests:conflict` when the id is that of another month. The ledgers are read without the lock of the pharmacy, for
 * which tills would wait: what they say meanwhile goes into the next export.
 */
export async function closeMonth(
  context: Context,
  { id, month }: HandlerInput<typeof accounting.close>['body'],
): Promise<AccountingExport> {
  const pharmacyId = pharmacyOf(context)
  const { database, actor, now } = context
  const known = async (tx: Tx): Promise<AccountingExport | undefined> => {
    const made = (await findExports(tx, pharmacyId)).find((each) => each.id === id)
    if (made && made.month !== month) throw new AppError('requests:conflict')
    return made
  }
  const before = await database.read(pharmacyId, known)
  if (before) return shownTo(context, before)
  const { pieces, number } = await database.read(pharmacyId, (tx) => draftExport(tx, context, month))
  const corrections = pieces.filter(({ way }) => way !== 'new').length
  const drafted = { number, id, month, pieces: pieces.length, corrections, debit: debitOf(pieces) }
  const made = await database.write(pharmacyId, async (tx) => {
    const meanwhile = await known(tx)
    if (meanwhile) return meanwhile
    await checkMonth(tx, context, month)
    await insertExport(tx, pharmacyId, { ...drafted, userId: actor.userId, at: now }, pieces)
    return requireRow(await known(tx))
  })
  return shownTo(context, made)
}

/** The sum of an export holds purchases and the stock at cost. */
function shownTo({ actor }: Context, made: AccountingExport): AccountingExport {
  return actor.permissions.has('stock.see-cost') ? made : { ...made, debit: null }
}

/** The file of an export. Throws `requests:notFound`, and `auth:forbidden` for members who may not see costs. */
export async function readAccountingFile(
  context: Context,
  { number, format }: HandlerInput<typeof accounting.report>['query'],
): Promise<KeptFile> {
  checkCosts(context)
  const pharmacyId = pharmacyOf(context)
  const { made, pieces, settings } = await context.database.read(pharmacyId, async (tx) => ({
    made: requireRow((await findExports(tx, pharmacyId)).find((each) => each.number === number)),
    pieces: await piecesOfExport(tx, pharmacyId, number),
    settings: await bookkeepingOf(tx, pharmacyId),
  }))
  const validatedOn = localDayOf(new Date(made.createdAt), settings.timeZone)
  const lines = linesOf(pieces, { number, validatedOn, currency: settings.currency })
  const { extension } = columnProfiles[format]
  return {
    name: `comptabilite-${made.month.slice(0, 7)}-export-${number}-${format}.${extension}`,
    content: await contentOf(format, lines, settings),
    trace: {
      list: 'Comptabilité',
      filters: `Export ${number}, ${made.month.slice(0, 7)}, ${columnProfiles[format].name}`,
      format: extension === 'xlsx' ? 'xlsx' : 'csv',
      rows: lines.length,
    },
  }
}

function contentOf(
  format: ProfileName,
  lines: ReturnType<typeof linesOf>,
  { name, decimals }: { name: string; decimals: number },
): Promise<Buffer> | Buffer {
  const profile = columnProfiles[format]
  if (profile.extension === 'xlsx') return ledgerXlsx(lines, { profile, decimals })
  const text = fileText(lines, { profile, decimals, name })
  // Excel takes a CSV file for Windows-1252 without the mark of UTF-8.
  return profile.encoding === 'windows-1252'
    ? windows1252(text)
    : Buffer.from(format === 'csv' ? `\uFEFF${text}` : text)
}

/** The books show the stock and the purchases at cost. Throws `auth:forbidden` for members who may not see costs. */
function checkCosts({ actor }: Context): void {
  checkAccess({ permission: 'stock.see-cost' }, actor)
}

function linesOf(
  pieces: readonly BookedPiece[],
  { number, ...said }: { number: number; validatedOn: string; currency: string },
) {
  return pieces.flatMap((piece, place) =>
    ledgerLines(piece, { ...said, entry: `${number}-${String(place + 1).padStart(6, '0')}` }),
  )
}

function debitOf(pieces: readonly BookedPiece[]): number {
  return sum(pieces.flatMap(({ lines }) => lines.map(({ debit }) => debit)))
}

/** Debits and credits by account, in the order of their numbers. */
function balanceOf(pieces: readonly BookedPiece[]): AccountingSummary['accounts'] {
  const accounts = new Map<string, AccountingSummary['accounts'][number]>()
  for (const { account: code, name, debit, credit } of pieces.flatMap(({ lines }) => lines)) {
    const known = accounts.get(code) ?? { code, name, debit: 0, credit: 0 }
    accounts.set(code, { ...known, debit: known.debit + debit, credit: known.credit + credit })
  }
  return [...accounts.values()].toSorted((a, b) => (a.code < b.code ? -1 : 1))
}
