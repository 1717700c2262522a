import { useDebouncedCallback } from '@mantine/hooks'
import {
  IconBolt,
  IconBuilding,
  IconDownload,
  IconPackage,
  IconPlus,
  IconReceipt,
  IconShieldCheck,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useState, type ReactNode } from 'react'
import { clients } from '#shared/contract/clients.ts'
import { exports } from '#shared/contract/exports.ts'
import { products as referential } from '#shared/contract/products.ts'
import { sales } from '#shared/contract/sales.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import { companiesAtom } from '#shared/store/lists/company-list-atoms.ts'
import { productIndexAtom, productsAtom } from '#shared/store/lists/product-list-atoms.ts'
import { formatMoment, formatShortDay } from '#shared/ui/date-format.ts'
import { MarkedLabel } from '#shared/ui/marked-label.tsx'
import { Money } from '#shared/ui/money.tsx'
import { exportKey, newKey } from '#backoffice/ui/list-address.ts'
import { mayCall, rightsAtom } from '#backoffice/ui/rights.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { pageActionsAtom } from '#backoffice/ui/page-actions.ts'
import type { Screen, ScreenAction } from '#backoffice/ui/screens.ts'

/** A result; `value` is the address that it opens, unless it has its own `run`. */
export type Find = { value: string; icon: TablerIcon; text: ReactNode; end?: ReactNode; run?: () => void }
export type FindGroup = { title: string; finds: Find[] }
type Finds = {
  groups: FindGroup[]
  /** What is searched on the server, and so cannot be found offline. */
  asked: 'sales' | 'products' | null
  isAsking: boolean
  hasFailed: boolean
}

const exportHere = 'Exporter la liste'

/** The export button of the list on screen. */
function exportButton(): HTMLElement | null {
  return document.querySelector<HTMLElement>('button[data-export]:not([disabled])')
}

const shownProducts = 8
const shownSales = 5
const shownClients = 6
const shownCompanies = 4
const shortestSearch = 2
const typingMs = 200

/**
 * Results for a search text. Screens, insurers and the pharmacy's products appear at once; clients and sales (for the
 * platform admin: the referential) when the server has answered.
 */
export function useFinds(search: string, screens: readonly Screen[]): Finds & { onType: (text: string) => void } {
  const has = (path: string) => screens.some((screen) => screen.path === path)
  const [hasSales, hasReferential, hasClients] = [has('/ventes'), has('/referentiel'), has('/clients')]
  const [told, setTold] = useState('')
  const onType = useDebouncedCallback((text: string) => setTold(text.trim().slice(0, 100)), typingMs)
  const isLong = told.length >= shortestSearch
  const foundSales = useAnswer(
    sales.list,
    { query: { search: told, size: shownSales } },
    { enabled: hasSales && isLong, keep: true },
  )
  const foundProducts = useAnswer(
    referential.list,
    { query: { search: told, size: shownProducts } },
    { enabled: hasReferential && isLong, keep: true },
  )
  const foundClients = useAnswer(
    clients.list,
    { query: { search: told, size: shownClients } },
    { enabled: hasClients && isLong, keep: true },
  )
  const own = useOwnProducts(has('/stock') ? search : '')
  const insurers = useInsurers(has('/assurances') ? search : '')
  const isAsked = isLong && search !== ''
  const groups = [
    {
      title: 'Écrans',
      finds: screens
        .filter((screen) => isNamed(screen.title, search))
        .map((screen): Find => ({
          value: screen.path,
          icon: screen.icon,
          text: screen.title,
          end: screen.letter === undefined ? '' : `G puis ${screen.letter.toUpperCase()}`,
        })),
    },
    { title: 'Actions', finds: useGestures(search, screens) },
    { title: 'Produits', finds: own },
    { title: 'Assureurs', finds: insurers },
    // Server results are placed below local ones, so that the row that Enter opens does not move.
    {
      title: 'Clients',
      finds: (isAsked ? (foundClients.data?.items ?? []) : []).map(({ kind, id, name, birthDate }): Find => ({
        value: kind === 'person' ? `/patients/${id}` : `/organismes/${id}`,
        icon: kind === 'person' ? IconUser : IconBuilding,
        text: <MarkedLabel text={name} search={search} />,
        end: birthDate ? `né le ${formatShortDay(birthDate)}` : kind === 'organization' ? 'Organisme' : '',
      })),
    },
    {
      title: 'Référentiel',
      finds: (isAsked ? (foundProducts.data?.items ?? []) : []).map(({ id, label }): Find => ({
        value: `/referentiel/${id}`,
        icon: IconPackage,
        text: <MarkedLabel text={label} search={search} />,
      })),
    },
    {
      title: 'Ventes',
      finds: (isAsked ? (foundSales.data?.items ?? []) : []).map((sale): Find => ({
        // A sale of any day: the list beside it must show all periods.
        value: `/ventes/${sale.id}?periode=tout`,
        icon: IconReceipt,
        text: `n°\u00a0${sale.number} · ${formatMoment(sale.soldAt)} · ${sale.sellerName}`,
        end: sale.total !== null && <Money amount={sale.total} unit />,
      })),
    },
  ]
  return {
    groups: groups.filter(({ finds }) => finds.length > 0),
    asked: hasSales ? 'sales' : hasReferential ? 'products' : null,
    isAsking: foundSales.isFetching || foundProducts.isFetching || foundClients.isFetching,
    hasFailed: foundSales.error !== null || foundProducts.error !== null || foundClients.error !== null,
    onType,
  }
}

