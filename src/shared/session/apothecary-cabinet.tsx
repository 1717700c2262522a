/** The drawers of the illustration are labelled with plants of the region; one is open. */
const plants = [
  'Kinkéliba',
  'Moringa',
  'Neem',
  'Artemisia',
  'Gingembre',
  'Quinine',
  'Aloès',
  'Bissap',
  'Citronnelle',
  'Karité',
  'Baobab',
  'Tamarin',
  'Eucalyptus',
  'Curcuma',
  'Menthe',
  'Anis',
  'Girofle',
  'Camphre',
  'Muscade',
  'Ricin',
  'Séné',
  'Vétiver',
  'Thym',
  'Sauge',
  'Cannelle',
  'Rocou',
  'Acacia',
  'Sésame',
]
const openDrawer = 9
const fronts = ['#0c3c2a', '#0b3827', '#0c3f2c', '#0d432f', '#0e4a33']
const [width, height, columns] = [180, 900 / 7, 4]

export function ApothecaryCabinet() {
  return (
    <svg
      width="100%"
      height="100%"
      viewBox="0 0 720 900"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
      style={{ position: 'absolute', inset: 0 }}
    >
      <rect width="720" height="900" fill="#0a3525" />
      {plants.map((plant, place) => (
        <Drawer key={plant} plant={plant} place={place} isOpen={place === openDrawer} />
      ))}
    </svg>
  )
}

function Drawer({ plant, place, isOpen }: { plant: string; place: number; isOpen: boolean }) {
  const [x, y] = [(place % columns) * width, Math.floor(place / columns) * height]
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect x="5" y="5" width="170" height={height - 10} rx="8" fill={fronts[place % fronts.length]} />
      <rect x="28" y="30" width="124" height="30" rx="4" fill={isOpen ? '#f6f8f5' : '#12523a'} />
      <text
        x="90"
        y="50"
        textAnchor="middle"
        fontSize="14.5"
        fontWeight="600"
        letterSpacing=".06em"
        fill={isOpen ? '#0c4c31' : '#a9cdb9'}
      >
        {plant.toUpperCase()}
      </text>
      <circle cx="90" cy="88" r="8" fill={isOpen ? '#b0d8c0' : '#1d6447'} />
    </g>
  )
}
