import type { Tag } from '#shared/contract/tags.ts'
import classes from '#backoffice/ui/tag-marks.module.css'

/** Tags as coloured words; the colour never speaks alone. */
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
      {label}
    </span>
  )
}

/** What an export writes of them. */
export function tagLabels(ids: readonly string[], tags: readonly Tag[]): string {
  return ids.flatMap((id) => tags.find((tag) => tag.id === id)?.label ?? []).join(', ')
}
