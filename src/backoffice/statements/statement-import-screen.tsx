import { useState } from 'react'
import { useLocation } from 'wouter'
import { billStatements } from '#shared/contract/bill-statements.ts'
import { sharedColumn } from '#shared/domain/files/column-mapping.ts'
import type { StatementField, StatementProfile } from '#shared/domain/statements/statement-fields.ts'
import { readStatement, statementLayout, type StatementReading } from '#shared/domain/statements/statement-file.ts'
import { signedAmount } from '#shared/domain/statements/statement-line.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatAmount } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { headBody, StatementHeadFields, type TypedHead } from '#backoffice/statements/statement-head-fields.tsx'
import { mappedStatementFields, readingColumns, readingWords } from '#backoffice/statements/statement-file-words.ts'
import { ClosedPage } from '#backoffice/ui/closed-page.tsx'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeaveGuard } from '#backoffice/ui/forms/leave-guard.ts'
import { SupplierField } from '#backoffice/ui/forms/supplier-field.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { CheckedRows } from '#backoffice/ui/imports/checked-rows.tsx'
import { FileStep } from '#backoffice/ui/imports/file-step.tsx'
import classes from '#backoffice/ui/imports/imports.module.css'
import { MappingStep } from '#backoffice/ui/imports/mapping-step.tsx'
import { useFileProfile } from '#backoffice/ui/imports/use-file-profile.ts'
import { useListAddress } from '#backoffice/ui/list-address.ts'
import { Page } from '#backoffice/ui/page.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { Sheet } from '#backoffice/ui/sheet.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

const title = 'Importer un relevé'
/** In ms: a statement of 5,000 lines is sent and judged. */
const timeoutMs = 120_000

/** Reads the file of a statement here, shows what its lines are, and enters it. */
export function StatementImportScreen() {
  useTabTitle(title)
  return useMay(billStatements.create) ? (
    <Importing />
  ) : (
    <ClosedPage title={title}>Réservé aux personnes qui ont le droit de gérer les relevés.</ClosedPage>
  )
}

function Importing() {
  const back = { to: useListAddress('/releves'), title: 'Relevés' }
  const currency = useCurrency()
  const [supplierId, setSupplierId] = useState<string | null>(null)
  const kept = useAnswer(
    billStatements.profile,
    { params: { id: supplierId ?? '' } },
    { enabled: supplierId !== null },
  ).data
  const { table, profile, ...read } = useFileProfile(statementLayout, kept?.profile)
  const readings = table && profile ? readStatement(table, profile, { currencyDecimals: currency.decimals }) : []
  return (
    <Page scrolls>
      <DetailHead back={back} title={title} />
      <div className={classes.steps}>
        <Sheet title="Fournisseur">
          <SupplierField value={supplierId} onChange={(id) => (setSupplierId(id), read.forgetChoice())} />
        </Sheet>
        {supplierId && <FileStep {...read.fileStep} hint="Le relevé du grossiste, tel quel" />}
        {profile && read.mappingStep && (
          <>
            <MappingStep<StatementField>
              {...read.mappingStep}
              fields={mappedStatementFields}
              barrier={barrierOf(profile)}
            />
            <Sheet title="3. Lignes" fact={plural(readings.length, 'ligne')}>
              <CheckedRows
                key={keyOf(read.fileName, readings)}
                label="Lignes du fichier"
                rows={readings}
                columns={readingColumns}
                outcomes={['error', 'read', 'aside']}
                words={readingWords}
                first={readings.some(({ outcome }) => outcome === 'error') ? 'error' : undefined}
                exportName={() => title}
              />
            </Sheet>
            <EnterStep
              key={`${read.key} ${supplierId}`}
              supplierId={supplierId!}
              fileName={read.fileName}
              profile={profile}
              readings={readings}
              barrier={barrierOf(profile)}
            />
          </>
        )}
      </div>
    </Page>
  )
}

/** Another file begins with what is to be corrected. */
function keyOf(fileName: string, readings: readonly StatementReading[]): string {
  return `${fileName} ${readings.filter(({ outcome }) => outcome === 'error').length}`
}

interface EnterStepProps {
  supplierId: string
  fileName: string
  profile: StatementProfile
  readings: readonly StatementReading[]
  barrier: string | undefined
}

/** The head of the statement; its total is typed from the paper, so that a cut file is noticed. */
function EnterStep({ supplierId, fileName, profile, readings, barrier }: EnterStepProps) {
  const [, go] = useLocation()
  const send = useSend()
  const currency = useCurrency()
  const [id] = useState(uuid7)
  const lines = readings.flatMap(({ row }) => row ?? [])
  const sum = lines.reduce((total, line) => total + signedAmount(line), 0)
  const days = lines.flatMap(({ day }) => day ?? []).toSorted()
  const errors = readings.filter(({ outcome }) => outcome === 'error').length
  const mayLeave = useLeaveGuard(lines.length > 0)
  const form = useForm({
    initial: { reference: '', from: days[0] ?? null, to: days.at(-1) ?? null, dueOn: null, total: '' } as TypedHead,
    schema: billStatements.create.body!,
    bodyOf: (typed) => ({ ...headBody(typed, currency), id, supplierId, fileName, profile, lines }),
    send: (body) => send(billStatements.create, { body }, { timeoutMs }),
    onDone: (statement) => {
      mayLeave()
      go(`/releves/${statement.id}`)
    },
  })
  const typed = headBody(form.values, currency).total
  const isOff = !Number.isNaN(typed) && typed !== sum
  const why =
    barrier ??
    (errors > 0
      ? `${plural(errors, 'ligne ne se lit pas', 'lignes ne se lisent pas')}\u00a0: corrigez les colonnes ou le fichier.`
      : lines.length === 0
        ? 'Aucune ligne à contrôler.'
        : undefined)
  return (
    <Sheet title="4. Relevé" fact={<Money amount={sum} unit />}>
      <FormFrame
        label="Relevé"
        form={form}
        submitLabel="Contrôler le relevé"
        onCancel={() => go('/releves')}
        {...(why ? { barrier: why } : {})}
      >
        <StatementHeadFields form={form} />
        {isOff && (
          <p className={classes.barrier}>
            Les lignes du fichier font {formatAmount(sum, currency)}&nbsp;: un écart de{' '}
            {formatAmount(Math.abs(typed - sum), currency)} avec le total du papier.
          </p>
        )}
      </FormFrame>
    </Sheet>
  )
}

function barrierOf({ columns }: StatementProfile): string | undefined {
  if (!columns.amount && !columns.price) return 'Choisissez la colonne du montant, ou du prix.'
  if (!columns.noteNumber) return 'Choisissez la colonne du n° de bon ou de facture.'
  const twice = sharedColumn(columns)
  return twice && `La colonne «\u00a0${twice}\u00a0» est choisie deux fois.`
}
