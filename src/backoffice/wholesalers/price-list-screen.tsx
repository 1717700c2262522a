import { Button, Checkbox } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { wholesalerProducts, wholesalers } from '#shared/contract/wholesalers.ts'
import { sharedColumn } from '#shared/domain/files/column-mapping.ts'
import { samplesOf, type TableFile } from '#shared/domain/files/table-file.ts'
import { decimalsOfList, profileOfPriceList, readPriceList } from '#shared/domain/price-lists/price-list.ts'
import type { PriceListField, PriceListProfile } from '#shared/domain/price-lists/price-list-fields.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { plural } from '#shared/ui/plural.ts'
import { mappedPriceFields, priceColumns, priceReadingWords } from '#backoffice/wholesalers/price-list-words.ts'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { DayField } from '#backoffice/ui/forms/day-field.tsx'
import { useLeaveGuard } from '#backoffice/ui/forms/leave-guard.ts'
import { changesText } from '#backoffice/ui/imports/changes-text.ts'
import { CheckedRows } from '#backoffice/ui/imports/checked-rows.tsx'
import { FileStep } from '#backoffice/ui/imports/file-step.tsx'
import classes from '#backoffice/ui/imports/imports.module.css'
import { MappingStep } from '#backoffice/ui/imports/mapping-step.tsx'
import { useNotice } from '#backoffice/ui/notices.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { Page } from '#backoffice/ui/page.tsx'
import { Sheet } from '#backoffice/ui/sheet.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

/** In ms: a list of 30,000 products is sent and written. */
const timeoutMs = 120_000

/** Reads the price list of a wholesaler here, shows what its lines are, and takes it. */
export function PriceListScreen() {
  const { id } = useParams<{ id: string }>()
  const { data: wholesaler } = useAnswer(wholesalers.read, { params: { id } })
  const title = wholesaler ? `Importer le tarif de ${wholesaler.name}` : 'Importer un tarif'
  const back = { to: `/grossistes/${id}/tarif`, title: 'Tarif' }
  const currency = useCurrency()
  const kept = useAnswer(wholesalerProducts.profile, { params: { id } }).data
  const [file, setFile] = useState<TableFile | null>(null)
  const [sheet, setSheet] = useState(0)
  const [chosen, setChosen] = useState<PriceListProfile | null>(null)
  useTabTitle(title)
  const table = file?.tables[sheet]
  const found = table && kept ? profileOfPriceList(table, kept.profile) : null
  const profile = chosen ?? found?.profile ?? null
  const readings = table && profile ? readPriceList(table, profile, { currencyDecimals: currency.decimals }) : []
  return (
    <Page scrolls>
      <DetailHead back={back} title={title} />
      <div className={classes.steps}>
        <FileStep
          file={file}
          sheet={sheet}
          hint="Le tarif du grossiste, tel quel"
          onSheet={(next) => (setSheet(next), setChosen(null))}
          onFile={(next) => (setFile(next), setSheet(0), setChosen(null))}
        />
        {table && profile && (
          <>
            <MappingStep<PriceListField>
              headers={table.headers}
              samplesOf={(header) => samplesOf(table, header)}
              fields={mappedPriceFields}
              mapping={profile.columns}
              onChange={(columns) => setChosen({ columns, decimals: decimalsOfList(table, columns) })}
              fact={chosen ? 'colonnes choisies' : found?.isKept ? 'lu comme la dernière fois' : 'lu par les titres'}
              barrier={barrierOf(profile)}
            />
            <Sheet title="3. Lignes" fact={plural(readings.length, 'ligne')}>
              <CheckedRows
                key={keyOf(file, readings)}
                label="Lignes du tarif"
                rows={readings}
                columns={priceColumns}
                outcomes={['error', 'read', 'aside']}
                words={priceReadingWords}
                first={readings.some(({ outcome }) => outcome === 'error') ? 'error' : undefined}
                exportName={() => title}
              />
            </Sheet>
            <TakeStep
              wholesalerId={id}
              profile={profile}
              lines={readings.flatMap(({ row }) => row ?? [])}
              errors={readings.filter(({ outcome }) => outcome === 'error').length}
              barrier={barrierOf(profile)}
            />
          </>
        )}
      </div>
    </Page>
  )
}

/** Another file begins with what is to be corrected. */
function keyOf(file: TableFile | null, readings: ReturnType<typeof readPriceList>): string {
  return `${file?.name} ${readings.filter(({ outcome }) => outcome === 'error').length}`
}

interface TakeStepProps {
  wholesalerId: string
  profile: PriceListProfile
  lines: NonNullable<ReturnType<typeof readPriceList>[number]['row']>[]
  errors: number
  barrier: string | undefined
}

function TakeStep({ wholesalerId, profile, lines, errors, barrier }: TakeStepProps) {
  const send = useSend()
  const say = useNotice()
  const [, go] = useLocation()
  const gesture = useGesture()
  const isOffline = useAtomValue(isOfflineAtom)
  const [day, setDay] = useState<string | null>(useAtomValue(todayAtom))
  const [isWhole, setIsWhole] = useState(true)
  const mayLeave = useLeaveGuard(lines.length > 0)
  const why =
    barrier ??
    (errors > 0
      ? `${plural(errors, 'ligne ne se lit pas', 'lignes ne se lisent pas')}\u00a0: corrigez les colonnes ou le fichier.`
      : lines.length === 0
        ? 'Aucune ligne.'
        : undefined)
  const take = () =>
    gesture.run(async () => {
      const params = { id: wholesalerId }
      const taken = await send(
        wholesalerProducts.takeList,
        { params, body: { day: day!, isWhole, lines, profile } },
        { timeoutMs },
      )
      say({
        text: `Tarif importé\u00a0: ${changesText({ added: taken.added, changed: taken.repriced })}${taken.untied > 0 ? `, ${plural(taken.untied, 'code sans produit', 'codes sans produit')}` : ''}`,
      })
      mayLeave()
      go(`/grossistes/${wholesalerId}/tarif`)
    })
  return (
    <Sheet title="4. Tarif">
      <div className={classes.buttons}>
        <DayField label="Valable à partir du" value={day} onChange={setDay} />
        <Checkbox
          mt={30}
          label="C’est tout le tarif : les codes absents ne sont plus vendus"
          checked={isWhole}
          onChange={(event) => setIsWhole(event.currentTarget.checked)}
        />
        <Button
          mt={24}
          loading={gesture.isRunning}
          disabled={isOffline || why !== undefined || day === null}
          onClick={take}
        >
          Importer le tarif
        </Button>
      </div>
      {why && <p className={classes.barrier}>{why}</p>}
      {gesture.modals}
    </Sheet>
  )
}

function barrierOf({ columns }: PriceListProfile): string | undefined {
  if (!columns.code) return 'Choisissez la colonne du code.'
  if (!columns.price) return 'Choisissez la colonne du prix.'
  const twice = sharedColumn(columns)
  return twice && `La colonne «\u00a0${twice}\u00a0» est choisie deux fois.`
}
