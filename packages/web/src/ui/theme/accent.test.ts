import { expect, test } from 'vitest'
import { accentOf, contrastOf } from './accent.ts'
import {
  accents,
  backgrounds,
  codeColors,
  metricColors,
  neutrals,
  type Scheme,
  statusAreas,
  statusColors,
} from './palette.ts'

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

test.each(schemes)('code is readable in the %s scheme, also in the line of the caret', scheme => {
  const { container, hover } = neutrals[scheme]
  for (const [name, color] of Object.entries(codeColors[scheme])) {
    expect(contrastOf(color, container), name).toBeGreaterThanOrEqual(4.5)
    expect(
      contrastOf(color, over(hover, container)),
      `${name} in the line of the caret`,
    ).toBeGreaterThanOrEqual(4.5)
  }
})

test.each(schemes)(
  'text is readable on every background that can be chosen, and under the pointer, in the %s scheme',
  scheme => {
    const { text, textSecondary, textFaint, hover, container, elevated } = neutrals[scheme]
    const chosen = Object.values(backgrounds).map(background => background[scheme])
    for (const ground of [...chosen, container, elevated, over(hover, container), over(hover, elevated)])
      for (const color of [text, textSecondary, textFaint])
        expect(contrastOf(color, ground), `${color} on ${ground}`).toBeGreaterThanOrEqual(4.5)
  },
)

test('words in a status colour are readable on the area of that status', () => {
  expect(contrastOf(statusColors.light.passed, statusAreas.passed.area)).toBeGreaterThanOrEqual(4.5)
  expect(contrastOf(statusColors.light.warning, statusAreas.warning.area)).toBeGreaterThanOrEqual(4.5)
})

test.each(schemes)(
  'a focus ring in any accent colour stands out from every background in the %s scheme',
  scheme => {
    const grounds = [
      neutrals[scheme].container,
      neutrals[scheme].elevated,
      ...Object.values(backgrounds).map(background => background[scheme]),
    ]
    for (const color of [...accents, ...extremes])
      for (const ground of grounds)
        expect(
          contrastOf(accentOf(scheme, color).ink, ground),
          `${color} on ${ground}`,
        ).toBeGreaterThanOrEqual(3)
  },
)

test.each(schemes)('lines of charts stand out from the page in the %s scheme', scheme => {
  for (const [name, color] of Object.entries(metricColors[scheme]))
    expect(contrastOf(color, neutrals[scheme].container), name).toBeGreaterThanOrEqual(3)
})

/** A colour `rgba(red, green, blue, share)` drawn over `#rrggbb`. */
function over(color: string, ground: string): string {
  const [red = 0, green = 0, blue = 0, share01 = 1] = (color.match(/[\d.]+/g) ?? []).map(Number)
  const channels = [red, green, blue].map((channel, at) => {
    const under = Number.parseInt(ground.slice(1 + at * 2, 3 + at * 2), 16)
    return Math.round(under + (channel - under) * share01)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}
