import type { Tag } from '#shared/contract/tags.ts'
import classes from '#backoffice/ui/tag-marks.module.css'

/** Tags as coloured labels; the text carries the meaning, not the colour. */
export function TagMarks({ ids, tags }: { ids: readonly string[]; tags: readonly Tag[] }) {
  const shown = ids.flatMap((id) => tags.find((tag) => tag.id === id) ?? [])
  if (shown.length === 0) return null
  return (
    <span className={classes.marks}>
      {shown.map(({ id, label, color }) => (
        <TagMark key={id} label={label} color={color} />
      ))}
    </span>
  )
}

export function TagMark({ label, color }: Pick<Tag, 'label' | 'color'>) {
  return (
    <span className={classes.mark} data-color={color}>
      <i aria-hidden />
      <span className={classes.label}>{label}</span>
    </span>
  )
}

/** The tags as text, for an export. */
export function tagLabels(ids: readonly string[], tags: readonly Tag[]): string {
  return ids.flatMap((id) => tags.find((tag) => tag.id === id)?.label ?? []).join(', ')
}
