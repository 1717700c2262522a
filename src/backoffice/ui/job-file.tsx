import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { AppError } from '#shared/domain/errors.ts'
import { saveFile } from '#shared/ui/save-file.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'

/** In ms: a file of 78,000 lots has several megabytes. */
export const fileMs = 120_000

interface JobFileProps {
  job: { status: 'queued' | 'running' | 'done' | 'failed'; error: { message: string; details?: unknown } | null }
  /** « Excel » */
  format: string
  /** With its ending. */
  name: string
  read: () => Promise<Blob>
}

/** The button that downloads a file of the server, or says why it could not be made. */
export function JobFile({ job: { status, error }, format, name, read }: JobFileProps) {
  const gesture = useGesture()
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
  if (status !== 'done') return <>{format}</>
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={gesture.isRunning}
        disabled={gesture.isOffline}
        onClick={() => gesture.run(async () => saveFile(name, await read()))}
      >
        Télécharger {format}
      </Button>
      {gesture.modals}
    </>
  )
}
