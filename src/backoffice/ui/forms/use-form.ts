import { type ChangeEvent, useRef, useState } from 'react'
import type * as z from 'zod'
import { AppError } from '#shared/domain/errors.ts'
import { withEnd } from '#shared/ui/with-end.ts'
import { type Issue, refusedIssues, schemaIssues } from '#backoffice/ui/forms/issue-words.ts'
import { useLeaveGuard } from '#backoffice/ui/forms/leave-guard.ts'
import type { Noun } from '#backoffice/ui/lists/french-noun.ts'

type FormGiven<Values, Body extends z.ZodType, Reply> = {
  initial: Values
  /** The body schema of the call: its issues are shown before anything is sent. */
  schema: Body
  /**
   * The body from the field values. A value that cannot be parsed becomes NaN or an invalid text, which the schema then
   * refuses.
   */
  bodyOf: (values: Values) => unknown
  /** Checks that need the domain's rules: phone number, birth date. */
  check?: (values: Values) => Issue[]
  /** Why an amount may have a zero too many, in a sentence with both figures: asked about once before it is sent. */
  unusual?: (values: Values) => string | null
  send: (body: z.input<Body>) => Promise<Reply>
  onDone: (reply: Reply) => void
  /** Sentences for the server's refusal of a field: `phone invalid` → « … ». */
  words?: Readonly<Record<string, string>>
  /** What the form makes or changes, for the sentence « Cette banque existe déjà. » */
  noun?: Noun
}

export type Form<Values> = {
  values: Values
  set: (change: Partial<Values>) => void
  /** Value, change handler and error of a field. `path`: its place in the body, when it differs from its name. */
  field: <Key extends keyof Values & string>(
    key: Key,
    path?: string,
  ) => { value: Values[Key]; onChange: (value: Values[Key]) => void; error: string | undefined }
  /** The same for a text field. */
  text: <Key extends keyof Values & string>(
    key: Key,
    path?: string,
  ) => {
    value: string
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void
    error: string | undefined
  }
  /** The error of one cell of a list: `services.2.label`. */
  errorAt: (path: string) => string | undefined
  /** How many attempts found issues, here or at the server. */
  refusals: number
  /** Issues that belong to no field on screen. */
  otherIssues: string[]
  /** The result of the last attempt: a refusal, or no answer. */
  problem: Error | null
  forgetProblem: () => void
  /** The question about an unusual amount, until the next change or the next attempt. */
  question: string | null
  isTyped: boolean
  isSending: boolean
  submit: () => Promise<void>
}

/**
 * State of a form for one call: validated by the call's schema, sent once even when the button is pressed twice,
 * refusals shown at their fields. The values stay until they are saved.
 */
export function useForm<Values extends Record<string, unknown>, Body extends z.ZodType, Reply>(
  given: FormGiven<Values, Body, Reply>,
): Form<Values> {
  const [saved, setSaved] = useState(given.initial)
  const [values, setValues] = useState(given.initial)
  const [issues, setIssues] = useState<readonly Issue[]>([])
  const [refusals, setRefusals] = useState(0)
  const [problem, setProblem] = useState<Error | null>(null)
  const [question, setQuestion] = useState<string | null>(null)
  const [isSending, setIsSending] = useState(false)
  // A second press may come before the button is rendered disabled.
  const isUnderWay = useRef(false)
  // Rendered fields with their place in the body, filled as the form asks for its fields.
  const [shown] = useState(() => new Map<string, string>())
  const isTyped = JSON.stringify(values) !== JSON.stringify(saved)
  const disarm = useLeaveGuard(isTyped)

  const set = (change: Partial<Values>) => {
    setValues((before) => ({ ...before, ...change }))
    setQuestion(null)
    const paths = Object.keys(change).map((key) => shown.get(key) ?? key)
    setIssues((before) => before.filter((issue) => !paths.some((path) => isAt(path, issue))))
  }
  const errorAt = (key: string, path = key) => {
    shown.set(key, path)
    return issues.find((issue) => isAt(path, issue))?.text
  }
  const field: Form<Values>['field'] = (key, path) => ({
    value: values[key],
    onChange: (value) => set({ [key]: value } as unknown as Partial<Values>),
    error: errorAt(key, path),
  })

  const refuse = (found: readonly Issue[]) => {
    setIssues(found)
    setRefusals((before) => before + 1)
  }

  const submit = async () => {
    if (isUnderWay.current) return
    const read = given.schema.safeParse(given.bodyOf(values))
    setProblem(null)
    const checked = given.check?.(values) ?? []
    // When both report an issue, the rule wins: a union's issue only says that no variant matches.
    const found = [
      ...checked,
      ...(read.success ? [] : schemaIssues(read.error)).filter(
        (issue) => !checked.some(({ path }) => path === issue.path || path.startsWith(`${issue.path}.`)),
      ),
    ]
    if (found.length > 0) return refuse(found)
    setIssues([])
    const unusual = given.unusual?.(values) ?? null
    if (unusual !== null && unusual !== question) return setQuestion(unusual)
    isUnderWay.current = true
    setIsSending(true)
    try {
      const reply = await withEnd(given.send(given.bodyOf(values) as z.input<Body>))
      setSaved(values)
      disarm()
      given.onDone(reply)
    } catch (error) {
      const refused = isAtFields(error) ? refusedIssues(error.details, given) : []
      if (refused.length > 0) refuse(refused)
      else setProblem(error instanceof Error ? error : new Error(String(error)))
    } finally {
      isUnderWay.current = false
      setIsSending(false)
    }
  }

  return {
    values,
    set,
    field,
    text: (key, path) => {
      const { value, onChange, error } = field(key, path)
      return { value: value as string, onChange: (event) => onChange(event.currentTarget.value as never), error }
    },
    errorAt: (path) => errorAt(path),
    refusals,
    otherIssues: issues
      .filter((issue) => ![...shown.values()].some((path) => isAt(path, issue)))
      .map(({ text }) => text),
    problem,
    forgetProblem: () => setProblem(null),
    question,
    isTyped,
    isSending,
    submit,
  }
}

/** Refusals that name their fields. */
function isAtFields(error: unknown): error is AppError {
  return error instanceof AppError && (error.message === 'requests:invalid' || error.message === 'requests:taken')
}

function isAt(path: string, issue: Issue): boolean {
  return issue.path === path || issue.path.startsWith(`${path}.`)
}
