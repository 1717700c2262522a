import type { Company } from '#shared/contract/companies.ts'
import { listView } from '#shared/store/lists/list-view.ts'

export const companyView = listView<Company>('companies')

/** All insurers and social-security bodies by id, archived ones included, with their contracts. */
export const companiesAtom = companyView.rowsAtom
export const companyListStateAtom = companyView.stateAtom
