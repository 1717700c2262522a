import { Button, NativeSelect } from '@mantine/core'
import { IconDownload, IconLock } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { call } from '#shared/client/call.ts'
import { accounting, type AccountingExport } from '#shared/contract/accounting.ts'
import { columnProfiles, profileNames, type ProfileName } from '#shared/domain/accounting/column-profiles.ts'
import { errorTexts } from '#shared/domain/error-catalogue.ts'
import { AppError } from '#shared/domain/errors.ts'
import { formatDay } from '#shared/ui/date-format.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { PageHead } from '#shared/ui/page-head.tsx'
import { plural } from '#shared/ui/plural.ts'
import { saveFile } from '#shared/ui/save-file.ts'
import { capital, monthName } from '#backoffice/accounting/month-words.ts'
import { AccountingSummaryTables } from '#backoffice/accounting/summary-tables.tsx'
import classes from '#backoffice/accounting/accounting.module.css'
import { fileMs } from '#backoffice/ui/job-file.tsx'
import { useNotice } from '#backoffice/ui/notices.ts'
import { Page } from '#backoffice/ui/page.tsx'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { rightsAtom, useMay } from '#backoffice/ui/rights.ts'
import { Nothing, Sheet } from '#backoffice/ui/sheet.tsx'
import table from '#backoffice/ui/small-table.module.css'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

/** Before the first export any finished month may be the first: so many are offered. */
const monthsOffered = 24
const formats = profileNames.map((value) => ({
  value,
  label: `${columnProfiles[value].name} (${columnProfiles[value].hint})`,
}))

/** The months that were given to the accountant, and what the next one will hold. */
export function AccountingScreen() {
  const { data, error, retry } = useAnswer(accounting.list, {})
  const [format, setFormat] = useState<ProfileName>('xlsx')
  const [chosen, setChosen] = useState<string | null>(null)
  const maySeeCosts = useAtomValue(rightsAtom).has('stock.see-cost')
  if (!data)
    return (
      <Page scrolls>
        <PageHead title="Comptabilité" />
        <PanelFace error={error} onRetry={retry} missingText="Aucun export." />
      </Page>
    )
  const month = data.items.length > 0 ? data.next : (chosen ?? data.next)
  const barrier = month === data.next ? data.barrier : null
  return (
    <Page scrolls>
      <PageHead title="Comptabilité" actions={<TextLink to="/comptabilite/plan">Plan de comptes</TextLink>} />
      <div className={classes.choices}>
        {data.items.length > 0 ? (
          <NativeSelect label="Mois à clôturer" data={[{ value: month, label: monthName(month) }]} disabled />
        ) : (
          <NativeSelect
            label="Premier mois à clôturer"
            data={monthsUntil(data.next).map((value) => ({ value, label: monthName(value) }))}
            value={month}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        )}
        <NativeSelect
          label="Format du fichier"
          data={formats}
          value={format}
          onChange={(event) => setFormat(event.currentTarget.value as ProfileName)}
        />
      </div>
      <div className={classes.content}>
        {barrier ? (
          <Barrier month={month} barrier={barrier} />
        ) : maySeeCosts ? (
          <NextMonth key={month} month={month} format={format} />
        ) : (
          <Nothing>Les écritures contiennent les prix d’achat, que vous ne voyez pas.</Nothing>
        )}
        <PastExports items={data.items} format={format} maySeeCosts={maySeeCosts} />
      </div>
    </Page>
  )
}

