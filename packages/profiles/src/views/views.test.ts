import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeCollapsed, writeCollapsedDifference } from '../model/collapsed-text.ts'
import { type Profile, totalOf } from '../model/profile.ts'
import { readRecording } from '../readers/registry.ts'
import { differenceOf, methodChanges, scaleOf } from './difference.ts'
import { calleesOf, callersOf, classMatcher, filtered } from './filter.ts'
import { flameTree, placedFrames } from './layout.ts'
import { packageOf, packageWeights, topMethods } from './methods.ts'
import { findNames, foundWeight, maxPatternChars, searchPattern } from './search.ts'

const profileOf = (text: string): Profile => {
  const [profile] = readRecording(new TextEncoder().encode(text)).profiles
  if (profile === undefined) throw new Error('no profile')
  return profile
}
const shop = profileOf(
  [
    'java.lang.Thread.run;shop.Cart.total;shop.Price.of 6',
    'java.lang.Thread.run;shop.Cart.total 1',
    'java.lang.Thread.run;shop.api.Web.get;shop.Cart.total;shop.Price.of 2',
    'GC 3',
  ].join('\n'),
)
const idOf = (profile: Profile, name: string): number => profile.names.indexOf(name)

describe('methods and packages', () => {
  it('are listed by their own weight, with the weight of all they call', () => {
    expect(topMethods(shop).map(({ name, self, total }) => [name, self, total])).toEqual([
      ['shop.Price.of', 8, 8],
      ['GC', 3, 3],
      ['shop.Cart.total', 1, 9],
      ['java.lang.Thread.run', 0, 9],
      ['shop.api.Web.get', 0, 2],
    ])
    expect(packageWeights(shop).map(({ name, self, total }) => [name, self, total])).toEqual([
      ['shop', 9, 9],
      ['', 3, 3],
      ['java.lang', 0, 9],
      ['shop.api', 0, 2],
    ])
  })

  it('count a recursion once', () => {
    const fib = profileOf('main;fib;fib;fib 4\nmain;fib;other;fib 2')
    expect(topMethods(fib).find(({ name }) => name === 'fib')).toMatchObject({ self: 6, total: 6 })
  })

  it.each([
    ['java.util.HashMap.get', 'java.util'],
    ['shop.Order$Line.total', 'shop'],
    ['github.com/shop/cart.(*Cart).Total', 'github.com/shop/cart'],
    ['main.hot', 'main'],
    ['hot hot.mjs:2', 'hot.mjs'],
    ['__libc_start_main', ''],
    ['byte[]', ''],
  ])('%s is of %s', (name, of) => {
    expect(packageOf(name)).toBe(of)
  })
})

describe('included and excluded classes', () => {
  it.each([
    ['shop', 'shop.Cart.total', true],
    ['shop', 'shopping.Cart.total', false],
    ['shop.Cart', 'shop.Cart$Line.total', true],
    ['shop.*Price', 'shop.tax.Price.of', true],
    ['*.Web.get', 'shop.api.Web.get', true],
    ['shop.Cart.total', 'shop.Cart.totals', false],
    ['', 'shop.Cart.total', false],
  ])('the pattern "%s" against %s: %s', (pattern, name, fits) => {
    expect(classMatcher([pattern])(name)).toBe(fits)
  })

  it('keep stacks with an included frame and leave out those with an excluded one', () => {
    expect(writeCollapsed(filtered(shop, { included: ['shop'], excluded: ['shop.api'] }))).toBe(
      'java.lang.Thread.run;shop.Cart.total 1\njava.lang.Thread.run;shop.Cart.total;shop.Price.of 6\n',
    )
    expect(totalOf(filtered(shop, { included: ['nothing.Here'], excluded: [] }))).toBe(0)
    expect(filtered(shop, { included: [' '], excluded: [] })).toBe(shop)
  })
})

describe('callers and callees of a method', () => {
  it('are added up over all places where it is called', () => {
    expect(writeCollapsed({ ...calleesOf(shop, idOf(shop, 'shop.Cart.total')) })).toBe(
      'shop.Cart.total 1\nshop.Cart.total;shop.Price.of 8\n',
    )
    expect(writeCollapsed({ ...callersOf(shop, idOf(shop, 'shop.Cart.total')) })).toBe(
      'shop.Cart.total;java.lang.Thread.run 7\nshop.Cart.total;shop.api.Web.get;java.lang.Thread.run 2\n',
    )
  })
})

