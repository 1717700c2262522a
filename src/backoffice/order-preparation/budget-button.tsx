import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import type { CallReply } from '#shared/contract/endpoint.ts'
import type { orderPreparations } from '#shared/contract/order-preparations.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatAmount, formatMoney } from '#shared/ui/money-format.ts'
import { firstSliceDays } from '#shared/domain/purchasing/purse.ts'
import { plural } from '#shared/ui/plural.ts'
import { readAmount } from '#shared/ui/read-amount.ts'
import { AmountField } from '#backoffice/ui/forms/amount-field.tsx'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'

interface BudgetButtonProps {
  budget: number | undefined
  reply: CallReply<typeof orderPreparations.records> | undefined
}

/** Sets how much the orders may cost; the list then shows what the money buys best. */
export function BudgetButton({ budget, reply }: BudgetButtonProps) {
  const currency = useCurrency()
  const [, setAddress] = useSearchParams()
  const [typed, setTyped] = useState<string | null>(null)
  const amount = typed === null ? null : readAmount(typed, currency)
  const isAmount = amount !== null && !Number.isNaN(amount) && amount >= 0
  const take = (value: number | null) => {
    setAddress((address) => {
      if (value === null) address.delete('budget')
      else address.set('budget', String(value))
      return address
    })
    setTyped(null)
  }
  return (
    <>
      <Button variant="default" onClick={() => setTyped(budget === undefined ? '' : formatAmount(budget, currency))}>
        {budget === undefined ? 'Fixer un budget' : 'Changer le budget'}
      </Button>
      {typed !== null && (
        <PanelModal opened onClose={() => setTyped(null)} title="Budget de la commande" centered>
          <form
            onSubmit={(event) => {
              event.preventDefault()
              if (isAmount) take(amount)
            }}
          >
            <AmountField
              label="À ne pas dépasser, HT"
              description={`D’abord ce que des clients ont déjà payé, puis ${firstSliceDays}\u00a0jours de chaque rupture, puis les boîtes qui rapportent le plus par franc. Les produits sans fournisseur n’en font pas partie.`}
              value={typed}
              onChange={setTyped}
              error={typed !== '' && !isAmount ? 'Indiquez un montant.' : undefined}
              data-autofocus
            />
            {reply?.purse && <PurseWords purse={reply.purse} />}
            <Group justify="flex-end" mt={16}>
              {budget !== undefined && (
                <Button variant="default" onClick={() => take(null)}>
                  Sans budget
                </Button>
              )}
              <Button type="submit" disabled={!isAmount}>
                Appliquer
              </Button>
            </Group>
          </form>
        </PanelModal>
      )}
    </>
  )
}

/** What the current budget buys and leaves out, and how far the choice may be from the best one. */
function PurseWords({ purse }: { purse: NonNullable<NonNullable<BudgetButtonProps['reply']>['purse']> }) {
  const currency = useCurrency()
  const money = (amount: number) => formatMoney(amount, currency)
  if (purse.leftLines === 0) return <p>{`Le budget actuel suffit\u00a0: ${money(purse.spent)}.`}</p>
  return (
    <p>
      {`Le budget actuel permet d’acheter ${money(purse.spent)} et laisse ${plural(purse.leftLines, 'produit')} de côté\u00a0: ${money(purse.leftAmount)}, environ ${money(purse.leftGain)} de marge en moins. `}
      {purse.promisedLeft > 0 &&
        `${plural(purse.promisedLeft, 'boîte déjà payée par un client reste', 'boîtes déjà payées par des clients restent')} à commander. `}
      {purse.shortagesLeft > 0 &&
        `${plural(purse.shortagesLeft, 'rupture n’a pas ses premiers jours', 'ruptures n’ont pas leurs premiers jours')}. `}
      {purse.distance === 0
        ? 'C’est le meilleur choix.'
        : `Le meilleur choix rapporterait au plus ${money(purse.distance)} de plus.`}
    </p>
  )
}
