import { ActionIcon, Menu } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv, IconFileTypePdf, IconPrinter } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { call } from '#shared/client/call.ts'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { exports } from '#shared/contract/exports.ts'
import { mostReportRows, reports, type Report, type ReportFormat } from '#shared/contract/reports.ts'
import { fileSlug } from '#shared/domain/files/file-slug.ts'
import { saveFile } from '#shared/ui/save-file.ts'
import type { AskedReport } from '#backoffice/reports/report-address.ts'
import { ReportPages } from '#backoffice/reports/report-pages.tsx'
import { fileMs } from '#backoffice/ui/job-file.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'

const files = [
  ['pdf', 'PDF', IconFileTypePdf],
  ['xlsx', 'Fichier Excel (XLSX)', IconFileSpreadsheet],
  ['csv', 'Fichier CSV', IconFileTypeCsv],
] as const satisfies readonly (readonly [ReportFormat, string, unknown])[]
/** Rows on paper. */
const mostPrinted = 1000

interface ReportFilesProps {
  title: string
  asked: AskedReport
  body: CallInput<typeof reports.ask>['body']
  /** Only as many groups, on paper too. */
  most?: number | undefined
}

/** A report on A4, or as a file: all its groups, with criteria, hour and author in the head. */
export function ReportFiles({ title, asked, body, most = mostReportRows }: ReportFilesProps) {
  const today = useAtomValue(todayAtom)
  const mayExport = useMay(exports.create)
  const gesture = useGesture()
  const [printed, setPrinted] = useState<Report | null>(null)
  const save = (format: ReportFormat) =>
    gesture.run(async () => {
      const input = { body: { ...body, limit: most, title, format } }
      saveFile(
        `${fileSlug(title) || 'rapport'}-${today}.${format}`,
        await call(reports.file, input, { timeoutMs: fileMs }),
      )
    })
  const print = () =>
    gesture.run(async () =>
      setPrinted(await call(reports.ask, { body: { ...body, limit: Math.min(most, mostPrinted) } })),
    )
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Imprimer ou exporter\u00a0: ${title}`}
            loading={gesture.isRunning}
            disabled={gesture.isOffline}
          >
            <IconDownload size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPrinter size={18} aria-hidden />} onClick={print}>
            Imprimer sur A4
          </Menu.Item>
          {mayExport &&
            files.map(([format, label, Icon]) => (
              <Menu.Item key={format} leftSection={<Icon size={18} aria-hidden />} onClick={() => save(format)}>
                {label}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
      {printed && <ReportPages title={title} report={printed} asked={asked} onPrinted={() => setPrinted(null)} />}
      {gesture.modals}
    </>
  )
}
