import { Button, CopyButton } from '@mantine/core'
import { audit } from '#shared/contract/audit.ts'
import { formatHour, formatShortDay } from '#shared/ui/date-format.ts'
import { plural, pluralWord } from '#shared/ui/plural.ts'
import text from '#shared/ui/text.module.css'
import { Box } from '#backoffice/dashboard/box.tsx'
import classes from '#backoffice/dashboard/journal-head.module.css'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** The end of the chain of changes, to be noted outside: who removes the last entries cannot change that note. */
export function JournalHead() {
  const may = useMay(audit.head)
  const { data } = useAnswer(audit.head, {}, { enabled: may })
  if (!data?.last) return null
  const { entries, erasures, last } = data
  return (
    <Box
      title="Journal des modifications"
      fact={
        <span>
          {plural(entries, 'entrée')}
          {erasures > 0 && ` · ${plural(erasures, 'personne')} ${pluralWord(erasures, 'effacée')}`}
        </span>
      }
      link={<TextLink to="/parametres/journal">Qui a changé quoi</TextLink>}
    >
      <div className={classes.journal}>
        <p>
          Empreinte de la dernière, le {formatShortDay(last.at)} à {formatHour(last.at)}
          {'\u00a0'}: <code>{last.hash}</code>
        </p>
        <CopyButton value={last.hash}>
          {({ copied, copy }) => (
            <Button variant="default" size="compact-sm" onClick={copy}>
              {copied ? 'Copiée' : 'Copier'}
            </Button>
          )}
        </CopyButton>
      </div>
      <p className={text.none}>Notée hors d’Officine, elle montre plus tard si des entrées ont été retirées.</p>
    </Box>
  )
}
