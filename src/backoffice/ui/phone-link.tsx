import { useAtomValue } from 'jotai'
import { formatPhone, readPhone } from '#shared/domain/phone.ts'
import { countryCodeAtom } from '#backoffice/ui/country.ts'
import classes from '#backoffice/ui/link.module.css'

/** A phone number that calls when it is pressed. A text that is no number is shown as it is. */
export function PhoneLink({ phone }: { phone: string }) {
  const countryCode = useAtomValue(countryCodeAtom)
  const reading = readPhone(phone, countryCode)
  if (reading.kind !== 'phone') return <>{phone}</>
  return (
    <a href={`tel:${reading.e164}`} className={`${classes.link} officine-focus`}>
      {formatPhone(phone, countryCode)}
    </a>
  )
}
