import { answerTables } from './table-answers.ts'
import type { TableAnswer, TableQuestion } from './table-work.ts'

/** Entry of the dedicated worker that reads and writes files of tables. */
addEventListener('message', ({ data }: MessageEvent<TableQuestion>) => {
  const post = (answer: TableAnswer) => postMessage(answer)
  answerTables(data).then(
    (result) => post({ result }),
    (error: unknown) => post({ error: String(error) }),
  )
})
