import { useRef, useState } from 'react'
import { NoAnswer } from '#shared/client/call.ts'
import { errorTexts } from '#shared/domain/error-catalogue.ts'
import { AppError, type ErrorMessage } from '#shared/domain/errors.ts'
import { NoEnd, withEnd } from '#shared/ui/with-end.ts'

/** In ms. The sign-in service limits itself no call. */
const limitMs = 90_000

/** A field with what is wrong with it; `form`: above the button. */
export type AccountIssue = { field: 'email' | 'password' | 'again' | 'pin' | 'pinAgain' | 'form'; text: string }

/**
 * The state of a form about an account: sent once even when the button is pressed twice; a refusal of the sign-in
 * service or of our server stands at its field.
 */
export function useAccountForm() {
  const [issue, setIssue] = useState<AccountIssue | null>(null)
  const [isWaiting, setIsWaiting] = useState(false)
  const isUnderWay = useRef(false)

  const submit = async (check: () => AccountIssue | null, work: () => Promise<AccountIssue | null>) => {
    if (isUnderWay.current) return
    const found = check()
    setIssue(found)
    if (found) return
    isUnderWay.current = true
    setIsWaiting(true)
    setIssue(await withEnd(work(), limitMs).catch(issueOf))
    isUnderWay.current = false
    setIsWaiting(false)
  }
  return {
    isWaiting,
    issue,
    submit,
    errorOf: (field: AccountIssue['field']) => (issue?.field === field ? issue.text : undefined),
  }
}

const pinRefusals: readonly string[] = ['users:duplicatePinCode', 'users:trivialPinCode']

/** What a refusal of our server says, at the field that it is about. */
export function issueOf(error: unknown): AccountIssue {
  if (error instanceof NoAnswer || error instanceof NoEnd)
    return { field: 'form', text: 'Le serveur n’a pas répondu. Vérifiez le réseau, puis recommencez.' }
  if (!(error instanceof AppError)) throw error
  const known = Object.hasOwn(errorTexts, error.message)
    ? errorTexts[error.message as ErrorMessage]
    : errorTexts.internal
  return { field: pinRefusals.includes(error.message) ? 'pin' : 'form', text: `${known.title}. ${known.text}` }
}
