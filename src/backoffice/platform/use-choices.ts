import { useMemo } from 'react'
import { domains, platformPharmacies } from '#shared/contract/platform.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const most = 2000

/** The groups of the platform, to choose one. */
export function useDomainChoices() {
  const { data } = useAnswer(domains.list, { query: { size: most } })
  return (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
}

/** The pharmacies of the platform, to choose one. */
export function usePharmacyChoices() {
  const { data } = useAnswer(platformPharmacies.list, { query: { size: most } })
  return (data?.items ?? []).map(({ id, name, city }) => ({ value: id, label: `${name}, ${city}` }))
}

/** The time zones that this browser knows, those of Africa first. */
export function useTimeZoneChoices() {
  return useMemo(() => {
    const zones = Intl.supportedValuesOf('timeZone')
    const isAfrican = (zone: string) => zone.startsWith('Africa/')
    return [...zones.filter(isAfrican), ...zones.filter((zone) => !isAfrican(zone))].map((zone) => ({
      value: zone,
      label: zone.replaceAll('_', ' '),
    }))
  }, [])
}
