import { useSearchParams } from 'wouter'

/** The open tab of a detail page, stored in the address; the first tab has no parameter. */
export function useDetailTab(first: string): { tab: string; open: (tab: string) => void } {
  const [params, setParams] = useSearchParams()
  return {
    tab: params.get('vue') ?? first,
    open: (tab) => setParams(tab === first ? {} : { vue: tab }, { replace: true }),
  }
}
