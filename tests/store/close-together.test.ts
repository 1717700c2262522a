import { expect, test } from 'vitest'
import { NoAnswer } from '#shared/client/call.ts'
import { salesAtOnce, type NewSale } from '#shared/contract/sales.ts'
import { closeTogether } from '#shared/store/sales/close-together.ts'
import { openSalesStore } from '#shared/store/sales/sales-store.ts'
import { accepted, anEndedSale, pharmacyId } from '#tests/support/a-local-sale.ts'
import { openApiEdge, type Answer, type Asked } from '#tests/support/api-edge.ts'

async function endedSales(count: number): Promise<NewSale[]> {
  const store = openSalesStore(pharmacyId)
  const ended: NewSale[] = []
  while (ended.length < count) ended.push((await anEndedSale(store)).payload)
  return ended
}

const idOf = ({ body }: Asked) => (JSON.parse(body) as NewSale).id
const take = ({ body }: Asked) => accepted(body)
/** What became of each: its number, or why not. */
const outcomes = (asked: Promise<{ number: number }>[]) =>
  Promise.all(
    asked.map((one) =>
      one.then(
        ({ number }) => number,
        (error: Error) => error.message,
      ),
    ),
  )

test('sales of one turn go in requests of so many, a sale of its own turn alone', async () => {
  const edge = await openApiEdge(take)
  const sales = await endedSales(2 * salesAtOnce + 1)
  const closed = await Promise.all(sales.slice(1).map((sale) => closeTogether(sale, 'a')))
  await closeTogether(sales[0]!, 'a')
  expect(closed.map(({ id }) => id)).toEqual(sales.slice(1).map(({ id }) => id))
  expect([edge.together, edge.asked.length]).toEqual([[salesAtOnce, salesAtOnce], 2 * salesAtOnce + 1])
})

test('each goes with the token of who sold it', async () => {
  const edge = await openApiEdge(take)
  const sales = await endedSales(5)
  await Promise.all(sales.map((sale, at) => closeTogether(sale, at % 2 ? 'afi' : 'till')))
  expect(edge.asked.map((asked) => `${asked.token} ${idOf(asked)}`).toSorted()).toEqual(
    sales.map(({ id }, at) => `${at % 2 ? 'afi' : 'till'} ${id}`).toSorted(),
  )
})

test('one that is refused is refused alone, with its status and its details', async () => {
  const sales = await endedSales(4)
  await openApiEdge((asked) =>
    idOf(asked) === sales[2]!.id
      ? { status: 422, body: { message: 'sales:totalMismatch', details: { total: 5 } } }
      : accepted(asked.body),
  )
  const asked = sales.map((sale) => closeTogether(sale, 'a'))
  expect(await outcomes(asked)).toEqual([1, 1, 'sales:totalMismatch', 1])
  await expect(asked[2]).rejects.toMatchObject({ status: 422, details: { total: 5 } })
})

test('nobody answers: that is so for each of them, and none is asked twice', async () => {
  const sales = await endedSales(3)
  const edge = await openApiEdge(() => 'hang up')
  for (const asked of sales.map((sale) => closeTogether(sale, 'a')))
    await expect(asked).rejects.toBeInstanceOf(NoAnswer)
  expect(edge.asked).toHaveLength(3)
})

test.each([
  ['it is busy', { status: 503, body: { message: 'internal' } }, 503],
  ['the token is of yesterday', { status: 401, body: { message: 'auth:invalidToken' } }, 401],
  ['a portal answers in its place', { status: 403, body: '<h1>Wifi</h1>' }, 403],
])('what says nothing of the sales counts for each of them: %s', async (_, answer: Answer, status) => {
  const sales = await endedSales(3)
  const edge = await openApiEdge(take)
  edge.answerSeveral = () => answer
  for (const asked of sales.map((sale) => closeTogether(sale, 'a')))
    await expect(asked).rejects.toMatchObject({ status })
  expect(edge.asked).toEqual([])
})

test.each([
  ['it is of yesterday', { status: 404, body: { message: 'requests:notFound' } }],
  ['one of them cannot be read', { status: 400, body: { message: 'requests:invalid' } }],
  ['they are too large together', { status: 413, body: { message: 'requests:tooLarge' } }],
  ['it answers what nobody understands', { status: 200, body: { outcomes: [{ kind: 'maybe' }] } }],
  ['it says nothing of some', { status: 200, body: { outcomes: [] } }],
  [
    'something broke at each',
    { status: 200, body: { outcomes: Array.from({ length: 3 }, () => ({ kind: 'undecided' })) } },
  ],
])('a server that does not take them together is asked for each by itself: %s', async (_, answer: Answer) => {
  const sales = await endedSales(3)
  const edge = await openApiEdge((asked) =>
    idOf(asked) === sales[1]!.id ? { status: 400, body: { message: 'requests:invalid' } } : accepted(asked.body),
  )
  edge.answerSeveral = () => answer
  expect(await outcomes(sales.map((sale) => closeTogether(sale, 'a')))).toEqual([1, 'requests:invalid', 1])
  expect(edge.asked.map(({ path }) => path)).toEqual(['/sales', '/sales', '/sales'])
})
