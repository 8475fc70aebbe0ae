import { readRecording } from '@pone/profiles/readers/registry.ts'
import { type FlameTree, flameTree } from '@pone/profiles/views/layout.ts'
import { describe, expect, it } from 'vitest'
import { contrastOf } from '../theme/accent.ts'
import { flameSvg, nameOfNode } from './flame-drawing.ts'
import { childrenOf, rootIn, stepFrom } from './flame-steps.ts'
import {
  allColor,
  differenceColor,
  foundColor,
  frameText,
  packageColor,
  safeColors,
  safePalette,
} from './frame-colors.ts'

const treeOf = (text: string): FlameTree => {
  const [profile] = readRecording(new TextEncoder().encode(text)).profiles
  if (profile === undefined) throw new Error('no profile')
  return flameTree(profile)
}
const tree = treeOf('main;a;x 5\nmain;b 20\nmain;c 3\nidle 1')
const node = (name: string): number =>
  [...tree.nameOf.keys()].find(each => nameOfNode(tree, each, 'all') === name) ?? Number.NaN

describe('steps of the keyboard', () => {
  it('lead to the widest callee, to neighbours and back to the caller', () => {
    const path = [-1]
    for (const step of ['in', 'in', 'before', 'in', 'out', 'after', 'after'] as const)
      path.push(stepFrom(tree, path.at(-1) ?? -1, step))
    expect(path.map(each => nameOfNode(tree, each, 'all'))).toEqual([
      'all',
      'main',
      'b',
      'a',
      'x',
      'a',
      'b',
      'c',
    ])
  })

  it('stay where nothing is in their direction', () => {
    expect(stepFrom(tree, -1, 'out')).toBe(-1)
    expect(stepFrom(tree, -1, 'after')).toBe(-1)
    expect(stepFrom(tree, node('x'), 'in')).toBe(node('x'))
    expect(stepFrom(tree, node('c'), 'after')).toBe(node('c'))
    expect(childrenOf(tree, -1).map(each => nameOfNode(tree, each, ''))).toEqual(['idle', 'main'])
  })
})

it('a frame of an address that the present stacks do not have is not zoomed in', () => {
  expect([rootIn(tree, node('a')), rootIn(tree, 999), rootIn(tree, -1)]).toEqual([node('a'), -1, -1])
})

describe('the drawing as SVG', () => {
  it('has a shape for every frame, escapes names, and marks what was found', () => {
    const odd = treeOf('<init>;a&b 3\n<init>;c 1')
    const look = {
      colorOf: () => '#cccccc',
      found: Uint8Array.from(odd.names, name => (name === 'c' ? 1 : 0)),
      all: 'All',
      isIcicle: true,
    }
    const svg = flameSvg(odd, look, { root: -1, titleOf: each => nameOfNode(odd, each, 'All') })
    expect(svg.match(/<rect /g)).toHaveLength(4)
    expect(svg).toContain('<title>&lt;init&gt;</title>')
    expect(svg).toContain('<title>a&amp;b</title>')
    expect(svg.match(new RegExp(foundColor, 'g'))).toHaveLength(1)
  })
})

describe('colours', () => {
  const hex = (color: string): string =>
    `#${(color.match(/\d+/g) ?? []).map(each => Number(each).toString(16).padStart(2, '0')).join('')}`

  it('tell more from less, and no change from both', () => {
    const colors = [differenceColor(1, 5), differenceColor(5, 1), differenceColor(3, 3)]
    expect(new Set(colors).size).toBe(3)
  })

  it('for colour blindness differ among the heaviest packages, and are the same within one', () => {
    const weights = safePalette.map((_, at) => `p${at}/Class.a ${10 + at}\np${at}/Class.b 1`)
    const colorOf = safeColors(treeOf([...weights, 'GC 500'].join('\n')))
    const colors = safePalette.map((_, at) => colorOf(`p${at}.Class.a`))
    expect(new Set([...colors, colorOf('GC')]).size).toBe(safePalette.length + 1)
    expect(safePalette.map((_, at) => colorOf(`p${at}.Class.b`))).toEqual(colors)
    expect(packageColor('p1.Class.a')).toBe(packageColor('p1.Class.b'))
  })

  it('leave the names of frames readable', () => {
    const differences = [hex(differenceColor(0, 1)), hex(differenceColor(1, 0))]
    for (const color of [...differences, allColor, foundColor, ...safePalette])
      expect(contrastOf(frameText, color), color).toBeGreaterThanOrEqual(4.5)
  })
})
