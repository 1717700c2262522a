import type { Company } from '#shared/contract/companies.ts'
import { listView } from '#shared/store/lists/list-view.ts'

export const companyView = listView<Company>('companies')

/** Every insurer and social-security body by id, archived ones too, with its contracts. */
export const companiesAtom = companyView.rowsAtom
export const companyListStateAtom = companyView.stateAtom
