/** In bytes: what the photos of one pharmacy may take of the disk, some hundred thousand photos. */
export const photoBudget = 20_000_000_000

/**
 * Whether the budget has room for one more photo; all in bytes. Photos of sales do not ask: prescriptions and vouchers
 * are proofs that the law and the insurers want, so they are always taken, and count.
 */
export function hasPhotoRoom(stored: number, added: number): boolean {
  return stored + added <= photoBudget
}
