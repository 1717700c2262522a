import { useRef } from 'react'
import type { Form } from '#backoffice/ui/forms/use-form.ts'

/** « Créer et nouveau »: submits the form. In `onDone`, `isAgain()` is true if an empty form follows. */
export function useSubmitAgain() {
  const isAgain = useRef(false)
  return {
    isAgain: () => isAgain.current,
    submitAgain: (form: Pick<Form<never>, 'submit'>) => {
      isAgain.current = true
      void form.submit().finally(() => {
        isAgain.current = false
      })
    },
  }
}