describe('the difference of two profiles', () => {
  const before = profileOf('main;a 60\nmain;b 40\nmain;gone 20')
  const after = profileOf('main;a 180\nmain;b 40\nmain;fresh 20')

  it('has both weights of every stack, also of those that one of them lacks', () => {
    const difference = differenceOf(before, after, 1)
    expect(writeCollapsed(difference)).toBe('main;a 180\nmain;b 40\nmain;fresh 20\n')
    expect(writeCollapsed({ ...difference, self: difference.before })).toBe(writeCollapsed(before))
  })

  it('is written as collapsed stacks with both weights, as flamegraph.pl reads them', () => {
    expect(writeCollapsedDifference(differenceOf(before, after, 2))).toBe(
      'main;a 120 180\nmain;b 80 40\nmain;fresh 0 20\nmain;gone 40 0\n',
    )
  })

  it('compares as it is, by share, or by request', () => {
    expect(scaleOf(before, after, 'absolute', null)).toBe(1)
    expect(scaleOf(before, after, 'normalised', null)).toBe(2)
    expect(scaleOf(before, after, 'perRequest', { before: 100, after: 300 })).toBe(3)
    expect(scaleOf(before, after, 'perRequest', null)).toBe(0)
  })

  it('lists what changed most first, with the chance that nothing did', () => {
    const changes = methodChanges(differenceOf(before, after, 2), 2)
    expect(changes.map(({ name, before: was, after: is }) => [name, was, is])).toEqual([
      ['a', 120, 180],
      ['b', 80, 40],
      ['gone', 40, 0],
      ['fresh', 0, 20],
      ['main', 0, 0],
    ])
    // By hand: `gone` has the largest z; that of 60/120 against 180/240 is 4.743, so 2.104e-6 by Holm times 4.
    expect(changes[0]?.chance).toBeCloseTo(8.416e-6, 8)
    expect(changes.every(({ chance }) => chance !== null && chance >= 0 && chance <= 1)).toBe(true)
  })

  it('of profiles in another unit than samples tells no chance', () => {
    const inBytes = { ...after, unit: 'bytes' } as const
    expect(methodChanges(differenceOf(before, inBytes, 1), 1)[0]?.chance).toBeNull()
  })
})

describe('search', () => {
  it('counts every stack once and ignores case', () => {
    const tree = flameTree(shop)
    const pattern = searchPattern('cart|PRICE')
    if (pattern === null) throw new Error('no pattern')
    const found = findNames(tree.names, pattern)
    expect(found.count).toBe(2)
    expect(foundWeight(tree, found)).toBe(9)
  })

  it('knows what is no regular expression, and what is too long', () => {
    expect(searchPattern('a(')).toBeNull()
    expect(searchPattern('a'.repeat(maxPatternChars))).not.toBeNull()
    expect(searchPattern('a'.repeat(maxPatternChars + 1))).toBeNull()
  })
})

describe('the layout', () => {
  const rows = { from: 0, to: 100 }

  it('gives every frame its share of the width, inside its caller', () => {
    const tree = flameTree(shop)
    const frames = placedFrames(tree, { root: -1, widthPx: 1_200, rows })
    expect(frames.length).toBe(shop.depth.length + 1)
    const byNode = new Map(frames.map(frame => [frame.node, frame]))
    for (const { node, left, width, row } of frames) {
      if (node < 0) continue
      expect(width).toBeCloseTo(((tree.totals[node] ?? 0) / 12) * 1_200)
      const caller = byNode.get(tree.parents[node] ?? -1)
      expect(caller?.row).toBe(row - 1)
      expect(left).toBeGreaterThanOrEqual(caller?.left ?? Infinity)
      expect(left + width).toBeLessThanOrEqual((caller?.left ?? 0) + (caller?.width ?? 0) + 1e-6)
    }
  })

  it('fills the width with the chosen frame and shows its callers whole', () => {
    const tree = flameTree(shop)
    const root =
      [...tree.nameOf.keys()].find(node => tree.names[tree.nameOf[node] ?? 0] === 'shop.api.Web.get') ?? -1
    const frames = placedFrames(tree, { root, widthPx: 900, rows })
    expect(frames.map(({ width }) => Math.round(width))).toEqual([900, 900, 900, 900, 900])
  })

  it('leaves out what is narrower than half a pixel, and nothing else', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.constantFrom('a;b;c', 'a;d', 'e', 'e;f', 'a;b;g'), fc.integer({ min: 1, max: 5_000 })),
          { minLength: 1 },
        ),
        given => {
          const tree = flameTree(profileOf(given.map(([stack, weight]) => `${stack} ${weight}`).join('\n')))
          const shown = placedFrames(tree, { root: -1, widthPx: 400, rows }).filter(({ node }) => node >= 0)
          const wide = [...tree.totals].filter(total => (total * 400) / tree.total >= 0.5)
          expect(shown).toHaveLength(wide.length)
        },
      ),
    )
  })
})
