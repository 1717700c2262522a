import { answerTables } from '#shared/ui/table-answers.ts'
import type { TableAnswer, TableQuestion } from '#shared/ui/table-work.ts'

/** The worker of files, which tests have not: the same work in the same thread. */
export class TableWorker extends EventTarget {
  postMessage(question: TableQuestion) {
    const post = (data: TableAnswer) => this.dispatchEvent(Object.assign(new Event('message'), { data }))
    answerTables(question).then(
      (result) => post({ result }),
      (error: unknown) => post({ error: String(error) }),
    )
  }
  terminate() {}
}
