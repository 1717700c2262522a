import { Button } from '@mantine/core'
import { IconArrowLeft, IconCopy, IconDownload, IconSend, IconUpload } from '@tabler/icons-react'
import { type ChangeEvent, useRef } from 'react'
import classes from './health.module.css'
import { useHealthGestures } from './use-health-gestures.ts'

interface HealthActionsProps {
  text: () => string
  /**
   * Given while the terminal is locked. Sending, exporting and importing then need an unlocked member and are hidden.
   */
  onLeave?: () => void
}

/** The gestures on this terminal as a whole, and the result of the last one. */
export function HealthActions({ text, onLeave }: HealthActionsProps) {
  const file = useRef<HTMLInputElement>(null)
  const { told, busy, uncopied, copy, resend, exportSales, importSales } = useHealthGestures(text)
  const importChosen = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.currentTarget.files?.[0]
    // Without this, choosing the same file again would send no event.
    event.currentTarget.value = ''
    if (chosen) importSales(chosen)
  }
  return (
    <div className={classes.actions}>
      {onLeave && (
        <Button variant="default" leftSection={<IconArrowLeft size={24} aria-hidden />} onClick={onLeave}>
          Revenir
        </Button>
      )}
      <Button leftSection={<IconCopy size={24} aria-hidden />} onClick={() => void copy()}>
        Copier pour l’assistance
      </Button>
      {!onLeave && (
        <>
          <Button
            variant="default"
            leftSection={<IconSend size={24} aria-hidden />}
            loading={busy === 'send'}
            onClick={resend}
          >
            Tout renvoyer
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={24} aria-hidden />}
            loading={busy === 'export'}
            onClick={exportSales}
          >
            Exporter les ventes
          </Button>
          <Button
            variant="default"
            leftSection={<IconUpload size={24} aria-hidden />}
            loading={busy === 'import'}
            onClick={() => file.current?.click()}
          >
            Importer un fichier de ventes
          </Button>
          <input
            ref={file}
            hidden
            type="file"
            accept=".json,application/json"
            aria-label="Fichier de ventes"
            onChange={importChosen}
          />
        </>
      )}
      <p className={classes.told} role="status" data-tone={told?.tone}>
        {told?.words}
      </p>
      {uncopied !== null && (
        <textarea
          className={classes.text}
          readOnly
          aria-label="Texte pour l’assistance"
          rows={8}
          value={uncopied}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </div>
  )
}
