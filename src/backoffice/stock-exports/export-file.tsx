import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { call } from '#shared/client/call.ts'
import { type StockExport, stockExports } from '#shared/contract/stock-exports.ts'
import { AppError } from '#shared/domain/errors.ts'
import { saveFile } from '#shared/ui/save-file.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'

/** A file of 78,000 lots has several megabytes. */
const fileMs = 120_000

const formatWords: Record<StockExport['format'], string> = { csv: 'CSV', xlsx: 'Excel' }

/** The button that downloads a file, or says why it could not be made. */
export function ExportFile({ row: { id, at, status, format, error } }: { row: StockExport }) {
  const gesture = useGesture()
  const download = async () => {
    const file = await call(stockExports.read, { params: { id } }, { timeoutMs: fileMs })
    saveFile(`stock-valorise-${at.slice(0, 10)}.${format}`, file)
  }
  if (status === 'failed')
    return (
      <>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => gesture.run(() => Promise.reject(new AppError(error?.message ?? 'internal', error?.details)))}
        >
          Pourquoi&#8239;?
        </Button>
        {gesture.modals}
      </>
    )
  if (status !== 'done') return <>{formatWords[format]}</>
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={gesture.isRunning}
        disabled={gesture.isOffline}
        onClick={() => gesture.run(download)}
      >
        Télécharger {formatWords[format]}
      </Button>
      {gesture.modals}
    </>
  )
}
