/** How often a property is tried: its own number, times the factor of `npm run test:deep`. */
export function runs(count: number): number {
  return count * factor
}

const factor = Number(process.env.OFFICINE_RUNS ?? 1)
