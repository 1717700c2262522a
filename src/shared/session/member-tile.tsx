import type { Member } from '#shared/contract/users.ts'
import { roleLabel } from '#shared/domain/permissions.ts'
import { displayName, initials } from '#shared/domain/person.ts'
import { FaceDisc } from '#shared/ui/face-disc.tsx'
import classes from './member-tile.module.css'

interface MemberTileProps {
  member: Member
  isSelected: boolean
  onSelect: () => void
}

/** A member who may unlock: initials, name, role. */
export function MemberTile({ member, isSelected, onSelect }: MemberTileProps) {
  return (
    <button
      type="button"
      className={`${classes.tile} ${isSelected ? classes.selected : ''} officine-focus`}
      aria-pressed={isSelected}
      onClick={onSelect}
    >
      <MemberAvatar member={member} />
      <span className={classes.names}>
        <b>{displayName(member)}</b>
        {member.roles.length > 0 && <span>{member.roles.map(roleLabel).join(', ')}</span>}
      </span>
    </button>
  )
}

export function MemberAvatar({ member, className = '' }: { member: Member; className?: string }) {
  return (
    <FaceDisc className={`${classes.avatar} ${classes[`tone${toneOf(member.id)}`]} ${className}`}>
      {initials(member)}
    </FaceDisc>
  )
}

/** The same colour for a member on all terminals. */
function toneOf(id: string): number {
  return Array.from(id).reduce((total, sign) => total + sign.charCodeAt(0), 0) % 5
}
