import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { productHealthInsurance as calls, Suggestion } from '#shared/contract/product-health-insurance.ts'
import {
  indexProducts,
  matchLine,
  searchedWords,
  type Candidate,
  type MatchedProduct,
} from '#shared/domain/scheme/match-line.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { productsNamed } from '#server/product-health-insurance/candidate.repo.ts'
import { linesWithoutProduct } from '#server/product-health-insurance/product-health-insurance.repo.ts'

/** A longer list is of no use: the user searches instead. */
const shownCandidates = 10

/** Products that may match the lines without one, a page of lines at a time. */
export function suggestProducts(
  context: Context,
  query: HandlerInput<typeof calls.suggestions>['query'],
): Promise<CallReply<typeof calls.suggestions>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const { items: lines, total } = await linesWithoutProduct(tx, pharmacyId, query)
    const products = await productsNamed(tx, pharmacyId, lines.flatMap(searchedWords))
    const index = indexProducts(products)
    const byId = new Map(products.map((product) => [product.id, product]))
    return {
      items: lines.map((line) => {
        const { candidates, certain } = matchLine(line, index)
        return {
          line,
          candidates: candidates
            .slice(0, shownCandidates)
            .map((candidate) => shown(candidate, byId.get(candidate.id)!)),
          certain,
        }
      }),
      total,
    }
  })
}

function shown(candidate: Candidate, { label, inns, form }: MatchedProduct): Suggestion['candidates'][number] {
  return {
    ...candidate,
    label,
    inn: inns.map(({ name, dosage }) => (dosage ? `${name} ${dosage}` : name)).join(' + '),
    form,
  }
}
