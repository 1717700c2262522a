import { Button } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { Link } from 'wouter'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import { countries } from '#shared/contract/countries.ts'
import { products } from '#shared/contract/products.ts'
import { sales } from '#shared/contract/sales.ts'
import { suppliers } from '#shared/contract/suppliers.ts'
import type { Pharmacy } from '#shared/contract/users.ts'
import { firmNumbers } from '#shared/domain/countries/country-facts.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { Box } from '#backoffice/dashboard/box.tsx'
import classes from '#backoffice/dashboard/dashboard.module.css'
import { useOpens } from '#backoffice/dashboard/opens.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { stockRowsAtom } from '#backoffice/ui/stock-rows-atom.ts'
import { type Answer, useAnswer } from '#backoffice/ui/use-answer.ts'

/** `done` undefined: not known yet. `to`: the screen where it is done, for whoever may open it. */
type Step = {
  text: string
  hint: string
  done: boolean | undefined
  to: string
  screen: string
  /** Of the call that tells whether it is done. */
  answer?: Pick<Answer<unknown>, 'error' | 'retry'>
}

const one = { query: { size: 1 } }

/** What a pharmacy that has not sold yet still has to set up, each with its state; nothing once a sale exists. */
export function FirstSteps() {
  const pharmacy = useAtomValue(terminalAtom)?.pharmacy
  const sold = useAnswer(sales.list, one)
  return pharmacy && sold.data?.total === 0 ? <Steps pharmacy={pharmacy} /> : null
}

function Steps({ pharmacy }: { pharmacy: Pharmacy }) {
  const opens = useOpens()
  const steps = useSteps(pharmacy)
  const isOffline = useAtomValue(isOfflineAtom)
  const done = steps.filter((step) => step.done).length
  return (
    <Box title="Premiers pas" fact={`${done} sur ${steps.length}`}>
      <ol className={classes.todo}>
        {steps.map(({ text, hint, done: isDone, to, screen, answer }) => {
          const Icon = isDone ? IconCircleCheck : IconCircleDashed
          if (isDone === undefined && (isOffline || answer?.error))
            return (
              <li key={text} className={classes.step}>
                <IconCircleDashed size={20} aria-hidden />
                <b>{text}</b>
                <span>{isOffline ? 'Demande le réseau' : 'État pas lu'}</span>
                {!isOffline && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Réessayer\u00a0: ${text}`}
                    onClick={answer?.retry}
                  >
                    Réessayer
                  </Button>
                )}
              </li>
            )
          const row = (
            <>
              <Icon size={20} className={isDone ? classes.info : classes.warning} aria-hidden />
              <b>{text}</b>
              <span>{isDone ? 'Fait' : isDone === undefined ? '…' : hint}</span>
            </>
          )
          return (
            <li key={text}>
              {opens(screen) ? (
                <Link href={to} className="officine-focus">
                  {row}
                </Link>
              ) : (
                <div className={classes.step}>{row}</div>
              )}
            </li>
          )
        })}
      </ol>
    </Box>
  )
}

function useSteps({ taxId, tradeRegister, country }: Pharmacy): Step[] {
  const members = useAtomValue(terminalAtom)?.members ?? []
  const stock = useAtomValue(stockRowsAtom)
  const sections = useAnswer(countries.sections, { params: { id: country.code } })
  const referential = useAnswer(products.list, one)
  const known = useAnswer(suppliers.all, {})
  const maySeeRegisters = useMay(cashRegisters.byDate)
  const registers = useAnswer(cashRegisters.byDate, one, { enabled: maySeeRegisters })
  const numbers = firmNumbers(country.code)
  const some = (total: number | undefined) => (total === undefined ? undefined : total > 0)
  return [
    {
      text: 'Identité de la pharmacie',
      hint: `${numbers.taxId.name}, ${numbers.tradeRegister}`,
      done: Boolean(taxId && tradeRegister),
      to: '/parametres/pharmacie',
      screen: '/parametres/pharmacie',
    },
    {
      text: 'Taxes et sections du pays',
      hint: 'À la plateforme',
      done: some(sections.data?.length),
      answer: sections,
      to: '/referentiel/pays',
      screen: '/referentiel/pays',
    },
    {
      text: 'Registres des médicaments',
      hint: 'À la plateforme',
      done: some(referential.data?.total),
      answer: referential,
      to: '/referentiel/registres',
      screen: '/referentiel/registres',
    },
    {
      text: 'Fournisseurs',
      hint: 'Ajouter',
      done: some(known.data?.length),
      answer: known,
      to: '/fournisseurs?nouveau=oui',
      screen: '/fournisseurs',
    },
    {
      text: 'Stock de départ',
      hint: 'Importer un fichier',
      done: stock.size > 0,
      to: '/livraisons/stock-de-depart',
      screen: '/livraisons',
    },
    {
      text: 'Membres de l’équipe',
      hint: 'Ajouter',
      done: members.length > 1,
      to: '/parametres/utilisateurs?nouveau=oui',
      screen: '/parametres/utilisateurs',
    },
    {
      text: 'Première caisse ouverte',
      hint: 'Au comptoir',
      done: maySeeRegisters ? some(registers.data?.total) : false,
      answer: registers,
      to: '/caisses',
      screen: '/caisses',
    },
  ]
}
