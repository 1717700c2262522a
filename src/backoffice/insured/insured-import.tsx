import { Button, Checkbox } from '@mantine/core'
import { useMemo, useState } from 'react'
import { call } from '#shared/client/call.ts'
import type { CallReply } from '#shared/contract/endpoint.ts'
import { insuredImports, type InsuredMapping, type InsuredRow } from '#shared/contract/insured-imports.ts'
import {
  type ColumnMapping,
  fieldsOf,
  mappingFor,
  proposedMapping,
  sharedColumn,
} from '#shared/domain/files/column-mapping.ts'
import { fileTrouble, fileTroubleTexts } from '#shared/domain/insured/file-trouble.ts'
import { guessMapping } from '#shared/domain/insured/guess-mapping.ts'
import type { InsuredField } from '#shared/domain/insured/insured-fields.ts'
import { plural } from '#shared/ui/plural.ts'
import { samplesOf, type FileTable, type TableFile } from '#shared/domain/files/table-file.ts'
import { insuredFieldWords } from '#backoffice/insured/insured-columns.tsx'
import { InsuredHistory } from '#backoffice/insured/insured-history.tsx'
import { InsuredPreview, InsuredSummary } from '#backoffice/insured/insured-preview.tsx'
import { useLeaveGuard } from '#backoffice/ui/forms/leave-guard.ts'
import { changesText } from '#backoffice/ui/imports/changes-text.ts'
import { FileStep } from '#backoffice/ui/imports/file-step.tsx'
import classes from '#backoffice/ui/imports/imports.module.css'
import { MappingStep } from '#backoffice/ui/imports/mapping-step.tsx'
import { Sheet } from '#backoffice/ui/sheet.tsx'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

type Checked = CallReply<typeof insuredImports.check>
type Counts = CallReply<typeof insuredImports.run>

const mostRows = 20_000
/** In ms: the server needs time for 20,000 rows. */
const timeoutMs = 120_000

interface InsuredImportProps {
  contract: { id: string; label: string; payerName: string }
  /** The stored mapping of this payer's last file; null: none. */
  kept: InsuredMapping | null
}

