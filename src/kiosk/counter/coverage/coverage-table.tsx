import { uncoveredWords } from '#shared/domain/coverage/coverage-words.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { lineTotal } from '#shared/domain/sale.ts'
import { unbroken } from '#shared/ui/marked-label.tsx'
import { Money } from '#shared/ui/money.tsx'
import { nameOf } from './coverage-names.ts'
import type { LineCoverage, SaleCoverage } from './coverage-shown.ts'
import classes from './coverage.module.css'

/** Each line with the part of each payer; under it what each payer does not cover, and why. */
export function CoverageTable({ sale, coverage }: { sale: LocalSale; coverage: SaleCoverage }) {
  const paying = coverage.payers.filter(({ payment }) => payment)
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Ligne</th>
          {paying.map((payer) => (
            <th key={payer.shown.policy.id} scope="col">
              {nameOf(payer)}
            </th>
          ))}
          <th scope="col">Patient</th>
        </tr>
      </thead>
      <tbody>
        {sale.records.map((record) => {
          const line = coverage.lines.get(record.id)
          return (
            <tr key={record.id}>
              <th scope="row">
                {unbroken(record.label)}
                {line ? <Reasons line={line} /> : <small>Produit inconnu de la liste de ce poste</small>}
              </th>
              {paying.map(({ shown: { policy } }) => (
                <td key={policy.id} className={classes.taken}>
                  <Money amount={line?.parts.find(({ policyId }) => policyId === policy.id)?.amount ?? 0} />
                </td>
              ))}
              <td>
                <Money amount={line?.patient ?? lineTotal(record)} />
              </td>
            </tr>
          )
        })}
        {sale.vouchers.map((voucher) => (
          <tr key={voucher.id}>
            <th scope="row">
              {unbroken(voucher.label)}
              <small>{voucher.levy ? 'Jamais pris en charge' : 'Prestation, jamais prise en charge'}</small>
            </th>
            {paying.map(({ shown: { policy } }) => (
              <td key={policy.id} className={classes.taken}>
                <Money amount={0} />
              </td>
            ))}
            <td>
              <Money amount={lineTotal(voucher)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Reasons({ line: { parts } }: { line: LineCoverage }) {
  return parts.flatMap(({ name, uncovered }) =>
    uncovered.map(({ policyId, reason, amount }) => (
      <small key={`${policyId} ${reason.kind}`}>
        {name}
        {'\u00a0'}: {uncoveredWords(reason)}, <Money amount={amount} />
      </small>
    )),
  )
}
