import { Button, Loader } from '@mantine/core'
import { IconAlertCircle, IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import classes from '#backoffice/ui/imports/imports.module.css'

interface FileDropProps {
  /** The name of the chosen file; null: none yet. */
  name: string | null
  /** Under the name: how it was read, or what is asked for. */
  fact: string
  isReading: boolean
  /** Why a file could not be read. */
  trouble: { name: string; text: string } | null
  onFile: (file: File) => void
  disabled?: boolean
  /** Beside the name: the choice of a sheet. */
  children?: ReactNode
}

/** Where a table file is dropped or chosen. */
export function FileDrop({ name, fact, isReading, trouble, onFile, disabled = false, children }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const take = (file: File | null | undefined) => {
    if (file && !disabled) onFile(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    take(event.dataTransfer.files[0])
  }
  const Sign = name === null ? IconUpload : IconFileSpreadsheet
  return (
    <>
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => (event.preventDefault(), setIsOver(true))}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <Sign size={28} stroke={1.6} aria-hidden />
        <div className={classes.fileFacts}>
          <b>{name ?? 'Déposez un fichier Excel (.xlsx) ou CSV'}</b>
          <small>{fact}</small>
        </div>
        {children}
        {isReading && <Loader size={20} aria-label="Lecture du fichier" />}
        <Button
          variant={name === null ? 'filled' : 'default'}
          disabled={disabled}
          onClick={() => input.current?.click()}
        >
          {name === null ? 'Choisir un fichier' : 'Changer de fichier'}
        </Button>
        {/* Cleared, so that the same file can be chosen again after a correction. */}
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Fichier"
          accept=".csv,.txt,.tsv,.xlsx,.xls,text/csv"
          onChange={(event) => (take(event.currentTarget.files?.[0]), (event.currentTarget.value = ''))}
        />
      </div>
      {trouble && (
        <p role="alert" className={classes.trouble}>
          <IconAlertCircle size={18} aria-hidden />
          <span>
            <b>{trouble.name}</b> : {trouble.text}
          </span>
        </p>
      )}
    </>
  )
}