/** Steps: file, columns, check, import. Choices stay until the import is complete, also after errors. */
export function InsuredImport({ contract, kept }: InsuredImportProps) {
  const [file, setFile] = useState<TableFile | null>(null)
  const [sheet, setSheet] = useState(0)
  const [byHand, setByHand] = useState<ColumnMapping<InsuredField> | null>(null)
  const [endOthers, setEndOthers] = useState(false)
  const [checked, setChecked] = useState<{ of: string; rows: readonly InsuredRow[]; reply: Checked } | null>(null)
  const [done, setDone] = useState<Counts | null>(null)
  const send = useSend()
  const gesture = useGesture()
  const table = file?.tables[sheet]
  const proposed = useMemo(() => (table ? proposedMapping(table, kept, guessMapping) : null), [table, kept])
  const mapping = useMemo(
    () => (table && byHand ? mappingFor(table, byHand) : (proposed?.mapping ?? {})),
    [table, byHand, proposed],
  )
  const rows = useMemo(() => (table ? rowsOf(table, mapping) : []), [table, mapping])
  const question = JSON.stringify([mapping, endOthers])
  const current = checked && checked.of === question && checked.rows === rows ? checked.reply : null
  const barrier = table ? barrierOf(mapping, rows.length) : undefined
  useLeaveGuard(file !== null && done === null)

  const body = { contractId: contract.id, rows: [...rows], endOthers }
  const check = () =>
    gesture.run(async () =>
      setChecked({ of: question, rows, reply: await call(insuredImports.check, { body }, { timeoutMs }) }),
    )
  const run = async (onlyGood = false) => {
    const named = { fileName: file?.name.slice(0, 200) ?? null, ...(onlyGood ? { onlyGood } : {}) }
    setDone(await send(insuredImports.run, { body: { ...body, mapping, ...named } }, { timeoutMs }))
  }
  const start = ({ ended, created, changed }: Checked) => {
    if (ended === 0) return gesture.run(() => run())
    gesture.ask({
      title: `Retirer leur police à ${plural(ended, 'assuré')}\u202f?`,
      text: `Ils ne sont plus dans le fichier. Pour les autres\u00a0: ${changesText({ added: created, changed })}.`,
      yes: 'Importer et retirer',
      run: () => run(),
    })
  }

  if (done)
    return (
      <div className={classes.steps}>
        <InsuredSummary
          contract={contract}
          counts={done}
          onAgain={() => (setDone(null), setFile(null), setChecked(null), setEndOthers(false))}
        />
        <InsuredHistory contractId={contract.id} />
      </div>
    )
  const trouble = table
    ? fileTrouble(
        table.headers,
        table.rows.slice(0, 200).map(({ cells }) => cells),
      )
    : null
  return (
    <div className={classes.steps}>
      <FileStep
        file={file}
        sheet={sheet}
        onSheet={setSheet}
        onFile={(next) => (setFile(next), setSheet(0))}
        hint={`Le fichier que ${contract.payerName} vous a remis, tel quel`}
      />
      {table && (
        <MappingStep
          headers={table.headers}
          samplesOf={(header) => samplesOf(table, header)}
          fields={insuredFieldWords}
          mapping={mapping}
          onChange={setByHand}
          barrier={barrier}
          {...(proposed?.isKept && !byHand ? { fact: `comme la dernière fois pour ${contract.payerName}` } : {})}
        />
      )}
      {table && !current && (
        <Sheet title="3. Vérification" fact="rien n’est encore enregistré">
          {trouble && trouble !== 'empty' && <p className={classes.barrier}>{fileTroubleTexts[trouble]}</p>}
          <EndOthers isOn={endOthers} onChange={setEndOthers} />
          <div className={classes.buttons}>
            <Button disabled={barrier !== undefined || gesture.isOffline} loading={gesture.isRunning} onClick={check}>
              Vérifier {plural(rows.length, 'ligne')}
            </Button>
            {gesture.isOffline && (
              <span className={classes.barrier}>
                Hors ligne : vérifier demande le réseau. Ce que vous avez choisi est conservé.
              </span>
            )}
          </div>
        </Sheet>
      )}
      {current && (
        <InsuredPreview
          key={question}
          checked={current}
          isOffline={gesture.isOffline}
          isRunning={gesture.isRunning}
          onCheckAgain={check}
          onStart={() => start(current)}
          onStartGood={() => gesture.run(() => run(true))}
          options={<EndOthers isOn={endOthers} onChange={setEndOthers} />}
        />
      )}
      {!file && <InsuredHistory contractId={contract.id} />}
      {gesture.modals}
    </div>
  )
}

function EndOthers({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <div className={classes.options}>
      <Checkbox
        label="Retirer leur police aux assurés absents du fichier"
        description="À cocher pour une liste complète, pas pour un complément."
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </div>
  )
}

/** Cells are cut to this length. It exceeds every field, so the check still refuses a long cell and names its line. */
const mostSigns = 500

function rowsOf(table: FileTable, mapping: ColumnMapping<InsuredField>): InsuredRow[] {
  const textsOf = fieldsOf(table, mapping)
  return table.rows.map(({ line, cells }) => ({ line, fields: textsOf(cells.map((cell) => cell.slice(0, mostSigns))) }))
}

function barrierOf(mapping: ColumnMapping<InsuredField>, count: number): string | undefined {
  if (!mapping.number) return 'Choisissez la colonne du n° d’assuré.'
  if (!mapping.lastName && !mapping.fullName) return 'Choisissez la colonne du nom.'
  const twice = sharedColumn(mapping)
  if (twice) return `La colonne «\u00a0${twice}\u00a0» est choisie deux fois.`
  return count > mostRows ? '20 000 lignes au plus par fichier\u00a0: partagez-le.' : undefined
}
