import { Checkbox } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { wholesalerProducts, wholesalers } from '#shared/contract/wholesalers.ts'
import { sharedColumn } from '#shared/domain/files/column-mapping.ts'
import { priceListLayout, type PriceReading, readPriceList } from '#shared/domain/price-lists/price-list.ts'
import type { PriceListField, PriceListProfile } from '#shared/domain/price-lists/price-list-fields.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { plural } from '#shared/ui/plural.ts'
import { PriceListHistory } from '#backoffice/wholesalers/price-list-history.tsx'
import { mappedPriceFields, priceColumns, priceReadingWords } from '#backoffice/wholesalers/price-list-words.ts'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { DayField } from '#backoffice/ui/forms/day-field.tsx'
import { useLeaveGuard } from '#backoffice/ui/forms/leave-guard.ts'
import { changesText } from '#backoffice/ui/imports/changes-text.ts'
import { CheckedRows } from '#backoffice/ui/imports/checked-rows.tsx'
import { FileStep } from '#backoffice/ui/imports/file-step.tsx'
import classes from '#backoffice/ui/imports/imports.module.css'
import { MappingStep } from '#backoffice/ui/imports/mapping-step.tsx'
import { refusedRow } from '#backoffice/ui/imports/refused-row.ts'
import { TakeButtons } from '#backoffice/ui/imports/take-buttons.tsx'
import { useFileProfile } from '#backoffice/ui/imports/use-file-profile.ts'
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
  useTabTitle(title)
  const { table, profile, ...read } = useFileProfile(priceListLayout, kept?.profile)
  const readings = table && profile ? readPriceList(table, profile, { currencyDecimals: currency.decimals }) : []
  return (
    <Page scrolls>
      <DetailHead back={back} title={title} />
      <div className={classes.steps}>
        <FileStep {...read.fileStep} hint="Le tarif du grossiste, tel quel" />
        {profile && read.mappingStep && (
          <>
            <MappingStep<PriceListField>
              {...read.mappingStep}
              fields={mappedPriceFields}
              barrier={barrierOf(profile)}
            />
            <Sheet title="3. Lignes" fact={plural(readings.length, 'ligne')}>
              <CheckedRows
                key={keyOf(read.fileName, readings)}
                label="Lignes du tarif"
                rows={readings}
                columns={priceColumns}
                outcomes={['error', 'read', 'aside']}
                words={priceReadingWords}
                first={readings.some(({ outcome }) => outcome === 'error') ? 'error' : undefined}
                exportName={() => title}
              />
            </Sheet>
            <TakeStep wholesalerId={id} profile={profile} readings={readings} fileName={read.fileName} />
          </>
        )}
        {!read.fileStep.file && <PriceListHistory wholesalerId={id} />}
      </div>
    </Page>
  )
}

/** Another file begins with what is to be corrected. */
function keyOf(fileName: string, readings: ReturnType<typeof readPriceList>): string {
  return `${fileName} ${readings.filter(({ outcome }) => outcome === 'error').length}`
}

interface TakeStepProps {
  wholesalerId: string
  profile: PriceListProfile
  readings: readonly PriceReading[]
  fileName: string
}

function TakeStep({ wholesalerId, profile, readings, fileName }: TakeStepProps) {
  const send = useSend()
  const say = useNotice()
  const [, go] = useLocation()
  const gesture = useGesture()
  const isOffline = useAtomValue(isOfflineAtom)
  const [day, setDay] = useState<string | null>(useAtomValue(todayAtom))
  const [isWhole, setIsWhole] = useState(true)
  const lines = readings.flatMap(({ row }) => row ?? [])
  const refused = readings.flatMap(({ outcome, reasons, ...row }) =>
    outcome === 'error' ? [refusedRow({ ...row, errors: [...reasons] })] : [],
  )
  const mayLeave = useLeaveGuard(lines.length > 0)
  const barrier =
    barrierOf(profile) ??
    (day === null ? 'Indiquez le premier jour de ces prix.' : undefined) ??
    (readings.length === 0 ? 'Aucune ligne.' : undefined)
  const take = () =>
    gesture.run(async () => {
      const params = { id: wholesalerId }
      const taken = await send(
        wholesalerProducts.takeList,
        { params, body: { day: day!, isWhole, lines, profile, fileName: fileName.slice(0, 200), refused } },
        { timeoutMs },
      )
      say({
        text: `Tarif importé\u00a0: ${changesText({ added: taken.added, changed: taken.repriced }, [refused.length, 'ligne refusée', 'lignes refusées'], [taken.untied, 'code sans produit', 'codes sans produit'])}`,
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
      </div>
      {isWhole && refused.length > 0 && (
        <p>Tant que des lignes sont à corriger, les codes absents du fichier restent au tarif.</p>
      )}
      <TakeButtons
        label="Importer le tarif"
        errors={refused.length}
        good={lines.length}
        barrier={barrier}
        isOffline={isOffline}
        isRunning={gesture.isRunning}
        onTake={take}
        onTakeGood={take}
      />
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