/** Searched in the terminal's stored list: immediate, also offline. */
function useOwnProducts(search: string): Find[] {
  const products = useAtomValue(productsAtom)
  const index = useAtomValue(productIndexAtom)?.index
  const ids = search === '' ? [] : (index?.find(search, shownProducts).ids ?? [])
  return ids.flatMap((id): Find[] => {
    const product = products.get(id)
    return product
      ? [
          {
            value: `/stock/${id}`,
            icon: IconPackage,
            text: <MarkedLabel text={product.label} search={search} />,
            end: product.storage ?? '',
          },
        ]
      : []
  })
}

/** What can be done: on the screen in view, then what each screen declares. Empty before the first letter. */
function useGestures(search: string, screens: readonly Screen[]): Find[] {
  const rights = useAtomValue(rightsAtom)
  const here = useAtomValue(pageActionsAtom)
  if (search.trim() === '') return []
  const declared = screens.flatMap(actionsOf).filter(({ call }) => mayCall(rights, call))
  const onPage = here.filter((action) => !declared.some(({ label }) => label === action.label))
  const finds = [
    ...onPage.map(({ label, run }) => ({ value: label, icon: IconBolt, text: label, run })),
    ...declared.map(({ label, path, icon }) => ({ value: path, icon, text: label })),
    ...(exportButton()
      ? [{ value: exportHere, icon: IconDownload, text: exportHere, run: () => exportButton()?.click() }]
      : []),
  ]
  return finds.filter(({ text }) => isNamed(text, search))
}

function actionsOf({
  path,
  create,
  exportLabel,
  actions = [],
}: Screen): readonly (ScreenAction & { icon: TablerIcon })[] {
  return [
    ...(create ? [{ ...create, path: `${path}?${newKey}=oui`, icon: IconPlus }] : []),
    ...actions.map((action) => ({ ...action, icon: IconBolt })),
    ...(exportLabel
      ? [{ label: exportLabel, path: `${path}?${exportKey}=oui`, call: exports.create, icon: IconDownload }]
      : []),
  ]
}

/** There are few insurers: a linear search is enough. */
function useInsurers(search: string): Find[] {
  const companies = useAtomValue(companiesAtom)
  if (search.trim() === '') return []
  return [...companies.values()]
    .filter(({ archived, name }) => !archived && isNamed(name, search))
    .slice(0, shownCompanies)
    .map(({ id, name, kind }): Find => ({
      value: `/assurances/${id}`,
      icon: IconShieldCheck,
      text: <MarkedLabel text={name} search={search} />,
      end: kind === 'social-security' ? 'Sécurité sociale' : 'Assureur',
    }))
}

/** Whether each typed word is a prefix of a word of the title. */
function isNamed(title: string, search: string): boolean {
  const words = wordsOf(title)
  return wordsOf(search).every((typed) => words.some((word) => word.startsWith(typed)))
}
