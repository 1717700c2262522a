import type { CoverageFlag } from '#shared/domain/coverage/coverage-flags.ts'

/**
 * Reasons why an accepted sale needs a review.
 * `session:unknown`: the terminal sent it with a session that the server never gave to the seller.
 * `sender:other`: the token of another member carried it.
 * `grant:unproven`: a right was given for this sale by a PIN, and nothing shows that its owner typed it.
 * `price:changed`: the price differs from the lot's current price, and the seller may not set prices; most often the
 * terminal's list was outdated.
 * `price:never`: the lot never had this price, and the seller may not set prices; the sale came late.
 * `coverage:raised`: a payer was charged more than its rules give of a line, or at a rate above the policy's.
 * `coverage:differs`: the payers' shares are not those that the rules of the day give.
 * `coverage:invalid`, `coverage:overrun`: the payer may not pay this share, or not that much of it; the customer was
 * told the amount.
 * `aib:differs`: the AIB that was taken is not the one that the tax groups of the day give, or a till of an earlier version
 * sent it as a service.
 * `change:large`: the change is above the largest note of the country: what was received has a zero too many.
 * `client:archived`: a sale on credit to a client archived before, that arrived late or minutes after.
 * `refusal:regularised`: the server refused the sale, which then lost goods or money, and a member gave the reason.
 * `stock:expired`: an expired lot, sold by a seller with the right to.
 * `stock:blocked`: a recalled lot or one in quarantine, in a sale that arrived late or corrects another one.
 * `voucher:repeated`, `serial:repeated`: another sale has the same voucher of the same policy, or the same box.
 * `reference:repeated:42`: the sale n° 42 was paid by the same transaction of mobile money.
 * `prescription:missing`: a listed medicine without the prescription that it needs, by a seller with the right to.
 * `prescription:unapproved`: the same by a seller without the right, in a sale that arrived late; the goods had left.
 */
export type SaleFlag =
  | CoverageFlag
  | 'right:revoked'
  | 'session:unknown'
  | 'sender:other'
  | 'grant:unproven'
  | 'stock:negative'
  | 'stock:expired'
  | 'stock:blocked'
  | 'price:changed'
  | 'price:never'
  | 'prescription:missing'
  | 'prescription:unapproved'
  | 'voucher:repeated'
  | 'serial:repeated'
  | `reference:repeated:${number}`
  | 'client:archived'
  | 'clock:ahead'
  | 'clock:behind'
  | 'clock:unset'
  | 'refusal:regularised'
  | 'change:large'
  | 'aib:differs'
