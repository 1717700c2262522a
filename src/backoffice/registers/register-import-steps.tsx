import { Button, SegmentedControl } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { call } from '#shared/client/call.ts'
import type { CallReply } from '#shared/contract/endpoint.ts'
import { registerImports, type RegisterProfile } from '#shared/contract/register-imports.ts'
import type { DecimalMark } from '#shared/domain/files/decimals.ts'
import { samplesOf, type TableFile } from '#shared/domain/files/table-file.ts'
import { registerBarrier, registerFile } from '#shared/domain/registers/register-file.ts'
import type { RegisterMapping } from '#shared/domain/registers/register-fields.ts'
import { plural } from '#shared/ui/plural.ts'
import { RegisterPreview, type Decisions } from '#backoffice/registers/register-preview.tsx'
import { mappedRegisterFields } from '#backoffice/registers/register-words.ts'
import { useLeaveGuard } from '#backoffice/ui/forms/leave-guard.ts'
import { FileStep } from '#backoffice/ui/imports/file-step.tsx'
import classes from '#backoffice/ui/imports/imports.module.css'
import { MappingStep } from '#backoffice/ui/imports/mapping-step.tsx'
import { Sheet } from '#backoffice/ui/sheet.tsx'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

type Checked = CallReply<typeof registerImports.check>

/** In ms: a register of 50,000 rows is sent and judged. */
const timeoutMs = 180_000

interface RegisterImportStepsProps {
  country: { code: string; name: string }
  /** How the last register of the country was read; null: none. */
  kept: RegisterProfile | null
}

/** Steps: file, columns, check, import. Choices stay until the import is queued, also after errors. */
export function RegisterImportSteps({ country, kept }: RegisterImportStepsProps) {
  const [file, setFile] = useState<TableFile | null>(null)
  const [sheet, setSheet] = useState(0)
  const [byHand, setByHand] = useState<RegisterMapping | null>(null)
  const [decimals, setDecimals] = useState<DecimalMark | undefined>()
  const [checked, setChecked] = useState<{ of: unknown; reply: Checked } | null>(null)
  const [decisions, setDecisions] = useState<Decisions>(new Map())
  // A second attempt after a lost answer asks for the same import.
  const [id] = useState(() => crypto.randomUUID())
  const [isDone, setIsDone] = useState(false)
  const [, go] = useLocation()
  const send = useSend()
  const gesture = useGesture()
  const table = file?.tables[sheet]
  const mapped = useMemo(
    () => (table ? registerFile(table, kept, byHand ? { only: byHand, decimals } : { decimals }) : null),
    [table, kept, byHand, decimals],
  )
  const barrier = mapped ? registerBarrier(mapped) : undefined
  const current = checked && checked.of === mapped ? checked.reply : null
  useLeaveGuard(file !== null && !isDone)
  // after the guard has seen that the file is sent
  useEffect(() => {
    if (isDone) go(`/referentiel/registres/${id}`)
  }, [isDone, go, id])

  const take = (next: TableFile, at = 0) => {
    setFile(next)
    setSheet(at)
    setByHand(null)
    setDecimals(undefined)
    setDecisions(new Map())
  }
  if (!mapped || !table || !file)
    return (
      <div className={classes.steps}>
        <FileStep file={file} sheet={sheet} onSheet={setSheet} onFile={take} hint={hintOf(country)} />
      </div>
    )
  const body = { countryCode: country.code, decimals: mapped.decimals, rows: mapped.rows }
  const check = () =>
    gesture.run(async () => {
      setChecked({ of: mapped, reply: await call(registerImports.check, { body }, { timeoutMs }) })
      setDecisions(new Map())
    })
  const run = () =>
    gesture.run(async () => {
      const decided = [...decisions].map(([line, productId]) => ({ line, productId }))
      const asked = { ...body, id, fileName: file.name.slice(0, 200), columns: mapped.columns, decisions: decided }
      await send(registerImports.create, { body: asked }, { timeoutMs })
      setIsDone(true)
    })
  return (
    <div className={classes.steps}>
      <FileStep file={file} sheet={sheet} onSheet={(at) => take(file, at)} onFile={take} hint={hintOf(country)} />
      <MappingStep
        headers={table.headers}
        samplesOf={(header) => samplesOf(table, header)}
        fields={mappedRegisterFields}
        mapping={mapped.columns}
        onChange={setByHand}
        barrier={barrier}
        {...(mapped.isKept && !byHand ? { fact: `comme la dernière fois pour ${country.name}` } : {})}
      />
      {current ? (
        <RegisterPreview
          checked={current}
          decisions={decisions}
          onDecide={setDecisions}
          isOffline={gesture.isOffline}
          isRunning={gesture.isRunning}
          onCheckAgain={check}
          onStart={run}
        />
      ) : (
        <Sheet title="3. Vérification" fact="rien n’est encore enregistré">
          {mapped.columns.price && (
            <div className={classes.options}>
              <span id="register-decimals">Décimales des prix</span>
              <SegmentedControl
                aria-labelledby="register-decimals"
                w="fit-content"
                data={[
                  { value: 'comma', label: 'Virgule : 1 250,50' },
                  { value: 'point', label: 'Point : 1,250.50' },
                ]}
                value={mapped.decimals}
                onChange={(value) => setDecimals(value as DecimalMark)}
              />
            </div>
          )}
          <div className={classes.buttons}>
            <Button disabled={barrier !== undefined || gesture.isOffline} loading={gesture.isRunning} onClick={check}>
              Vérifier {plural(mapped.rows.length, 'ligne')}
            </Button>
            {gesture.isOffline && (
              <span className={classes.barrier}>
                Hors ligne : vérifier demande le réseau. Ce que vous avez choisi est conservé.
              </span>
            )}
          </div>
        </Sheet>
      )}
      {gesture.modals}
    </div>
  )
}

function hintOf({ name }: { name: string }): string {
  return `La liste des médicaments de ce pays (${name}), telle que publiée`
}
