import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** A thing to do, with the page where it is done. */
export type Task = {
  key: string
  icon: TablerIcon
  tone: 'danger' | 'warning' | 'info'
  text: string
  end: ReactNode
  to: string
}
