import { expect, test } from 'vitest'
import { accentOf, contrastOf } from './accent.ts'
import { accents, neutrals, type Scheme, statusColors } from './palette.ts'

const schemes: readonly Scheme[] = ['light', 'dark']
const extremes = ['#ffff00', '#000000', '#ffffff', '#00ffcc', '#808080']

test.each(schemes)('text in any accent colour is readable on the %s background', scheme => {
  for (const color of [...accents, ...extremes]) {
    const { ink, inkHover } = accentOf(scheme, color)
    expect(contrastOf(ink, neutrals[scheme].container), color).toBeGreaterThanOrEqual(4.5)
    expect(contrastOf(inkHover, neutrals[scheme].container), color).toBeGreaterThanOrEqual(4.5)
  }
})

test.each(schemes)('white text is readable on an area in any accent colour in the %s scheme', scheme => {
  for (const color of [...accents, ...extremes]) {
    const { fill, fillHover } = accentOf(scheme, color)
    expect(contrastOf(fill, '#ffffff'), color).toBeGreaterThanOrEqual(4.5)
    expect(contrastOf(fillHover, '#ffffff'), color).toBeGreaterThanOrEqual(4.5)
  }
})

test.each(schemes)('text in grey and in status colours is readable in the %s scheme', scheme => {
  const { container, text, textSecondary, textFaint } = neutrals[scheme]
  for (const color of [text, textSecondary, textFaint, ...Object.values(statusColors[scheme])])
    expect(contrastOf(color, container), color).toBeGreaterThanOrEqual(4.9)
})
