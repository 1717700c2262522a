import { useState } from 'react'
import { useLocation } from 'wouter'
import { billStatements } from '#shared/contract/bill-statements.ts'
import { sharedColumn } from '#shared/domain/files/column-mapping.ts'
import { samplesOf, type TableFile } from '#shared/domain/files/table-file.ts'
import type { StatementField, StatementProfile } from '#shared/domain/statements/statement-fields.ts'
import {
  decimalsOfFile,
  profileOfStatement,
  readStatement,
  type StatementReading,
} from '#shared/domain/statements/statement-file.ts'
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
    <ClosedPage title={title}>Vous n’avez pas le droit de contrôler les relevés.</ClosedPage>
  )
}

function Importing() {
  const back = { to: useListAddress('/releves'), title: 'Relevés' }
  const currency = useCurrency()
  const [supplierId, setSupplierId] = useState<string | null>(null)
  const [file, setFile] = useState<TableFile | null>(null)
  const [sheet, setSheet] = useState(0)
  const [chosen, setChosen] = useState<StatementProfile | null>(null)
  const kept = useAnswer(
    billStatements.profile,
    { params: { id: supplierId ?? '' } },
    { enabled: supplierId !== null },
  ).data
  const table = file?.tables[sheet]
  const found = table && supplierId && kept ? profileOfStatement(table, kept.profile) : null
  const profile = chosen ?? found?.profile ?? null
  const readings = table && profile ? readStatement(table, profile, { currencyDecimals: currency.decimals }) : []
  return (
    <Page scrolls>
      <DetailHead back={back} title={title} />
      <div className={classes.steps}>
        <Sheet title="Fournisseur">
          <SupplierField value={supplierId} onChange={(id) => (setSupplierId(id), setChosen(null))} />
        </Sheet>
        {supplierId && (
          <FileStep
            file={file}
            sheet={sheet}
            hint="Le relevé du grossiste, tel quel"
            onSheet={(next) => (setSheet(next), setChosen(null))}
            onFile={(next) => (setFile(next), setSheet(0), setChosen(null))}
          />
        )}
        {table && profile && (
          <>
            <MappingStep<StatementField>
              headers={table.headers}
              samplesOf={(header) => samplesOf(table, header)}
              fields={mappedStatementFields}
              mapping={profile.columns}
              onChange={(columns) => setChosen({ columns, decimals: decimalsOfFile(table, columns) })}
              fact={chosen ? 'colonnes choisies' : found?.isKept ? 'lu comme la dernière fois' : 'lu par les titres'}
              barrier={barrierOf(profile)}
            />
            <Sheet title="3. Lignes" fact={plural(readings.length, 'ligne')}>
              <CheckedRows
                key={keyOf(file, readings)}
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
              key={`${file?.name} ${sheet} ${supplierId}`}
              supplierId={supplierId!}
              fileName={file!.name}
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
function keyOf(file: TableFile | null, readings: readonly StatementReading[]): string {
  return `${file?.name} ${readings.filter(({ outcome }) => outcome === 'error').length}`
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
