import { useSearchParams } from 'wouter'

/** The open tab of a detail page, as its address says; the first one needs no word there. */
export function useDetailTab(first: string): { tab: string; open: (tab: string) => void } {
  const [params, setParams] = useSearchParams()
  return {
    tab: params.get('vue') ?? first,
    open: (tab) => setParams(tab === first ? {} : { vue: tab }, { replace: true }),
  }
}
