/** What a relative is to a person. */
export const relationshipKinds = ['spouse', 'child', 'parent', 'sibling', 'guardian', 'ward', 'other'] as const
export type RelationshipKind = (typeof relationshipKinds)[number]

/** The same relationship from the other side: the inverse of child is parent. */
export function inverseKind(kind: RelationshipKind): RelationshipKind {
  switch (kind) {
    case 'child':
      return 'parent'
    case 'parent':
      return 'child'
    case 'guardian':
      return 'ward'
    case 'ward':
      return 'guardian'
    case 'spouse':
    case 'sibling':
    case 'other':
      return kind
  }
}

const labels: Record<RelationshipKind, { F: string; M: string; unknown: string }> = {
  spouse: { F: 'Épouse', M: 'Époux', unknown: 'Conjoint' },
  child: { F: 'Fille', M: 'Fils', unknown: 'Enfant' },
  parent: { F: 'Mère', M: 'Père', unknown: 'Parent' },
  sibling: { F: 'Sœur', M: 'Frère', unknown: 'Frère ou sœur' },
  guardian: { F: 'Tutrice', M: 'Tuteur', unknown: 'Tuteur' },
  ward: { F: 'Pupille', M: 'Pupille', unknown: 'Pupille' },
  other: { F: 'Proche', M: 'Proche', unknown: 'Proche' },
}

/** French label, by the sex of the relative where it differs. */
export function relationshipLabel(kind: RelationshipKind, sex: 'F' | 'M' | null): string {
  return labels[kind][sex ?? 'unknown']
}
