import { useEffect } from 'react'

const product = 'Officine'

/**
 * Sets the title of the browser tab while mounted: « Banques · Officine ». Null: leaves the title to another component.
 */
export function useTabTitle(title: string | null | undefined): void {
  useEffect(() => {
    if (!title) return
    document.title = `${title} · ${product}`
    return () => {
      document.title = product
    }
  }, [title])
}
