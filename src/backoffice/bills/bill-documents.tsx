import { Button, Group } from '@mantine/core'
import { IconFileTypePdf, IconTable } from '@tabler/icons-react'
import { call } from '#shared/client/call.ts'
import { type BillFile, billFileFormats, billFiles } from '#shared/contract/bill-files.ts'
import type { BillDetail } from '#shared/contract/bills.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { fileMs, JobFile } from '#backoffice/ui/job-file.tsx'
import { jobState } from '#backoffice/ui/job-state.ts'
import { FactList, Sheet } from '#backoffice/ui/sheet.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

const formatWords: Record<BillFile['format'], string> = { pdf: 'PDF', xlsx: 'Excel', csv: 'CSV' }

/** The bordereau as files that the server prepares; each stays here for 30 days. */
export function BillDocuments({ bill }: { bill: Pick<BillDetail, 'id' | 'number'> }) {
  const send = useSend()
  const gesture = useGesture()
  const { data: files = [] } = useAnswer(billFiles.list, { query: { billId: bill.id } }, { keep: true })
  const prepare = (format: BillFile['format']) =>
    gesture.run(() => send(billFiles.create, { body: { id: uuid7(), billId: bill.id, format } }))
  return (
    <Sheet title="Préparer le bordereau en fichier">
      <Group gap="xs" mb={files.length > 0 ? 'sm' : 0}>
        {billFileFormats.map((format) => (
          <Button
            key={format}
            size="compact-sm"
            variant="default"
            leftSection={
              format === 'pdf' ? <IconFileTypePdf size={16} aria-hidden /> : <IconTable size={16} aria-hidden />
            }
            disabled={gesture.isOffline || gesture.isRunning}
            aria-label={`Préparer ${formatWords[format]}`}
            onClick={() => prepare(format)}
          >
            {formatWords[format]}
          </Button>
        ))}
      </Group>
      {files.length > 0 && (
        <FactList
          facts={files.map((file) => [
            formatMoment(file.askedAt),
            <File key={file.id} file={file} number={bill.number} />,
          ])}
        />
      )}
      {gesture.modals}
    </Sheet>
  )
}

function File({ file, number }: { file: BillFile; number: string }) {
  const { id, format, status } = file
  const { label, tone } = jobState(file, 'Prêt')
  return (
    <Group gap="xs">
      {status !== 'done' && <StatusTag {...(tone ? { tone } : {})}>{label}</StatusTag>}
      <JobFile
        job={file}
        format={formatWords[format]}
        name={`bordereau-${number.replaceAll(/[^\w-]/g, '-')}.${format}`}
        read={() => call(billFiles.read, { params: { id } }, { timeoutMs: fileMs })}
      />
    </Group>
  )
}
