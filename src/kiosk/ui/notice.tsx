import { IconAlertCircle, IconAlertTriangle, IconInfoCircle, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import classes from './notice.module.css'

export type NoticeContent = {
  tone: 'info' | 'warning' | 'danger'
  text: ReactNode
  /** The gesture of the notice: « Annuler ». */
  action?: { label: string; onClick: () => void }
  /** The notice disappears after this time. Without it, the user must dismiss the notice. */
  lastsMs?: number
}

const signs = { info: IconInfoCircle, warning: IconAlertTriangle, danger: IconAlertCircle }

/** The message about the last gesture, at one place below the search field. */
export function Notice({ notice, onClose }: { notice: NoticeContent; onClose: () => void }) {
  useEffect(() => {
    if (!notice.lastsMs) return
    const timer = setTimeout(onClose, notice.lastsMs)
    return () => clearTimeout(timer)
  }, [notice, onClose])
  const Sign = signs[notice.tone]
  return (
    <div className={`${classes.notice} ${classes[notice.tone]}`} role={notice.tone === 'info' ? 'status' : 'alert'}>
      <Sign size={26} aria-hidden />
      <span className={classes.text}>{notice.text}</span>
      {notice.action && (
        <button type="button" className={`${classes.action} officine-focus`} onClick={notice.action.onClick}>
          {notice.action.label}
        </button>
      )}
      <button
        type="button"
        className={`${classes.close} officine-focus`}
        aria-label="Fermer le message"
        onClick={onClose}
      >
        <IconX size={22} aria-hidden />
      </button>
    </div>
  )
}
