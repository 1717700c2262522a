import { Combobox, Modal, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconPackage, IconReceipt, IconSearch, type TablerIcon } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useEffect, useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { sales, type SaleSummary } from '#shared/contract/sales.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import { productIndexAtom, productsAtom } from '#shared/store/product-list-atoms.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { MarkedLabel } from '#shared/ui/marked-label.tsx'
import { Money } from '#shared/ui/money.tsx'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import classes from '#backoffice/finder/finder.module.css'
import { type Answer, useAnswer } from '#backoffice/ui/use-answer.ts'
import type { Screen } from '#backoffice/ui/screens.ts'

interface FinderProps {
  /** What this user may open. */
  screens: readonly Screen[]
  onClose: () => void
}

/** One line that can be opened; `value` is its address. */
type Find = { value: string; icon: TablerIcon; text: ReactNode; end?: ReactNode }

const shownProducts = 8
const shownSales = 5
const shortestSearch = 2
const typingMs = 200

/** Ctrl+K: any screen, product or sale by a few letters, opened by Entrée. */
export function Finder({ screens, onClose }: FinderProps) {
  const [, go] = useLocation()
  const [search, setSearch] = useState('')
  const hasSales = screens.some(({ path }) => path === '/ventes')
  const [saleSearch, setSaleSearch] = useState('')
  const foundSales = useAnswer(sales.list, { query: { search: saleSearch, size: shownSales } }, { enabled: hasSales && saleSearch.length >= shortestSearch, keep: true })
  const groups = useFinds(search, screens, search === '' || saleSearch === '' ? [] : (foundSales.data?.items ?? []))
  const searchLater = useDebouncedCallback((text: string) => setSaleSearch(text.trim().slice(0, 100)), typingMs)
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose })
  const shown = groups.map(({ finds }) => finds.map(({ value }) => value).join()).join()
  const { selectFirstOption } = combobox
  // oxlint-disable-next-line react/exhaustive-deps -- the first line is chosen anew whenever the lines change, and only then
  useEffect(() => void selectFirstOption(), [shown])
  const handleChange = (text: string) => {
    setSearch(text)
    searchLater(text)
  }
  return (
    <Modal opened onClose={onClose} withCloseButton={false} centered={false} yOffset={88} size={620} padding={12} attributes={{ content: { 'aria-label': 'Chercher' } }} transitionProps={{ duration: 0 }}>
      <Combobox
        store={combobox}
        onOptionSubmit={(value) => {
          onClose()
          go(value)
        }}
      >
        <Combobox.EventsTarget withExpandedAttribute>
          <TextInput
            data-autofocus
            role="combobox"
            aria-label="Chercher un écran, un produit, une vente"
            placeholder="Chercher un écran, un produit, une vente"
            leftSection={<IconSearch size={18} aria-hidden />}
            value={search}
            onChange={(event) => handleChange(event.currentTarget.value)}
          />
        </Combobox.EventsTarget>
        <Combobox.Options className={classes.results} aria-label="Résultats">
          {groups.map(({ title, finds }) => (
            <Combobox.Group key={title} label={title} classNames={{ groupLabel: classes.group }}>
              {finds.map(({ value, icon: Icon, text, end }) => (
                <Combobox.Option key={value} value={value} className={classes.option}>
                  <Icon size={18} stroke={1.8} aria-hidden />
                  <span className={classes.text}>{text}</span>
                  {end && <span className={classes.end}>{end}</span>}
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
        </Combobox.Options>
        {search !== '' && <Notes hasFinds={groups.length > 0} hasSales={hasSales} search={search} sales={foundSales} />}
      </Combobox>
    </Modal>
  )
}

function useFinds(search: string, screens: readonly Screen[], foundSales: readonly SaleSummary[]): { title: string; finds: Find[] }[] {
  const products = useAtomValue(productsAtom)
  const index = useAtomValue(productIndexAtom)?.index
  const hasStock = screens.some(({ path }) => path === '/stock')
  const found = hasStock && search !== '' ? (index?.find(search, shownProducts).ids ?? []) : []
  const groups = [
    { title: 'Écrans', finds: screens.filter((screen) => isNamed(screen.title, search)).map((screen): Find => ({ value: screen.path, icon: screen.icon, text: screen.title, end: `G puis ${screen.letter.toUpperCase()}` })) },
    {
      title: 'Produits',
      finds: found.flatMap((id): Find[] => {
        const product = products.get(id)
        return product ? [{ value: `/stock/${id}`, icon: IconPackage, text: <MarkedLabel text={product.label} search={search} />, end: product.storage ?? '' }] : []
      }),
    },
    {
      title: 'Ventes',
      finds: foundSales.map((sale): Find => ({ value: `/ventes/${sale.id}`, icon: IconReceipt, text: `n°\u00a0${sale.number} · ${formatMoment(sale.soldAt)} · ${sale.sellerName}`, end: <Money amount={sale.total} unit /> })),
    },
  ]
  return groups.filter(({ finds }) => finds.length > 0)
}

/** Every word typed begins a word of the title. */
function isNamed(title: string, search: string): boolean {
  const words = wordsOf(title)
  return wordsOf(search).every((typed) => words.some((word) => word.startsWith(typed)))
}

/** What was not found, and why. */
function Notes({ hasFinds, hasSales, search, sales: found }: { hasFinds: boolean; hasSales: boolean; search: string; sales: Answer<unknown> }) {
  const isOffline = useAtomValue(connectivityAtom).state === 'offline'
  if (hasSales && (isOffline || found.error)) return <p className={classes.note}>{isOffline ? 'Chercher une vente demande le réseau.' : 'Les ventes n’ont pas pu être cherchées.'}</p>
  if (hasFinds || found.isFetching) return null
  return <p className={classes.note}>{`Aucun résultat pour «\u00a0${search}\u00a0»`}</p>
}
