import type { ReactNode } from 'react'
import type { AccountingSummary } from '#shared/contract/accounting.ts'
import { columnProfiles } from '#shared/domain/accounting/column-profiles.ts'
import { journals } from '#shared/domain/accounting/pieces.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { LateSales, Opening } from '#backoffice/accounting/late-sales.tsx'
import classes from '#backoffice/accounting/accounting.module.css'
import { FigureBar, Nothing, Sheet } from '#backoffice/ui/sheet.tsx'
import table from '#backoffice/ui/small-table.module.css'
import { taxGroupWords } from '#backoffice/ui/tax-group-words.ts'

const countText = (count: number): string => formatAmount(count, { decimals: 0 })

interface SummaryProps {
  summary: AccountingSummary
  title: string
  action: ReactNode
}

/** What the next export will hold. */
export function AccountingSummaryTables({ summary, title, action }: SummaryProps) {
  const { month, pieces, debit, late, reversals, lateSales, opening, accounts, preview } = summary
  return (
    <>
      <Sheet title={title} actions={action}>
        {pieces === 0 ? (
          <Nothing>Ce mois n’a aucune écriture.</Nothing>
        ) : (
          <FigureBar
            figures={[
              { name: 'Pièces', value: countText(pieces) },
              { name: 'Débit = crédit', value: <Money amount={debit} unit /> },
              {
                name: 'Arrivées après clôture',
                value: countText(late),
                ...(late > 0 ? { tone: 'warning' as const } : {}),
              },
              {
                name: 'Extournes',
                value: countText(reversals),
                ...(reversals > 0 ? { tone: 'warning' as const } : {}),
              },
            ]}
          />
        )}
        <Warnings summary={summary} />
      </Sheet>
      {opening && <Opening month={month} opening={opening} />}
      <LateSales sales={lateSales} />
      {pieces > 0 && (
        <>
          <div className={classes.sums}>
            <Journals summary={summary} />
            <Vat summary={summary} />
          </div>
          <Sheet title="Comptes" fact={plural(accounts.length, 'compte')}>
            <div className={classes.preview}>
              <table className={table.table} aria-label="Comptes">
                <thead>
                  <tr>
                    <th>Compte</th>
                    <th>Intitulé</th>
                    <th className={table.end}>Débit</th>
                    <th className={table.end}>Crédit</th>
                    <th className={table.end}>Solde</th>
                  </tr>
                </thead>
                <tbody>
                  {accounts.map((account) => (
                    <tr key={account.code}>
                      <td>{account.code}</td>
                      <td className={table.whole}>{account.name}</td>
                      {[account.debit, account.credit, account.debit - account.credit].map((amount, place) => (
                        <td key={place} className={table.end}>
                          <Money amount={amount} />
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </Sheet>
          <Sheet
            title="Aperçu du fichier"
            fact={`${plural(preview.rows.length, 'première ligne', 'premières lignes')} sur ${countText(preview.lines)}`}
          >
            <p className={classes.criteria}>
              {`${title}, ${columnProfiles[preview.format].name}, écritures validées le ${formatShortDay(preview.validatedOn)}, montants en ${preview.currency}`}
            </p>
            <div className={classes.preview}>
              <table className={`${table.table} ${table.dense}`} aria-label="Aperçu du fichier">
                <thead>
                  <tr>
                    {preview.titles.map((name) => (
                      <th key={name}>{name}</th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {preview.rows.map((row, line) => (
                    <tr key={line}>
                      {row.map((cell, place) => (
                        <td key={place}>{cell}</td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </Sheet>
        </>
      )}
    </>
  )
}

function Warnings({ summary }: { summary: AccountingSummary }) {
  const { reasonsWithoutAccount, unexplained, isChartPrescribed, late, reversals, vat } = summary
  const unknown = vat.lines.find(({ group }) => group === null)
  const isOff =
    vat.documents > 0 && vat.lines.some(({ net, tax, invoiced }) => net !== invoiced.net || tax !== invoiced.tax)
  const warnings = [
    !isChartPrescribed && 'Les comptes proposés sont ceux du SYSCOHADA\u00a0: vérifiez-les avec votre comptable.',
    reasonsWithoutAccount.length > 0 &&
      `Motifs de décaissement sans compte, portés à expliquer\u00a0: ${reasonsWithoutAccount.join(', ')}.`,
    unexplained > 0 && `${plural(unexplained, 'pièce')} avec une différence, portée à expliquer.`,
    unknown && (unknown.net !== 0 || unknown.tax !== 0) && 'Des ventes n’ont pas de groupe de taxe.',
    late + reversals > 0 && 'La TVA ci-dessous est celle du mois\u00a0: les corrections de mois clos n’y sont pas.',
    isOff && 'La TVA des ventes diffère de celle des factures normalisées du mois.',
  ].filter((text): text is string => typeof text === 'string')
  if (warnings.length === 0) return null
  return (
    <ul className={classes.warnings} aria-label="À vérifier">
      {warnings.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

function Journals({ summary: { journals: rows } }: { summary: AccountingSummary }) {
  return (
    <Sheet title="Journaux">
      <table className={table.table} aria-label="Journaux">
        <thead>
          <tr>
            <th>Code</th>
            <th>Journal</th>
            <th className={table.end}>Pièces</th>
            <th className={table.end}>Débit = crédit</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ code, pieces, debit }) => (
            <tr key={code}>
              <td>{code}</td>
              <td className={table.whole}>{journals[code]}</td>
              <td className={table.end}>{countText(pieces)}</td>
              <td className={table.end}>
                <Money amount={debit} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Sheet>
  )
}

/** The VAT of sales beside what the documents of the platform say, the AIB collected; the VAT and the AIB of purchases. */
function Vat({ summary: { vat } }: { summary: AccountingSummary }) {
  const isCompared = vat.documents > 0
  const amounts = ({ net, tax, invoiced }: (typeof vat.lines)[number]) =>
    isCompared ? [net, tax, invoiced.net, invoiced.tax] : [net, tax]
  return (
    <Sheet title="TVA" fact={isCompared && plural(vat.documents, 'facture ou avoir', 'factures et avoirs')}>
      <div className={classes.preview}>
        <table className={table.table} aria-label="TVA">
          <thead>
            <tr>
              <th>Groupe</th>
              {['Ventes HT', 'TVA', ...(isCompared ? ['Factures HT', 'TVA facturée'] : [])].map((name) => (
                <th key={name} className={table.end}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {vat.lines.map((line) => (
              <tr key={line.group}>
                <td className={table.whole}>{line.group ? taxGroupWords[line.group] : 'Sans groupe'}</td>
                {amounts(line).map((amount, place) => (
                  <td key={place} className={table.end}>
                    <Money amount={amount} />
                  </td>
                ))}
              </tr>
            ))}
            {[
              ['TVA des livraisons', vat.purchaseVat, null],
              [vat.due < 0 ? 'Crédit de TVA' : 'TVA due', Math.abs(vat.due), null],
              ['AIB collecté', vat.aib, vat.invoicedAib],
              ['AIB supporté', vat.aibSuffered, null],
            ].map(([name, own, invoiced]) => (
              <tr key={name}>
                <td className={table.whole}>{name}</td>
                <td />
                <td className={table.end}>
                  <Money amount={own as number} />
                </td>
                {isCompared && (
                  <>
                    <td />
                    <td className={table.end}>{invoiced !== null && <Money amount={invoiced as number} />}</td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Sheet>
  )
}
