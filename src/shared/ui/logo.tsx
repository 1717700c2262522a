interface LogoProps {
  size?: number
  /** dark: white tile on the green bar; light: green tile on white. */
  ground?: 'dark' | 'light'
  /** Writes « Officine » beside the mark. */
  named?: boolean
}

/** The logo: a pharmacy cross with a leaf. */
export function Logo({ size = 40, ground = 'dark', named = false }: LogoProps) {
  const [tile, cross, leaf] = ground === 'dark' ? ['#fff', '#0f5f3c', '#52a578'] : ['#15754a', '#fff', '#b0d8c0']
  return (
    <span
      style={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: size / 3,
        fontWeight: 700,
        fontSize: size * 0.55,
        lineHeight: 1,
      }}
    >
      <svg
        width={size}
        height={size}
        viewBox="0 0 40 40"
        role={named ? undefined : 'img'}
        aria-label={named ? undefined : 'Officine'}
        aria-hidden={named || undefined}
      >
        <rect width="40" height="40" rx="10" fill={tile} />
        <path d="M16 8h8v8h8v8h-8v8h-8v-8H8v-8h8z" fill={cross} />
        <path d="M24 16h8v8c-5 0-8-3-8-8z" fill={leaf} />
      </svg>
      {named && <span>Officine</span>}
    </span>
  )
}
