import {
  type ActionIconProps,
  type ButtonProps,
  createTheme,
  type MantineColorsTuple,
  type MantineTheme,
} from '@mantine/core'

const officine: MantineColorsTuple = [
  '#eef7f1',
  '#d8ecdf',
  '#b0d8c0',
  '#80bf9b',
  '#52a578',
  '#2c8c5c',
  '#15754a',
  '#0f5f3c',
  '#0c4c31',
  '#0a3525',
]
const info: MantineColorsTuple = [
  '#edf4fc',
  '#d5e5f7',
  '#aecdf0',
  '#7eaee3',
  '#4c8fd6',
  '#2f79c4',
  '#1c64b0',
  '#15508f',
  '#113f71',
  '#0c2c50',
]
const warning: MantineColorsTuple = [
  '#fff5e6',
  '#ffe6c2',
  '#ffd08a',
  '#f5b558',
  '#e6942a',
  '#d17608',
  '#a85a05',
  '#854603',
  '#663503',
  '#4a2800',
]
const danger: MantineColorsTuple = [
  '#fdeeec',
  '#fad7d3',
  '#f2aea7',
  '#e98379',
  '#e05a4f',
  '#d8392c',
  '#bb271b',
  '#951b12',
  '#73140d',
  '#4f0d08',
]
const gray: MantineColorsTuple = [
  '#f6f8f5',
  '#eceeeb',
  '#dde3dd',
  '#c5cec7',
  '#86948b',
  '#6f7d75',
  '#55625b',
  '#38443d',
  '#222c26',
  '#121b16',
]

/**
 * The height of a control. `size` of our buttons is their rank: xs chip, sm secondary, md primary, lg closing action.
 * Each window sets the heights.
 */
function controlHeight(size = 'sm') {
  // Mantine passes 'input-sm' for buttons beside a field; compact ones, in rows of lists, have one height.
  return `var(--control-${size.startsWith('compact-') ? 'xs' : size.replace('input-', '')})`
}

/** The theme of both windows. Sizes that differ between them are CSS variables of tokens.css. */
export const theme = createTheme({
  colors: { officine, info, warning, danger, gray, green: officine, blue: info, orange: warning, red: danger },
  primaryColor: 'officine',
  primaryShade: 6,
  autoContrast: true,
  black: gray[9],
  cursorType: 'pointer',
  activeClassName: 'officine-pressed',
  respectReducedMotion: true,
  fontFamily: "'Officine Espace', 'Source Sans 3', 'Segoe UI', Roboto, 'Noto Sans', sans-serif",
  fontFamilyMonospace: "'Officine Espace', 'Source Sans 3', monospace",
  fontSizes: {
    xs: 'var(--text-smallest)',
    sm: 'var(--text-secondary)',
    md: 'var(--text-body)',
    lg: 'var(--text-large)',
    xl: 'var(--text-larger)',
  },
  lineHeights: { xs: '1.2', sm: '1.35', md: '1.35', lg: '1.35', xl: '1.2' },
  headings: {
    fontWeight: '700',
    sizes: {
      h1: { fontSize: 'var(--text-title)', lineHeight: '1.2' },
      h2: { fontSize: 'var(--text-larger)', lineHeight: '1.2' },
      h3: { fontSize: 'var(--text-body)', lineHeight: '1.2' },
    },
  },
  spacing: {
    xs: 'var(--space-4)',
    sm: 'var(--space-8)',
    md: 'var(--space-12)',
    lg: 'var(--space-18)',
    xl: 'var(--space-28)',
  },
  radius: { xs: '5px', sm: '7px', md: '10px', lg: '12px', xl: '14px' },
  defaultRadius: 'var(--radius-control)',
  shadows: {
    xs: '0 1px 2px rgba(18,27,22,.07)',
    sm: '0 1px 2px rgba(18,27,22,.07)',
    md: '0 8px 24px rgba(18,27,22,.12), 0 1px 3px rgba(18,27,22,.10)',
    lg: '0 8px 24px rgba(18,27,22,.12), 0 1px 3px rgba(18,27,22,.10)',
    xl: '0 24px 64px rgba(18,27,22,.28), 0 2px 8px rgba(18,27,22,.14)',
  },
  // Plain objects instead of Button.extend({…}): importing the components here would bundle all of them into every
  // window.
  components: {
    Button: {
      defaultProps: { size: 'sm', variant: 'filled' },
      vars: (_theme: MantineTheme, { size }: ButtonProps) => ({
        root: {
          '--button-height': controlHeight(size),
          '--button-padding-x': 'var(--control-padding)',
          '--button-fz': `var(--control-text-${size === 'md' || size === 'lg' ? size : 'sm'})`,
        },
      }),
    },
    ActionIcon: {
      defaultProps: { size: 'sm', variant: 'default' },
      vars: (_theme: MantineTheme, { size }: ActionIconProps) => ({
        root: { '--ai-size': typeof size === 'number' ? `${size}px` : controlHeight(size) },
      }),
    },
    Input: { defaultProps: { size: 'sm' }, vars: () => ({ wrapper: { '--input-fz': 'var(--field-text)' } }) },
    InputWrapper: {
      styles: {
        label: { fontSize: 'var(--text-smallest)', fontWeight: 600, marginBottom: 4 },
        error: { fontSize: 'var(--text-smallest)', color: 'var(--mantine-color-danger-6)' },
        description: { fontSize: 'var(--text-smallest)', color: 'var(--mantine-color-gray-6)' },
      },
    },
    CloseButton: { defaultProps: { size: 'lg' } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Fermer' }, transitionProps: { duration: 120 } } },
    Overlay: { defaultProps: { color: '#09241a', backgroundOpacity: 0.58 } },
    Modal: {
      // Its head is a `header` element: without this role the page would have two banners.
      defaultProps: {
        attributes: { header: { role: 'presentation' } },
        shadow: 'xl',
        centered: true,
        padding: 'lg',
        closeButtonProps: { 'aria-label': 'Fermer' },
        transitionProps: { duration: 120 },
      },
      styles: { content: { borderRadius: 18 }, title: { fontSize: 'var(--text-larger)', fontWeight: 700 } },
    },
    Popover: { defaultProps: { shadow: 'md', radius: 'md', transitionProps: { duration: 120 } } },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 120 } } },
  },
})
