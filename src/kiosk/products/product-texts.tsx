import { Button } from '@mantine/core'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { noticeAtom, spcAtom, textsOfAtom } from '#shared/store/lists/product-text-atoms.ts'
import { PanelSection } from '#shared/ui/side-panel.tsx'
import classes from './products.module.css'

const kinds = [
  { kind: 'notice', label: 'Notice', none: 'Pas de notice pour ce produit.' },
  { kind: 'spc', label: 'RCP', none: 'Pas de résumé des caractéristiques pour ce produit.' },
] as const

/** The notice and the summary of characteristics of a product, read when asked for; the last one stays without a network. */
export function ProductTexts({ productId }: { productId: string }) {
  const [shown, setShown] = useState<(typeof kinds)[number]['kind'] | null>(null)
  const isShown = shown !== null
  const ask = useSetAtom(textsOfAtom)
  useEffect(() => {
    ask(isShown ? productId : null)
    return () => ask(null)
  }, [ask, productId, isShown])
  const answers = { notice: useAtomValue(noticeAtom), spc: useAtomValue(spcAtom) }
  const open = kinds.find(({ kind }) => kind === shown)
  return (
    <PanelSection title="Documents">
      <div className={classes.texts}>
        {kinds.map(({ kind, label }) => (
          <Button
            key={kind}
            variant={kind === shown ? 'filled' : 'default'}
            aria-expanded={kind === shown}
            onClick={() => setShown(kind === shown ? null : kind)}
          >
            {label}
          </Button>
        ))}
      </div>
      {open && (
        <p className={classes.text} role="status">
          {answers[open.kind] === null
            ? 'Chargement… Sans réseau, seul un document déjà ouvert sur ce poste s’affiche.'
            : (answers[open.kind]?.text ?? open.none)}
        </p>
      )}
    </PanelSection>
  )
}
