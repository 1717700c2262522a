import { scanOf } from '#shared/domain/scan.ts'

type Product = { id: string; label: string }
type LabelScan = { kind: 'product'; product: Product } | { kind: 'unknown' | 'several' }

/** The product whose label a scan asks for. `productsOf`: the products that have one of these codes. */
export function readLabelScan(
  text: string,
  { today, productsOf }: { today: string; productsOf: (codes: readonly string[]) => readonly Product[] },
): LabelScan {
  const scan = scanOf(text, today)
  const [product, ...others] = productsOf(scan.kind === 'code' ? scan.codes : [text.trim()])
  if (!product) return { kind: 'unknown' }
  return others.length > 0 ? { kind: 'several' } : { kind: 'product', product }
}
