import { pharmacies } from '#shared/contract/users.ts'
import { drillWords } from '#shared/domain/backup/drill.ts'
import { pharmacyNow } from '#shared/pharmacy-time.ts'
import { formatDuration, formatMoment } from '#shared/ui/date-format.ts'
import { Box } from '#backoffice/dashboard/box.tsx'
import classes from '#backoffice/dashboard/dashboard.module.css'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** How old the last backup is that was restored, for who manages the settings; nothing when this server makes none. */
export function BackupBox() {
  const may = useMay(pharmacies.engine)
  const { data } = useAnswer(pharmacies.engine, {}, { enabled: may })
  if (!data?.drill) return null
  const { provenAt, last } = data.drill
  return (
    <Box
      title="Sauvegarde"
      fact={<span>{provenAt ? `essayée il y a ${ageText(provenAt)}` : 'pas encore essayée'}</span>}
      link={<TextLink to="/parametres/sauvegarde">Support et essais</TextLink>}
    >
      {last && (
        <p className={`${classes.sentence} ${last.fault === null ? '' : classes.danger}`}>
          {formatMoment(last.beganAt)}
          {'\u00a0'}: {drillWords(last)}
        </p>
      )}
    </Box>
  )
}

function ageText(instant: string): string {
  return formatDuration((pharmacyNow().getTime() - Date.parse(instant)) / 1000)
}
