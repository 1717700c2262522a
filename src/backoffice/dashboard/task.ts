import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Answer } from '#backoffice/ui/use-answer.ts'

/** A thing to do, with the page where it is done. */
export type Task = {
  key: string
  icon: TablerIcon
  tone: 'danger' | 'warning' | 'info'
  text: string
  end: ReactNode
  to: string
}

/** What a member may ask for, as it is answered. */
type Asked = Pick<Answer<unknown>, 'data' | 'error' | 'retry'>
/** Tasks, and the answers that count them: until each has come, nobody knows that nothing waits. */
export type Counted = { tasks: Task[]; answers: readonly Asked[] }
