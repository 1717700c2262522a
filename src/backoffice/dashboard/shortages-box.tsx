import type { CallReply } from '#shared/contract/endpoint.ts'
import type { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { shortages, type Shortage } from '#shared/contract/shortages.ts'
import { daysBetween } from '#shared/domain/dates.ts'
import { unbroken } from '#shared/ui/marked-label.tsx'
import { Money } from '#shared/ui/money.tsx'
import { plural, pluralWord } from '#shared/ui/plural.ts'
import type { ExportColumn } from '#shared/ui/table-export.ts'
import text from '#shared/ui/text.module.css'
import { Answered, Box } from '#backoffice/dashboard/box.tsx'
import classes from '#backoffice/dashboard/dashboard.module.css'
import { useOpens } from '#backoffice/dashboard/opens.ts'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import table from '#backoffice/ui/small-table.module.css'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { type Answer, useAnswer } from '#backoffice/ui/use-answer.ts'

type Stats = CallReply<typeof pharmacyProducts.stats>
/** `missed`: turnover missed since it is out (docs/stock.md), in minor units; null while unknown. */
type Missing = Stats['shortages'][number] & { missed: number | null }

const shown = 5
/** So many absences are read, the dearest first. */
const read = 500
const longDays = 4

const exportColumns: readonly ExportColumn<Missing>[] = [
  { header: 'Produit', exported: ({ label }) => label },
  { header: 'Vendus 30\u00a0j', exported: ({ sold30Days }) => sold30Days },
  { header: 'Depuis le', exported: ({ since }) => since && { day: since } },
  { header: 'Ventes perdues', exported: ({ missed }) => (missed === null ? null : { money: missed }) },
]

/**
 * Products out of stock that sell, the dearest absence first. Where the build has no « Ruptures », which knows what an
 * absence costs, the most sold first.
 */
export function ShortagesBox({ stats, today }: { stats: Answer<Stats>; today: string }) {
  const opens = useOpens()
  const isOpen = opens('/ruptures')
  const listed = useAnswer(shortages.list, { query: { state: 'out', size: read } }, { enabled: isOpen })
  const rows = dearestFirst(stats.data?.shortages ?? [], listed.data?.items ?? [])
  const isKnown = !isOpen || listed.data !== undefined || listed.error !== null
  return (
    <Box
      title="Ruptures"
      fact={
        stats.data && (
          <span>
            {`${plural(stats.data.shortageCount, 'produit')} qui se ${pluralWord(stats.data.shortageCount, 'vend', 'vendent')}`}
            {listed.data && (
              <>
                , <Money amount={listed.data.missed} unit /> perdus
              </>
            )}
          </span>
        )
      }
      link={
        <span className={classes.links}>
          {isOpen && <TextLink to="/ruptures?etat=rupture">Toutes</TextLink>}
          <ListExport small isLocal name="Ruptures" columns={exportColumns} source={() => ({ rows })} />
        </span>
      }
    >
      <Answered of={isKnown ? stats : { ...stats, data: undefined }} height={220}>
        {() => (
          <>
            <ShortageTable rows={rows} today={today} />
            {rows.length > 0 && opens('/commandes/preparation') && (
              <p className={classes.gesture}>
                <TextLink to="/commandes/preparation">Préparer la commande</TextLink>
              </p>
            )}
          </>
        )}
      </Answered>
    </Box>
  )
}

function dearestFirst(known: Stats['shortages'], listed: readonly Pick<Shortage, 'id' | 'missed'>[]): Missing[] {
  const missedOf = new Map(listed.map(({ id, missed }) => [id, missed]))
  return known
    .map((product) => ({ ...product, missed: missedOf.get(product.id) ?? null }))
    .toSorted((a, b) => (b.missed ?? -1) - (a.missed ?? -1))
}

function ShortageTable({ rows, today }: { rows: readonly Missing[]; today: string }) {
  if (rows.length === 0) return <p className={text.none}>Aucun produit en rupture.</p>
  return (
    <table className={`${table.table} ${classes.products}`}>
      <thead>
        <tr>
          <th>Produit</th>
          <th className={`${table.end} ${classes.wideOnly}`}>Vendus 30&nbsp;j</th>
          <th className={table.end}>Depuis</th>
          <th className={table.end}>Perdu</th>
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, shown).map(({ id, label, sold30Days, since, missed }) => (
          <tr key={id}>
            <td className={table.wide}>
              <TextLink to={`/stock/${id}`}>{unbroken(label)}</TextLink>
            </td>
            <td className={`${table.end} ${classes.wideOnly}`}>{sold30Days}</td>
            <td className={table.end}>
              <Since days={since === null ? null : daysBetween(since, today)} />
            </td>
            <td className={table.end}>{missed === null ? '–' : <Money amount={missed} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Since({ days }: { days: number | null }) {
  if (days === null) return '–'
  return (
    <b className={days >= longDays ? classes.danger : days >= 2 ? classes.warning : ''}>
      {days <= 0 ? 'ce jour' : `${days}\u00a0j`}
    </b>
  )
}
