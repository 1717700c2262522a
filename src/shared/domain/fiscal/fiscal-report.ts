import {
  fiscalLineTotal,
  fiscalTotals,
  type FiscalDocument,
  type FiscalMeans,
  type GroupTotal,
} from '#shared/domain/fiscal/fiscal-document.ts'
import type { TaxGroup, TaxRounding } from '#shared/domain/fiscal/tax.ts'
import { minor, sum, type Minor } from '#shared/domain/money.ts'

/** What is sold under one label, group and price: boxes that were sold less those that came back. */
export type ArticleSum = { label: string; group: TaxGroup; price: number; quantity: number; total: Minor }
/**
 * What the documents of a day or of a drawer come to (X, Z), and their articles (A). Amounts in minor units, rates in
 * hundredths of a percent. Laws: Σ groups + AIB = invoiced − credited; Σ means = the same; Σ articles = the same, without
 * AIB and specific taxes.
 */
export type FiscalReport = {
  invoices: { count: number; total: Minor }
  credits: { count: number; total: Minor }
  groups: GroupTotal[]
  aib: Minor
  means: { means: FiscalMeans; amount: Minor }[]
  articles: ArticleSum[]
}

/** Sums documents; credit notes count negatively, except in `credits` itself. */
export function fiscalReport(documents: readonly FiscalDocument[], rounding: TaxRounding): FiscalReport {
  const summed = documents.map((document) => ({
    document,
    sign: document.kind === 'sale' ? 1 : -1,
    totals: fiscalTotals(document, rounding),
  }))
  const of = (kind: FiscalDocument['kind']) => {
    const own = summed.filter(({ document }) => document.kind === kind)
    return { count: own.length, total: sum(own.map(({ totals }) => totals.total)) }
  }
  const groups = new Map<string, GroupTotal>()
  const means = new Map<FiscalMeans, number>()
  const articles = new Map<string, ArticleSum>()
  for (const { document, sign, totals } of summed) {
    for (const { group, rate, total, net, tax } of totals.groups) {
      const former = groups.get(`${group} ${rate}`)
      groups.set(`${group} ${rate}`, {
        group,
        rate,
        total: minor((former?.total ?? 0) + sign * total),
        net: minor((former?.net ?? 0) + sign * net),
        tax: minor((former?.tax ?? 0) + sign * tax),
      })
    }
    for (const payment of document.payments)
      means.set(payment.means, (means.get(payment.means) ?? 0) + sign * payment.amount)
    for (const line of document.lines) {
      const { label, group, price } = line
      const key = JSON.stringify([label, group, price])
      const former = articles.get(key)
      articles.set(key, {
        label,
        group,
        price,
        // Quantities have up to three decimals.
        quantity: Math.round(((former?.quantity ?? 0) + sign * line.quantity) * 1000) / 1000,
        total: minor((former?.total ?? 0) + sign * fiscalLineTotal(line)),
      })
    }
  }
  return {
    invoices: of('sale'),
    credits: of('credit'),
    groups: [...groups.values()].toSorted((a, b) => a.group.localeCompare(b.group) || a.rate - b.rate),
    aib: minor(summed.reduce((total, { sign, totals }) => total + sign * totals.aib, 0)),
    means: [...means].map(([each, amount]) => ({ means: each, amount: minor(amount) })),
    articles: [...articles.values()].toSorted((a, b) => a.label.localeCompare(b.label) || a.price - b.price),
  }
}
