import { Group, Progress } from '@mantine/core'
import { type BillBatch, billBatches, type BillBatchKind, type BillBatchRow } from '#shared/contract/bill-batches.ts'
import { call } from '#shared/client/call.ts'
import { catalogueEntry } from '#shared/domain/error-catalogue.ts'
import { plural } from '#shared/ui/plural.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { batchWords } from '#backoffice/bills/batch-words.ts'
import { fileMs, JobFile } from '#backoffice/ui/job-file.tsx'
import { type Fact, FactList } from '#backoffice/ui/sheet.tsx'

/** How far the batch is, what was refused and why, and the state of each bill. */
export function BatchProgress({ kind, batch }: { kind: BillBatchKind; batch: BillBatch | undefined }) {
  const items = batch?.items ?? []
  const done = items.filter(({ state }) => state === 'done').length
  const failed = items.filter(({ state }) => state === 'failed').length
  const problem = batch?.error && (catalogueEntry(batch.error.message)?.title ?? 'Le lot s’est arrêté')
  return (
    <>
      <p role={failed > 0 || problem ? 'alert' : 'status'}>
        {batch
          ? [
              `${plural(done, 'facture')} sur ${items.length}`,
              ...(failed > 0 ? [plural(failed, 'refusée')] : []),
              ...(problem ? [problem] : []),
            ].join(', ')
          : 'En attente…'}
      </p>
      {batch?.status !== 'done' && !problem && (
        <Progress value={batch?.progress ?? 0} mb="sm" aria-label="Avancement" />
      )}
      <FactList facts={items.map((item) => factOf(kind, item))} />
    </>
  )
}

function factOf(kind: BillBatchKind, { billId, number, payerName, state, error }: BillBatch['items'][number]): Fact {
  const text = error && (catalogueEntry(error.message)?.title ?? 'Refusée')
  return [
    number,
    <Group key={billId} gap="xs">
      <span>{payerName}</span>
      {state === 'failed' && <StatusTag tone="danger">{text}</StatusTag>}
      {state === 'done' && <StatusTag tone="success">{batchWords[kind].done}</StatusTag>}
      {state === 'waiting' && <StatusTag>En attente</StatusTag>}
    </Group>,
  ]
}

/** The button that downloads the papers of a batch, once they are made. */
export function BatchFile({ batch }: { batch: BillBatch | BillBatchRow }) {
  const { id, kind, file, askedAt } = batch
  if (!file) return null
  return (
    <JobFile
      job={batch}
      format={kind === 'mail' || kind === 'mark' ? 'le bordereau d’envoi' : `le ${file.toUpperCase()}`}
      name={`factures-${askedAt.slice(0, 10)}.${file}`}
      read={() => call(billBatches.file, { params: { id } }, { timeoutMs: fileMs })}
    />
  )
}
