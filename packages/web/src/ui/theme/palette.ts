/** The colours of the product: defined separately for light and dark, contrast at least 4.5:1 for text. */
import type { BackgroundColor } from '../../lib/session/session.ts'

export type Scheme = 'light' | 'dark'

/** Status colours are used for status only, always beside an icon or a word. */
export const statusColors = {
  light: { passed: '#17702f', failed: '#c8202c', warning: '#8f5b00', running: '#0860ca', off: '#636c76' },
  dark: { passed: '#4cc25f', failed: '#ff6a63', warning: '#dba535', running: '#62abff', off: '#9199a3' },
} as const
/** Background of texts with a status in light mode: antd's own colours are unclear, as the status colours are dark there. */
export const statusAreas = {
  passed: { area: '#eaf5ed', border: '#b3d6bd' },
  warning: { area: '#fdf5e3', border: '#e9d09a' },
} as const
export type StatusTone = keyof (typeof statusColors)['light']

export const neutrals = {
  light: {
    container: '#ffffff',
    elevated: '#ffffff',
    border: '#dfe3e8',
    borderSoft: '#ebeef1',
    text: '#1b222c',
    textSecondary: '#566070',
    textFaint: '#616a78',
    hover: 'rgba(27, 34, 44, 0.05)',
  },
  dark: {
    container: '#161a20',
    elevated: '#1e232b',
    border: '#313844',
    borderSoft: '#262c35',
    text: '#e2e6ec',
    textSecondary: '#a2acb9',
    textFaint: '#95a0ae',
    hover: 'rgba(226, 230, 236, 0.07)',
  },
} as const

/** Tints of navigation and page margins that a user can choose. */
export const backgrounds: Record<BackgroundColor, Record<Scheme, string>> = {
  neutral: { light: '#f5f6f8', dark: '#101317' },
  blue: { light: '#f0f4fb', dark: '#0e131b' },
  green: { light: '#f0f6f2', dark: '#0f1512' },
  warm: { light: '#f9f5ef', dark: '#161310' },
}

export const accents = ['#2458d3', '#0b7285', '#1f7a4d', '#7048c9', '#b0417f', '#b4491b', '#4a5568'] as const

/** One colour per metric on every page: users grey, rates blue, percentiles one hue light to dark, errors red; and colours for series that have only a name, in order of assignment. */
export const metricColors = {
  light: {
    users: '#7b8594',
    target: '#8d95a1',
    rate: '#2f6fde',
    transactions: '#1a9aa8',
    avg: '#9b7fd4',
    p50: '#c08a1e',
    p90: '#c8711c',
    p95: '#b4560f',
    p99: '#84390d',
    max: '#5c2b0c',
    errors: '#d03038',
    sent: '#4f90cf',
    received: '#3d7f5c',
    connections: '#8a6fb0',
    cpu: '#b8860b',
    name1: '#2f6fde',
    name2: '#c4661b',
    name3: '#1f8f5f',
    name4: '#8a4fc4',
    name5: '#c23b7a',
    name6: '#1a9aa8',
    name7: '#8a7a12',
    name8: '#7b8594',
    name9: '#b0413e',
    name10: '#4a57c9',
  },
  dark: {
    users: '#9aa4b2',
    target: '#5d6673',
    rate: '#6aa3ff',
    transactions: '#45c4d1',
    avg: '#b79cf0',
    p50: '#92612a',
    p90: '#b9772a',
    p95: '#e0983f',
    p99: '#ffc27a',
    max: '#ffe1bd',
    errors: '#ff6a63',
    sent: '#7fb8ee',
    received: '#6cc294',
    connections: '#b79ce0',
    cpu: '#e0b94d',
    name1: '#6aa3ff',
    name2: '#f09a4f',
    name3: '#5fd09a',
    name4: '#c08cf5',
    name5: '#f27fb2',
    name6: '#45c4d1',
    name7: '#d6c24a',
    name8: '#9aa4b2',
    name9: '#f28a80',
    name10: '#939dff',
  },
} as const
/** Colours of code in the editor, by what a piece of text is. */
export const codeColors = {
  light: {
    keyword: '#7a2fa0',
    text: '#a02315',
    number: '#0b6a5a',
    name: '#0b55a8',
    attribute: '#855200',
    comment: '#616a78',
    invalid: '#c8202c',
  },
  dark: {
    keyword: '#c99df5',
    text: '#f3a392',
    number: '#6fd0b8',
    name: '#82bbff',
    attribute: '#e3b565',
    comment: '#95a0ae',
    invalid: '#ff6a63',
  },
} as const

export type MetricColor = keyof (typeof metricColors)['light']
