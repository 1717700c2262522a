import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { products } from '#shared/contract/products.ts'
import { PanelSection } from '#shared/ui/side-panel.tsx'
import textClasses from '#shared/ui/text.module.css'
import classes from '#backoffice/ui/product-text.module.css'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

const kinds = {
  notice: { title: 'Notice', none: 'Pas de notice.', read: products.notice, put: products.putNotice },
  spc: {
    title: 'Résumé des caractéristiques (RCP)',
    none: 'Pas de RCP.',
    read: products.spc,
    put: products.putSpc,
  },
} as const

interface ProductTextProps {
  productId: string
  kind: keyof typeof kinds
  /** « Modifier » is shown: the texts belong to the platform. */
  mayEdit?: boolean
}

/** The notice or the summary of characteristics of a product, edited in place. */
export function ProductText({ productId, kind, mayEdit = false }: ProductTextProps) {
  const { title, none, read } = kinds[kind]
  const [isEditing, setIsEditing] = useState(false)
  const { data } = useAnswer(read, { params: { id: productId } })
  if (!data) return null
  const edit = mayEdit && !isEditing && (
    <WriteButton variant="default" size="xs" onClick={() => setIsEditing(true)}>
      {data.text === null ? 'Écrire' : 'Modifier'}
    </WriteButton>
  )
  return (
    <PanelSection title={title} fact={edit || undefined}>
      {isEditing ? (
        <TextForm productId={productId} kind={kind} text={data.text ?? ''} onClose={() => setIsEditing(false)} />
      ) : data.text === null ? (
        <span className={textClasses.quiet}>{none}</span>
      ) : (
        <p className={classes.text}>{data.text}</p>
      )}
    </PanelSection>
  )
}

function TextForm({
  productId,
  kind,
  text,
  onClose,
}: Omit<ProductTextProps, 'mayEdit'> & { text: string; onClose: () => void }) {
  const { title, put } = kinds[kind]
  const send = useSend()
  const form = useForm({
    initial: { text },
    schema: put.body!,
    bodyOf: (values) => values,
    send: (body) => send(put, { params: { id: productId }, body }),
    onDone: onClose,
  })
  return (
    <FormFrame label={title} form={form} onCancel={onClose}>
      <Textarea aria-label={title} autosize minRows={6} maxRows={24} autoFocus {...form.text('text')} />
    </FormFrame>
  )
}