function NextMonth({ month, format }: { month: string; format: ProfileName }) {
  const { data, error, retry } = useAnswer(accounting.summary, { query: { month, format } }, { keep: true })
  const mayClose = useMay(accounting.close)
  const gesture = useGesture()
  const send = useSend()
  const say = useNotice()
  // A second attempt after a lost answer closes the same export.
  const [id, setId] = useState(() => crypto.randomUUID())
  const name = monthName(month)
  if (error instanceof AppError && error.message === 'accounting:openRegister')
    return <Barrier month={month} barrier="openRegister" />
  if (!data || data.month !== month) return <PanelFace error={error} onRetry={retry} missingText="Aucune écriture." />
  return (
    <>
      <AccountingSummaryTables
        summary={data}
        title={`${capital(name)}, export n°\u00a0${data.number}`}
        action={
          mayClose && (
            <Button
              leftSection={<IconLock size={18} aria-hidden />}
              // A first month without anything is a mistake; a later one is closed, or those after it never would be.
              disabled={gesture.isOffline || (data.pieces === 0 && data.number === 1)}
              onClick={() =>
                gesture.ask({
                  title: `Exporter et clôturer ${name}\u202f?`,
                  text: `${plural(data.pieces, 'pièce')}. ${data.number === 1 ? 'Le mois et ceux d’avant sont clôturés' : 'Le mois est clôturé'} pour toujours\u00a0: une vente ne peut plus y entrer ni en sortir par sa date, et une correction ira dans le prochain export.`,
                  yes: 'Exporter et clôturer',
                  run: async () => {
                    const made = await send(accounting.close, { body: { id, month } }, { timeoutMs: fileMs })
                    setId(crypto.randomUUID())
                    say({ text: `${capital(name)} est clôturé\u00a0: export n°\u00a0${made.number}.` })
                    saveFile(fileName(made, format), await readFile(made, format))
                  },
                })
              }
            >
              Exporter et clôturer
            </Button>
          )
        }
      />
      {gesture.modals}
    </>
  )
}

/** Why a month cannot be closed yet. */
function Barrier({ month, barrier }: { month: string; barrier: 'monthNotOver' | 'openRegister' }) {
  const { title, text } = errorTexts[`accounting:${barrier}`]
  return (
    <Sheet title={`${capital(monthName(month))}\u00a0: ${title.toLocaleLowerCase('fr')}`}>
      <Nothing>{text}</Nothing>
    </Sheet>
  )
}

interface PastExportsProps {
  items: readonly AccountingExport[]
  format: ProfileName
  maySeeCosts: boolean
}

function PastExports({ items, format, maySeeCosts }: PastExportsProps) {
  const gesture = useGesture()
  const mayRead = useMay(accounting.report) && maySeeCosts
  return (
    <Sheet title="Mois clôturés" fact={items.length > 0 && plural(items.length, 'export')}>
      {items.length === 0 ? (
        <Nothing>Aucun mois n’est encore exporté.</Nothing>
      ) : (
        <div className={classes.preview}>
          <table className={`${table.table} ${table.roomy}`} aria-label="Mois clôturés">
            <thead>
              <tr>
                <th>N°</th>
                <th>Mois</th>
                <th className={classes.wide}>Clôturé le</th>
                <th className={classes.wide}>Par</th>
                <th className={`${table.end} ${classes.wide}`}>Pièces</th>
                <th className={`${table.end} ${classes.wide}`}>Corrections</th>
                <th className={`${table.end} ${classes.wide}`}>Total débit</th>
                <th aria-label="Fichier" />
              </tr>
            </thead>
            <tbody>
              {items.map((made) => (
                <tr key={made.number}>
                  <td>{made.number}</td>
                  <td>{capital(monthName(made.month))}</td>
                  <td className={classes.wide}>{formatDay(made.createdAt)}</td>
                  <td className={`${table.whole} ${classes.wide}`}>{made.byName}</td>
                  <td className={`${table.end} ${classes.wide}`}>{countText(made.pieces)}</td>
                  <td className={`${table.end} ${classes.wide}`}>{countText(made.corrections)}</td>
                  <td className={`${table.end} ${classes.wide}`}>
                    {made.debit !== null && <Money amount={made.debit} />}
                  </td>
                  <td className={table.end}>
                    {mayRead && (
                      <Button
                        size="compact-sm"
                        variant="default"
                        leftSection={<IconDownload size={16} aria-hidden />}
                        disabled={gesture.isOffline}
                        onClick={() =>
                          gesture.run(async () => saveFile(fileName(made, format), await readFile(made, format)))
                        }
                      >
                        Télécharger
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {gesture.modals}
    </Sheet>
  )
}

const readFile = ({ number }: AccountingExport, format: ProfileName) =>
  call(accounting.report, { query: { number, format } }, { timeoutMs: fileMs })

function fileName({ number, month }: AccountingExport, format: ProfileName): string {
  return `comptabilite-${month.slice(0, 7)}-export-${number}-${format}.${columnProfiles[format].extension}`
}

const countText = (count: number): string => formatAmount(count, { decimals: 0 })

/** The last months, the latest first. */
function monthsUntil(last: string): string[] {
  const [year, month] = last.split('-').map(Number) as [number, number]
  return Array.from({ length: monthsOffered }, (_, before) =>
    new Date(Date.UTC(year, month - 1 - before, 1)).toISOString().slice(0, 10),
  )
}
