import { useEffect } from 'react'

const product = 'Officine'

/** The title of the browser's tab while this is in view: « Banques · Officine ». Null leaves it to somebody else. */
export function useTabTitle(title: string | null | undefined): void {
  useEffect(() => {
    if (!title) return
    document.title = `${title} · ${product}`
    return () => {
      document.title = product
    }
  }, [title])
}
